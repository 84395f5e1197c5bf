#include "options/help.h"

#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "options/options.h"

namespace raddle::options {
namespace {

using Lines = std::vector<std::string>;

TEST(Wrap, BreaksAtSpaces) {
  EXPECT_EQ(Wrap("", 10), Lines{});
  EXPECT_EQ(Wrap("short", 10), Lines{"short"});
  EXPECT_EQ(Wrap("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(Wrap("one two three", 6), (Lines{"one", "two", "three"}));
  EXPECT_EQ(Wrap("unbreakable word", 4), (Lines{"unbreakable", "word"}));
}

TEST(Help, FitsATerminal) {
  for (const CommandSpec* command : AllCommands()) {
    std::istringstream text(Help(*command, Style::Plain()));
    for (std::string line; std::getline(text, line);) {
      EXPECT_LE(line.size(), 80u) << command->name << ": " << line;
      EXPECT_FALSE(line.ends_with(' ')) << command->name << ": '" << line << "'";
    }
  }
}

TEST(Help, NamesEveryOptionWithItsArgument) {
  for (const CommandSpec* command : AllCommands()) {
    std::string help = Help(*command, Style::Plain());
    std::string page = ManualPage(*command);
    for (const OptionSpec& option : command->options) {
      EXPECT_NE(help.find(option.Usage()), std::string::npos) << option.name;
      EXPECT_NE(page.find("`" + option.Usage() + "`"), std::string::npos) << option.name;
    }
  }
}

TEST(Help, ColourIsOnlyThatOfTheTitles) {
  const CommandSpec& command = SpecOf<DumpOptions>();
  EXPECT_EQ(Help(command, Style::Plain()).find('\x1b'), std::string::npos);
  EXPECT_NE(Help(command, Style::Coloured()).find("\x1b[1mUsage\x1b[0m"), std::string::npos);
}

TEST(Help, OverviewLeavesOutWhatIsHidden) {
  std::string text = Overview(Style::Plain());
  EXPECT_NE(text.find("\n  dump "), std::string::npos);
  EXPECT_EQ(text.find("\n  manual "), std::string::npos);
}

TEST(Table, NamesAreUniqueAndValuesHaveAnArgumentName) {
  std::set<std::string_view> commands;
  for (const CommandSpec* command : AllCommands()) {
    EXPECT_TRUE(commands.insert(command->name).second) << command->name;
    EXPECT_EQ(FindCommand(command->name), command);
    std::set<std::string> names;
    for (const OptionSpec& option : command->options) {
      EXPECT_TRUE(names.insert("--" + option.name).second) << option.name;
      if (!option.short_name.empty()) {
        EXPECT_TRUE(option.short_name.starts_with('-')) << option.short_name;
        EXPECT_TRUE(names.insert(std::string(option.short_name)).second) << option.short_name;
      }
      EXPECT_EQ(option.argument.empty(), option.takes == TakesValue::kNo) << option.name;
    }
  }
  EXPECT_EQ(FindCommand("no such"), nullptr);
}

}  // namespace
}  // namespace raddle::options
