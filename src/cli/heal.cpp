// heal: a program run with its atomic sections guarded.
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/watched.h"

namespace raddle::cli {
namespace {

options::RunOptions AsRun(const options::HealOptions& heal) {
  options::RunOptions run;
#define RADDLE_GROUP(title)
#define RADDLE_OPTION(type, member, short_name, argument, initial, help) run.member = heal.member;
#include "options/watch.inc"
#undef RADDLE_GROUP
#undef RADDLE_OPTION
  run.command = heal.command;
  run.suppress = heal.suppress;
  run.json = heal.json;
  run.fail_on = heal.fail_on;
  run.out = heal.out;
  // Sections are watched in any case; nothing else is, since this is for production.
  (void)options::Assign(run.detectors, "atomrace");
  return run;
}

}  // namespace

int RunHeal(const options::HealOptions& options) {
  if (options.atoms.entries.empty()) {
    return Complain("heal", Error{.reason = "--atoms FILE is needed: raddle atoms -cp CLASSES -o FILE makes one"});
  }
  if (options.heal != "schedule" && options.heal != "lock") {
    return Complain("heal", Error{.reason = "--heal " + options.heal + ": is neither schedule nor lock"});
  }
  const options::RunOptions run = AsRun(options);
  Result<FindingsOutput> output = CheckedOutput(run);
  if (!output) return Complain("heal", output.error());
  Result<options::AgentOptions> agent = ForAgent(run);
  if (!agent) return Complain("heal", agent.error());
  agent->heal = options.heal;
  Result<Watched> watched = WatchOnce("heal", run, *std::move(agent));
  return watched ? DeliverWatched("heal", *std::move(watched), *output) : Complain("heal", watched.error());
}

}  // namespace raddle::cli
