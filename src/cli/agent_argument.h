// How a JVM is given the agent.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "options/options.h"

namespace raddle::cli {

// "-agentpath:/.../libraddle.so=detectors=hb,strict". The error is one of installation.
Result<std::string> AgentArgument(const options::AgentOptions& options);

// As it has to be written in JAVA_TOOL_OPTIONS, where white space separates and quotes of both kinds quote, but nothing
// escapes.
std::string QuotedForEnvironment(std::string_view argument);

// Files as the JVM will find them, wherever it is started. The error: one is not there.
Result<void> MakeAbsolute(options::Files& files);

}  // namespace raddle::cli
