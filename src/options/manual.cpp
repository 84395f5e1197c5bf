#include <fmt/format.h>

#include "options/help.h"

namespace raddle::options {
namespace {

constexpr size_t kWidth = 110;

// A list item, wrapped and indented so that it is as readable in an editor as on a page.
std::string Item(std::string_view term, std::string_view explanation) {
  std::string item = fmt::format("`{}`: {}", term, explanation);
  return fmt::format("- {}\n", fmt::join(Wrap(item, kWidth), "\n  "));
}

}  // namespace

std::string ManualPage(const CommandSpec& command) {
  std::string text = fmt::format("# raddle {}\n\n", command.name);
  text +=
      fmt::format("<!-- From src/options/options.inc by `raddle manual {0}`: change it there. -->\n\n", command.name);
  text += fmt::format("{}\n\n    {}\n", fmt::join(Wrap(command.summary, kWidth), "\n"), command.Usage());
  for (std::string_view paragraph : command.about) {
    text += fmt::format("\n{}\n", fmt::join(Wrap(paragraph, kWidth), "\n"));
  }
  if (!command.operands.shape.empty()) {
    text += "\n## Arguments\n\n" + Item(command.operands.shape, command.operands.help);
  }
  std::string_view group;
  for (const OptionSpec& option : command.options) {
    if (group != option.group) text += fmt::format("\n## {}\n\n", option.group);
    group = option.group;
    text += Item(option.Usage(), option.Explanation());
  }
  if (!command.examples.empty()) text += "\n## Examples\n";
  for (const Example& example : command.examples) {
    text += fmt::format("\n{}:\n\n    {}\n", example.shows, example.line);
  }
  text += "\n## Exit status\n\n";
  for (const Status& status : command.statuses) text += Item(fmt::to_string(status.number), status.when);
  text += Item("2", "error of use; one line says what is wrong");
  return text;
}

}  // namespace raddle::options
