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

// A watched method's frame is several times what it was, above all in compiled code: a program that is deep in
// recursion would end with a stack overflow that it does not have. So each stack is larger by this factor; nothing of it
// is memory before it is used.
inline constexpr int kStackFactor = 8;
inline constexpr const char kLargeStacks[] = "-Xss8m";  // that much more than java gives by itself

// A java command, with larger stacks, also where it says how large they are.
std::vector<std::string> WithLargeStacks(std::vector<std::string> command);

}  // namespace raddle::cli
