// Runs a program once under the agent: what run, heal and hunt have in common.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/findings_output.h"
#include "options/options.h"
#include "report/finding.h"

namespace raddle::cli {

struct Watched {
  int status = 0;            // the program's own
  bool interrupted = false;  // as in Ran
  report::FindingsFile file;
};

// Copies the options that every command that watches a program has (options/watch.inc).
template <typename From, typename To>
void CopyWatch(const From& from, To& to) {
#define RADDLE_GROUP(title)
#define RADDLE_OPTION(type, member, short_name, argument, initial, help) \
  if constexpr (requires { from.member; }) to.member = from.member;
#include "options/watch.inc"
#undef RADDLE_GROUP
#undef RADDLE_OPTION
}

// Another command's options as options of run: what to watch, the program, and where the results go.
template <typename Options>
options::RunOptions AsRun(const Options& options) {
  options::RunOptions run;
  CopyWatch(options, run);
  run.command = options.command;
  run.suppress = options.suppress;
  run.json = options.json;
  run.fail_on = options.fail_on;
  run.out = options.out;
  return run;
}

// Finds what is wrong with the options before the program has run for an hour. All errors are errors of use.
Result<FindingsOutput> CheckedOutput(const options::RunOptions& options);
Result<options::AgentOptions> ForAgent(const options::RunOptions& options);

// The error: the program could not be started. Complaints begin with `command`.
Result<Watched> WatchOnce(std::string_view command, const options::RunOptions& options, options::AgentOptions agent);

// Suppresses, shows and writes findings. Returns the exit status: kFindings, or the program's own.
int DeliverWatched(std::string_view command, Watched watched, const FindingsOutput& output);

}  // namespace raddle::cli
