// heal: a program run with its atomic sections guarded.
#include "cli/agent_argument.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/watched.h"

namespace raddle::cli {

int RunHeal(const options::HealOptions& options) {
  if (options.atoms.entries.empty()) {
    return Complain("heal", Error{.reason = "--atoms FILE is needed: raddle atoms -cp CLASSES -o FILE makes one"});
  }
  if (Result<void> known = CheckHeal(options.heal); !known) return Complain("heal", known.error());
  options::RunOptions run = AsRun(options);
  // Sections are watched in any case; nothing else is, since this is for production.
  (void)options::Assign(run.detectors, "atomrace");
  Result<FindingsOutput> output = CheckedOutput(run);
  if (!output) return Complain("heal", output.error());
  Result<options::AgentOptions> agent = ForAgent(run);
  if (!agent) return Complain("heal", agent.error());
  agent->heal = options.heal;
  Result<Watched> watched = WatchOnce("heal", run, *std::move(agent));
  return watched ? DeliverWatched("heal", *std::move(watched), *output) : Complain("heal", watched.error());
}

}  // namespace raddle::cli
