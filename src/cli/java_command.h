// What a java command line says about the program.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace raddle::cli {

// None where it cannot be told for sure: another command than java, argument files, modules, options in the
// environment.
std::optional<std::string> ClassPathOf(const std::vector<std::string>& command);

struct JavaProgram {
  std::string class_path;
  std::string main;
};

// The program, as far as a static check needs it. None for a command other than java, for a module, or where the main
// class cannot be told.
std::optional<JavaProgram> ProgramOf(const std::vector<std::string>& command);

// A watched method's frame is several times its usual size, above all in compiled code. A program that is deep in
// recursion would end with a stack overflow that it does not have without us. So each stack is made larger by this
// factor; stack that is not used takes no memory.
inline constexpr int kStackFactor = 8;
inline constexpr const char kLargeStacks[] = "-Xss8m";  // the default of java times the factor

// A java command with larger stacks, also where the command itself sets their size.
std::vector<std::string> WithLargeStacks(std::vector<std::string> command);

}  // namespace raddle::cli
