#include "options/help.h"

#include <algorithm>

#include <fmt/format.h>

#include "options/options.h"

namespace raddle::options {
namespace {

constexpr size_t kWidth = 80;
constexpr size_t kWidestTerm = 26;  // a longer term stands on a line of its own

// Terms in a column, explanations wrapped in the next.
class Definitions {
 public:
  void Add(std::string term, std::string explanation) { rows_.push_back({std::move(term), std::move(explanation)}); }

  size_t Widest() const {
    size_t widest = 0;
    for (const Row& row : rows_) {
      if (row.term.size() <= kWidestTerm) widest = std::max(widest, row.term.size());
    }
    return widest;
  }

  std::string Print(size_t column) const {
    std::string text;
    size_t indent = 2 + column + 2;
    for (const Row& row : rows_) {
      std::string left = fmt::format("  {:<{}}  ", row.term, column);
      if (left.size() > indent) {
        text += fmt::format("  {}\n", row.term);
        left = std::string(indent, ' ');
      }
      for (const std::string& line : Wrap(row.explanation, kWidth - indent)) {
        text += left + line + "\n";
        left = std::string(indent, ' ');
      }
    }
    return text;
  }

 private:
  struct Row {
    std::string term;
    std::string explanation;
  };
  std::vector<Row> rows_;
};

std::string Paragraph(std::string_view text) {
  return fmt::format("{}\n", fmt::join(Wrap(text, kWidth), "\n"));
}

}  // namespace

std::vector<std::string> Wrap(std::string_view text, size_t width) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    size_t end = text.size();
    if (end > width) {
      end = text.rfind(' ', width);
      if (end == std::string_view::npos) end = std::min(text.find(' '), text.size());
    }
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string Help(const CommandSpec& command, const Style& style) {
  std::string text = fmt::format("{}\n\n", command.summary);
  text += fmt::format("{}\n  {}\n", style.Bold("Usage"), command.Usage());
  for (std::string_view paragraph : command.about) text.append("\n").append(Paragraph(paragraph));

  // Group by group, in the table's order; one column for all of them.
  std::vector<std::pair<std::string_view, Definitions>> groups;
  if (!command.operands.shape.empty()) {
    groups.emplace_back("Arguments", Definitions())
        .second.Add(std::string(command.operands.shape), std::string(command.operands.help));
  }
  for (const OptionSpec& option : command.options) {
    if (groups.empty() || groups.back().first != option.group) groups.emplace_back(option.group, Definitions());
    groups.back().second.Add(option.Usage(), option.Explanation());
  }
  size_t column = 0;
  for (const auto& [title, definitions] : groups) column = std::max(column, definitions.Widest());
  for (const auto& [title, definitions] : groups) {
    text += fmt::format("\n{}\n{}", style.Bold(title), definitions.Print(column));
  }

  if (!command.examples.empty()) text += fmt::format("\n{}\n", style.Bold("Examples"));
  for (const Example& example : command.examples) text += fmt::format("  {}\n      {}\n", example.line, example.shows);

  text += fmt::format("\n{}\n", style.Bold("Exit status"));
  Definitions statuses;
  for (const Status& status : command.statuses) statuses.Add(fmt::to_string(status.number), std::string(status.when));
  statuses.Add("2", "error of use; one line says what is wrong");
  return text + statuses.Print(statuses.Widest());
}

std::string Overview(const Style& style) {
  std::string text = "Raddle finds concurrency bugs in Java programs.\n";
  text += fmt::format("\n{}\n  raddle COMMAND [options] [arguments]\n", style.Bold("Usage"));
  text += fmt::format("\n{}\n", style.Bold("Commands"));
  Definitions commands;
  for (const CommandSpec* command : AllCommands()) {
    if (!command->hidden) commands.Add(std::string(command->name), std::string(command->summary));
  }
  text += commands.Print(commands.Widest());
  text += "\nraddle COMMAND --help explains a command; raddle demo shows what there is.\n";
  return text;
}

}  // namespace raddle::options
