// How the agent is passed to a JVM.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "options/options.h"

namespace raddle::cli {

// "schedule" or "lock".
Result<void> CheckHeal(const std::string& how);

// Reports as errors of use now what the agent would complain about only when the program is under way. Makes file names
// absolute, so that the JVM finds them wherever it is started. `command` is the program, or empty where it is not
// known.
Result<void> PrepareForAgent(options::AgentOptions& agent, const std::vector<std::string>& command);

// "-agentpath:/.../libraddle.so=detectors=hb,strict". The error is one of installation.
Result<std::string> AgentArgument(const options::AgentOptions& options);

// The argument as it has to be written in JAVA_TOOL_OPTIONS, where white space separates arguments, quotes of both
// kinds quote, and nothing escapes.
std::string QuotedForEnvironment(std::string_view argument);

}  // namespace raddle::cli
