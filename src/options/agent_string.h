// The agent's options as they stand after '=' in -agentpath:.../libraddle.so=OPTIONS.
//
//   detectors=hb,racer,include=com.acme+org.x,strict,out=/var/tmp/raddle
//
// The names are those of `raddle agent`, without the dashes. A comma separates; one that belongs to a value is written
// twice. A word without '=' that is the name of no option goes with the list before it, so that `detectors=hb,racer`
// is what it looks like; '+' separates the words of a list in any case. The last of two values holds, lists grow.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "options/options.h"

namespace raddle::options {

// The error is one line.
Result<AgentOptions> ParseAgentString(std::string_view text);

// What ParseAgentString makes the same options of; without the defaults.
std::string AgentString(const AgentOptions& options);

}  // namespace raddle::options
