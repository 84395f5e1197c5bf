// How a JVM is given the agent.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "options/options.h"

namespace raddle::cli {

// "schedule" or "lock".
Result<void> CheckHeal(const std::string& how);

// What the agent would complain of only once the program is under way is an error of use now. Files are named as the
// JVM will find them, wherever it is started. `command` is the program, or empty where it is not known.
Result<void> PrepareForAgent(options::AgentOptions& agent, const std::vector<std::string>& command);

// "-agentpath:/.../libraddle.so=detectors=hb,strict". The error is one of installation.
Result<std::string> AgentArgument(const options::AgentOptions& options);

// As it has to be written in JAVA_TOOL_OPTIONS, where white space separates and quotes of both kinds quote, but nothing
// escapes.
std::string QuotedForEnvironment(std::string_view argument);

}  // namespace raddle::cli
