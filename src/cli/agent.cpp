// agent: the argument that gives the agent to java by hand.
#include "cli/agent_argument.h"
#include "cli/commands.h"
#include "cli/output.h"

namespace raddle::cli {

int RunAgent(const options::AgentOptions& options) {
  options::AgentOptions agent = options;
  if (Result<void> prepared = PrepareForAgent(agent, {}); !prepared) return Complain("agent", prepared.error());
  Result<std::string> argument = AgentArgument(agent);
  if (!argument) return Complain("agent", argument.error(), kFailed);
  Print(*argument + "\n");
  return kOk;
}

}  // namespace raddle::cli
