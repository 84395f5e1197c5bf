// check: static race detection over a class path.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <iterator>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "base/terminal.h"
#include "check/checker.h"
#include "cli/class_path_options.h"
#include "cli/commands.h"
#include "cli/findings_output.h"
#include "cli/jdk_home.h"
#include "cli/output.h"
#include "pointer/contexts.h"
#include "report/files.h"

namespace raddle::cli {
namespace {

std::atomic<bool> stop = false;

// Ctrl-C once: report what there is. Twice: the default, which ends the command.
void OnInterrupt(int) {
  stop = true;
  std::signal(SIGINT, SIG_DFL);
}

Result<check::Settings> ReadSettings(const options::CheckOptions& options) {
  if (options.main.empty() == !options.open) {
    return Error{.reason =
                     "say what to check: --main CLASS for a program, or "
                     "--open for a library"};
  }
  if (!options.open && !options.api.names.empty()) {
    return Error{.reason =
                     "--api goes with --open: a program is called from "
                     "its main method only"};
  }
  if (options.class_path.empty() && options.analyse.names.empty()) {
    return Error{.reason = "no class path: name the program's jars and directories with -cp"};
  }
  check::Settings settings;
  settings.chooses = options.contexts == "auto";
  if (!settings.chooses) {
    Result<pointer::Policy> policy = pointer::Policy::Parse(options.contexts);
    if (!policy) return policy.error().In("--contexts");
    settings.policy = *policy;
  }
  settings.main = options.main;
  settings.api = options.api.names;
  for (std::string package : options.analyse.names) {
    std::replace(package.begin(), package.end(), '.', '/');
    settings.analyse.push_back(package + "/");
  }
  settings.budget = std::chrono::seconds(options.budget.value);
  settings.memory = uint64_t{options.memory.value} << 20;
  settings.limit = options.limit;
  settings.doubtful = options.doubtful;
  if (!options.annotations.empty()) {
    RADDLE_TRY(std::string text, report::ReadWholeFile(options.annotations));
    Result<race::Assumptions> assumptions = race::Assumptions::Parse(text);
    if (!assumptions) return std::move(assumptions).error().In(options.annotations);
    settings.assumptions = *std::move(assumptions);
  }
  settings.stop = &stop;
  return settings;
}

// "points-to: 1200 methods, 3400 objects", on a terminal only, each over the
// one before.
void ShowStep(std::string_view step) {
  std::string line = fmt::format("\r\x1b[Kcheck: {}", step);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

std::string StatisticsText(const check::Statistics& s) {
  constexpr std::string_view kNames[] = {"original", "reachable", "aliasing", "escaping", "unlocked"};
  std::string text = "pairs of accesses\n";
  for (size_t i = 0; i < std::size(kNames); ++i) text += fmt::format("  {:<10} {:>12}\n", kNames[i], s.pairs[i]);
  text += fmt::format(
      "contexts {}: {} methods in {} contexts, {} objects, {} "
      "calls, {} threads, {} variables\n",
      s.contexts, s.methods, s.instances, s.objects, s.edges, s.roots, s.nodes);
  double total = 0;
  text += "seconds";
  for (const auto& [step, seconds] : s.seconds) {
    text += fmt::format(" {} {:.2f}", step, seconds);
    total += seconds;
  }
  return text + fmt::format("; together {:.2f}\n", total);
}

}  // namespace

int RunCheck(const options::CheckOptions& options) {
  Result<FindingsOutput> output = ReadFindingsOutput(options.suppress, options.json, options.fail_on);
  if (!output) return Complain("check", output.error());
  Result<check::Settings> settings = ReadSettings(options);
  if (!settings) return Complain("check", settings.error());
  options::MaybeText jdk = options.jdk;
  jdk.given = true;
  Result<classpath::ClassPath> class_path = OpenClassPath(options.class_path, jdk);
  if (!class_path) return Complain("check", class_path.error());

  bool shows_progress = IsTerminal(stderr);
  if (shows_progress) settings->progress = ShowStep;
  std::signal(SIGINT, OnInterrupt);
  Result<check::Outcome> outcome = check::Check(*class_path, *settings);
  std::signal(SIGINT, SIG_DFL);
  if (shows_progress) std::fputs("\r\x1b[K", stderr);
  if (!outcome) return Complain("check", outcome.error());

  report::FindingsFile file;
  file.raddle = RADDLE_VERSION;
  file.command = OwnCommandLine();
  file.notes = std::move(outcome->notes);
  file.findings = std::move(outcome->findings);
  report::Suppress(file, output->suppressions);
  report::Tally(file);
  if (options.stats) {
    std::string text = StatisticsText(outcome->statistics);
    std::fputs(text.c_str(), options.json == "-" ? stderr : stdout);
  }
  return Deliver("check", file, *output, stdout);
}

}  // namespace raddle::cli
