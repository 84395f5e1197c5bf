// help, version, and manual, which writes the pages under docs/man.
#include "options/help.h"

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/output.h"
#include "options/parse.h"

namespace raddle::cli {

int RunHelp(const options::HelpOptions& options) {
  Style style = Style::For(stdout);
  if (options.commands.empty()) {
    Print(options::Overview(style));
    return kOk;
  }
  const options::CommandSpec* command = options::FindCommand(options.commands[0]);
  if (command == nullptr) return Complain("help", options::UnknownCommand(options.commands[0]));
  Print(options::Help(*command, style));
  return kOk;
}

int RunVersion(const options::VersionOptions&) {
  Print("raddle " RADDLE_VERSION "\n");
  return kOk;
}

int RunManual(const options::ManualOptions& options) {
  const options::CommandSpec* command = options::FindCommand(options.commands[0]);
  if (command == nullptr) return Complain("manual", options::UnknownCommand(options.commands[0]));
  Print(options::ManualPage(*command));
  return kOk;
}

}  // namespace raddle::cli
