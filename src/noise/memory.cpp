#include "noise/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "noise/pointcuts.h"
#include "noise/rule.h"

namespace raddle::noise {
namespace {

constexpr size_t kMostRules = 16;

// Accesses of the variable in the method. What a pointcut cannot name this way (elements, constructors, names that other
// languages make) is aimed at by the variable alone.
std::string RuleFor(const std::string& variable, const std::string& method) {
  const bool nameable = !method.empty() && !method.ends_with('>') && !variable.ends_with("[]");
  const std::string at =
      fmt::format("site=(get(* {0}) || set(* {0})) && withincode(* {1}(..)):500", variable, method);
  if (const Result<Rule> rule = ParseRule(at); nameable && rule && Pointcuts::Parse({*rule})) return at;
  return fmt::format("variable={}:500", variable);
}

}  // namespace

std::vector<std::pair<uint64_t, Memory::Place>> Memory::BestFirst() const {
  std::vector<std::pair<uint64_t, Place>> all;
  for (const auto& [place, count] : runs_) all.emplace_back(count, place);
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  return all;
}

Result<Memory> Memory::Read(const std::string& path) {
  Memory memory;
  std::ifstream file(path);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    uint64_t count = 0;
    Place place;
    if (!(words >> count >> place.variable)) {
      return Error{.reason = "is not a count, a variable and a method",
                   .place = fmt::format("{}: line {}", path, number)};
    }
    words >> place.method;
    memory.runs_[place] += count;
  }
  return memory;
}

Result<void> Memory::Write(const std::string& path) const {
  std::ofstream file(path, std::ios::trunc);
  file << "# where noise paid off: runs, variable, method\n";
  for (const auto& [count, place] : BestFirst()) {
    file << count << ' ' << place.variable << (place.method.empty() ? "" : " ") << place.method << '\n';
  }
  file.close();
  if (!file) return Error{.reason = "cannot be written", .place = path};
  return {};
}

void Memory::Add(const report::FindingsFile& run) {
  std::set<Place> places;
  for (const report::Finding& finding : run.findings) {
    const bool aimed = finding.kind == report::Kind::kDataRace || finding.kind == report::Kind::kAtomicityViolation;
    if (!aimed || finding.grade != report::Grade::kObserved || finding.variable.empty()) continue;
    for (const report::Access& access : finding.accesses) {
      places.insert({finding.variable, fmt::format("{}.{}", access.class_name, access.method)});
    }
  }
  for (const Place& each : places) ++runs_[each];
}

std::vector<std::string> Memory::Rules() const {
  std::vector<std::string> rules;
  for (const auto& [count, place] : BestFirst()) {
    if (rules.size() == kMostRules) break;
    rules.push_back(RuleFor(place.variable, place.method));
  }
  return rules;
}

}  // namespace raddle::noise
