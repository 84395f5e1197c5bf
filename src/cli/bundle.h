// Files that come with the command and are found relative to it: bin/raddle, lib/libraddle.so, java/bank.jar.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace raddle::cli {

// The path of "lib/libraddle.so"; the error says that it is missing.
Result<std::string> Bundled(std::string_view name);

}  // namespace raddle::cli
