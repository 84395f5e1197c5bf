#include "base/terminal.h"

#include <gtest/gtest.h>

#include "base/progress.h"

namespace raddle {
namespace {

TEST(Style, WrapsTextOnlyWhereColourIsWanted) {
  EXPECT_EQ(Style::Plain().Bold("x"), "x");
  EXPECT_EQ(Style::Coloured().Bold("x"), "\x1b[1mx\x1b[0m");
  EXPECT_EQ(Style::Coloured().Red("x"), "\x1b[31mx\x1b[0m");
}

TEST(Style, AFileIsNoTerminal) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  EXPECT_FALSE(IsTerminal(file));
  EXPECT_EQ(Style::For(file).Bold("x"), "x");
  std::fclose(file);
}

TEST(Progress, WritesNothingToAFile) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  {
    Progress progress("selfcheck", 10, file);
    for (int i = 0; i < 10; ++i) progress.Advance();
  }
  EXPECT_EQ(std::ftell(file), 0);
  std::fclose(file);
}

TEST(Progress, LineFitsTheTerminal) {
  EXPECT_EQ(Progress::Line("check", 5, 10, 40), "check  [#########.........]   50%  5/10");
  EXPECT_EQ(Progress::Line("check", 5, 10, 20), "check   50%  5/10");
  EXPECT_EQ(Progress::Line("check", 11, 10, 20), "check  100%  10/10");
  EXPECT_EQ(Progress::Line("check", 0, 0, 20), "check  100%  0/0");
  for (unsigned columns = 40; columns < 200; ++columns) {
    EXPECT_LT(Progress::Line("selfcheck", 12345, 30000, columns).size(), columns);
  }
}

}  // namespace
}  // namespace raddle
