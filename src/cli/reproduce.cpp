#include "cli/reproduce.h"

#include <fmt/format.h>

#include "base/shell.h"

namespace raddle::cli {
namespace {

std::vector<std::string> Words(const options::RunOptions& options, const std::string& variable) {
  std::vector<std::string> words = {"raddle", "run"};
  auto add = [&](std::string_view name, std::string value) {
    words.emplace_back(name);
    words.push_back(std::move(value));
  };
  const std::string detectors = options::Show(options.detectors);
  if (detectors != options::Show(options::Detectors{})) add("--detectors", detectors);
  for (const std::string& file : options.atoms.entries) add("--atoms", file);
  for (const std::string& name : options.include.names) add("--include", name);
  for (const std::string& name : options.exclude.names) add("--exclude", name);
  if (options.weave_jdk) words.emplace_back("--weave-jdk");
  add("--noise", fmt::format("variable={}:1000", variable));
  add("--seed", fmt::to_string(options.seed));
  words.emplace_back("--");
  words.insert(words.end(), options.command.begin(), options.command.end());
  return words;
}

}  // namespace

void SayHowToReproduce(report::FindingsFile& file, const options::RunOptions& options) {
  for (report::Finding& finding : file.findings) {
    const bool aimed = finding.kind == report::Kind::kDataRace || finding.kind == report::Kind::kAtomicityViolation;
    if (!aimed || finding.variable.empty() || !finding.reproduce.empty()) continue;
    finding.reproduce = ShellLine(Words(options, finding.variable));
  }
}

}  // namespace raddle::cli
