#include "noise/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

namespace raddle::noise {
namespace {

constexpr size_t kMostRules = 16;

std::vector<std::pair<uint64_t, std::string>> BestFirst(const std::map<std::string, uint64_t>& runs) {
  std::vector<std::pair<uint64_t, std::string>> all;
  for (const auto& [variable, count] : runs) all.emplace_back(count, variable);
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  return all;
}

}  // namespace

Result<Memory> Memory::Read(const std::string& path) {
  Memory memory;
  std::ifstream file(path);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    uint64_t count = 0;
    std::string variable;
    if (!(words >> count >> variable)) {
      return Error{.reason = "is not a count and a variable", .place = fmt::format("{}: line {}", path, number)};
    }
    memory.runs_[variable] += count;
  }
  return memory;
}

Result<void> Memory::Write(const std::string& path) const {
  std::ofstream file(path, std::ios::trunc);
  file << "# where noise paid off: runs, variable\n";
  for (const auto& [count, variable] : BestFirst(runs_)) file << count << ' ' << variable << '\n';
  file.close();
  if (!file) return Error{.reason = "cannot be written", .place = path};
  return {};
}

void Memory::Add(const report::FindingsFile& run) {
  std::set<std::string> variables;
  for (const report::Finding& finding : run.findings) {
    const bool aimed = finding.kind == report::Kind::kDataRace || finding.kind == report::Kind::kAtomicityViolation;
    if (aimed && finding.grade == report::Grade::kObserved && !finding.variable.empty())
      variables.insert(finding.variable);
  }
  for (const std::string& each : variables) ++runs_[each];
}

std::vector<std::string> Memory::Rules() const {
  std::vector<std::string> rules;
  for (const auto& [count, variable] : BestFirst(runs_)) {
    if (rules.size() == kMostRules) break;
    rules.push_back(fmt::format("variable={}:500", variable));
  }
  return rules;
}

}  // namespace raddle::noise
