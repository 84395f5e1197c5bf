// What a java command line says of the program.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace raddle::cli {

// Nothing where it cannot be told for sure: another command than java, argument files, modules, options in the environment.
std::optional<std::string> ClassPathOf(const std::vector<std::string>& command);

struct JavaProgram {
  std::string class_path;
  std::string main;
};

// As far as a static check wants to know. Nothing for a command that is no java, runs a module, or whose main class
// cannot be told.
std::optional<JavaProgram> ProgramOf(const std::vector<std::string>& command);

}  // namespace raddle::cli
