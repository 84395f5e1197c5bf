// What a java command line says of the program's class path.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace raddle::cli {

// Nothing where it cannot be told for sure: another command than java, argument files, modules, options in the environment.
std::optional<std::string> ClassPathOf(const std::vector<std::string>& command);

}  // namespace raddle::cli
