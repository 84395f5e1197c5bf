// raddle COMMAND ...: finds the command in the option table, parses, calls, and returns its exit status.
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "cli/output.h"
#include "options/help.h"
#include "options/parse.h"

namespace raddle::cli {
namespace {

template <typename Options>
int Call(options::Arguments arguments, int (*run)(const Options&)) {
  const options::CommandSpec& command = options::SpecOf<Options>();
  Result<Options> parsed = options::Parse<Options>(arguments);
  if (!parsed) return Complain(command.name, parsed.error());
  if (parsed->help) {
    Print(options::Help(command, Style::For(stdout)));
    return kOk;
  }
  return run(*parsed);
}

int Dispatch(std::string_view name, options::Arguments arguments) {
#define RADDLE_COMMAND(Type, command, summary) \
  if (name == command) return Call<options::Type##Options>(arguments, Run##Type);
#include "options/options.inc"
  return Complain("", options::UnknownCommand(name));
}

// The spellings that other tools have taught everybody.
std::string_view CommandOf(std::string_view argument) {
  if (argument == "--help" || argument == "-h") return "help";
  if (argument == "--version" || argument == "-version") return "version";
  return argument;
}

int Main(options::Arguments arguments) {
  if (arguments.empty()) return Dispatch("help", {});
  return Dispatch(CommandOf(arguments[0]), arguments.subspan(1));
}

}  // namespace
}  // namespace raddle::cli

int main(int argc, char** argv) {
  std::vector<std::string_view> arguments(argv + 1, argv + argc);
  return raddle::cli::Finish(raddle::cli::Main(arguments));
}
