// hunt: what the code allows, what each run shows, and noise where the two say that something may be.
//
//   check -> suspects -> run 1 with noise at them -> what was predicted there joins them -> run 2 with another seed ...
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <set>

#include "base/subprocess.h"
#include "cli/commands.h"
#include "cli/java_command.h"
#include "cli/output.h"
#include "cli/program.h"
#include "cli/watched.h"
#include "report/load.h"
#include "report/merge.h"
#include "report/words.h"

namespace raddle::cli {
namespace {

constexpr size_t kMostSuspects = 12;  // more at a time drown each other

options::RunOptions RunOf(const options::HuntOptions& hunt) {
  options::RunOptions run = AsRun(hunt);
  run.noise_memory = hunt.noise_memory;
  // Unless something else is asked for, what happened, what could have, and what can be caught.
  if (options::Show(run.detectors) == options::Show(options::Detectors{})) run.detectors.atomrace = true;
  return run;
}

// The suspects of a static check. It runs as a process of its own, so that whatever happens to it the hunt goes on; what
// it says on stderr (how far it is, on a terminal; why it gave up) is for the user too.
Result<report::FindingsFile> Check(const std::vector<std::string>& command, bool& interrupted) {
  const std::optional<JavaProgram> program = ProgramOf(command);
  if (!program) return Error{.reason = "the command is no java command that says where its classes are"};
  RADDLE_TRY(TemporaryDirectory scratch, TemporaryDirectory::Create());
  const std::string json = scratch.path() + "/check.json";
  std::error_code ignored;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  RADDLE_TRY(const Ran ran,
             RunProgram({"/bin/sh", "-c", "exec \"$0\" \"$@\" </dev/null >/dev/null", self, "check", "-cp",
                         program->class_path, "--main", program->main, "--budget", "20", "--doubtful", "--fail-on",
                         "never", "--json", json},
                        {}));
  interrupted = ran.interrupted;
  if (ran.status != 0) return Error{.reason = fmt::format("raddle check gave status {}", ran.status)};
  return report::Load(json);
}

class Suspects {
 public:
  // Those that have not been caught yet, in the order in which they came.
  void Add(const report::FindingsFile& file) {
    for (const report::Finding& finding : file.findings) {
      const bool aimed = finding.kind == report::Kind::kDataRace || finding.kind == report::Kind::kAtomicityViolation;
      if (!aimed || finding.variable.empty()) continue;
      if (finding.grade == report::Grade::kObserved) {
        caught_.insert(finding.variable);
      } else if (known_.insert(finding.variable).second) {
        order_.push_back(finding.variable);
      }
    }
  }

  size_t size() const { return order_.size(); }

  // For run number `n`: some of them in turn, for so many milliseconds at most, and a little everywhere.
  std::vector<std::string> Noise(uint32_t n, int longest) const {
    std::vector<std::string> open, rules;
    for (const std::string& each : order_) {
      if (!caught_.contains(each)) open.push_back(each);
    }
    for (size_t i = 0; i < open.size() && i < kMostSuspects; ++i) {
      const std::string& variable = open[(i + n * kMostSuspects) % open.size()];
      rules.push_back(fmt::format("variable={}:{}:{}", variable, n % 2 == 0 ? 1000 : 300, longest));
    }
    if (n % 3 != 0 || rules.empty()) rules.push_back("random:50:2");
    return rules;
  }

 private:
  std::set<std::string> known_, caught_;
  std::vector<std::string> order_;
};

using Clock = std::chrono::steady_clock;

// What keeps two threads apart may be a pause of the program's own, so that a wait must be as long. It ends when
// another thread comes; but where none does, each access takes that long: only if the last run took no time to speak of.
int LongestHold(uint32_t n, Clock::duration last_run) {
  constexpr int kLonger[] = {10, 100, 500};
  return last_run > std::chrono::seconds(2) ? kLonger[0] : kLonger[n / 2 % 3];
}

}  // namespace

int RunHunt(const options::HuntOptions& options) {
  options::RunOptions run = RunOf(options);
  Result<FindingsOutput> output = CheckedOutput(run);
  if (!output) return Complain("hunt", output.error());
  if (Result<options::AgentOptions> agent = ForAgent(run); !agent) return Complain("hunt", agent.error());
  if (options.runs == 0) return Complain("hunt", Error{.reason = "--runs 0: there is nothing to do"});

  Suspects suspects;
  std::vector<report::FindingsFile> files;
  Watched all;
  if (Result<report::FindingsFile> checked = Check(options.command, all.interrupted)) {
    suspects.Add(*checked);
    Tell("hunt", report::Plural(suspects.size(), "suspected variable"));
    files.push_back(*std::move(checked));
  } else if (!all.interrupted) {
    Tell("hunt", fmt::format("no static check ({}): noise is spread at random", checked.error().ToString()));
  }
  if (all.interrupted) all.status = 128 + SIGINT;

  const auto begin = Clock::now();
  Clock::duration last_run{0};
  for (uint32_t n = 0; n < options.runs && !all.interrupted; ++n) {
    const auto started = Clock::now();
    const auto budget = std::chrono::seconds(options.budget.value);
    if (n > 0 && budget.count() > 0 && started - begin > budget) break;
    options::RunOptions now = run;
    if (run.noise.texts.empty()) now.noise.texts = suspects.Noise(n, LongestHold(n, last_run));
    now.seed = run.seed + n;
    Result<options::AgentOptions> agent = ForAgent(now);
    if (!agent) return Complain("hunt", agent.error());
    agent->quiet = true;
    Result<Watched> watched = WatchOnce("hunt", now, *std::move(agent));
    if (!watched) return Complain("hunt", watched.error());
    last_run = Clock::now() - started;
    if (all.status == 0) all.status = watched->status;
    all.interrupted = watched->interrupted;
    suspects.Add(watched->file);
    const uint64_t observed = watched->file.summary.observed;
    Tell("hunt", fmt::format("run {} of {}: {} observed{}", n + 1, options.runs, observed,
                             all.interrupted ? "; interrupted" : ""));
    const bool enough = options.first && output->fail_on && report::AtLeast(watched->file, *output->fail_on) > 0;
    files.push_back(std::move(watched->file));
    if (enough) break;
  }
  if (files.size() > 1 && files.front().command != files.back().command) files.front().command = files.back().command;
  all.file = report::MergeFiles(std::move(files));
  report::Tally(all.file);
  return DeliverWatched("hunt", std::move(all), *output);
}

}  // namespace raddle::cli
