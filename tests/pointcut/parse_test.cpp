// printed.txt: pointcuts and how they print. errors.txt: what is no pointcut, with a caret below the character at
// fault.
#include "pointcut/parse.h"

#include <gtest/gtest.h>

#include <sstream>

#include "pointcut/print.h"
#include "program.h"

namespace raddle::pointcut {
namespace {

const std::vector<Formal> kFormals = {{"l", "java.lang.Object"}, {"n", "int"}};

TEST(Parse, PrintsInOneForm) {
  std::string table;
  std::istringstream in(ReadTable("printed.txt"));
  size_t count = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("  = ")) continue;
    table += line + "\n";
    if (line.empty() || line[0] == '#') continue;
    Result<Pointcut> pointcut = Parse(line, kFormals);
    ASSERT_TRUE(pointcut) << line << ": " << pointcut.error().ToString();
    std::string printed = Print(*pointcut);
    Result<Pointcut> again = Parse(printed, kFormals);
    ASSERT_TRUE(again) << printed << ": " << again.error().ToString();
    EXPECT_TRUE(*again == *pointcut) << line << " printed as " << printed << ", then as " << Print(*again);
    EXPECT_EQ(Print(*again), printed);
    if (printed != line) table += "  = " + printed + "\n";
    ++count;
  }
  EXPECT_GT(count, 60u);
  ExpectTable("printed.txt", table);
}

TEST(Parse, AllPointcutsOfTheTableComeBackFromTheirPrintedForm) {
  for (const Row& row : ReadRows("pointcuts.txt")) {
    Result<Pointcut> pointcut = Parse(row.text, row.formals);
    ASSERT_TRUE(pointcut) << row.text << ": " << pointcut.error().ToString();
    Result<Pointcut> again = Parse(Print(*pointcut), row.formals);
    ASSERT_TRUE(again) << row.text << ": " << again.error().ToString();
    EXPECT_TRUE(*again == *pointcut) << row.text;
  }
}

TEST(Parse, AnErrorPointsAtTheCharacter) {
  std::string table;
  std::istringstream in(ReadTable("errors.txt"));
  size_t count = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(' ') != std::string::npos && line[line.find_first_not_of(' ')] == '^') continue;
    table += line + "\n";
    if (line.empty() || line[0] == '#') continue;
    Result<Pointcut> pointcut = Parse(line, kFormals);
    ASSERT_FALSE(pointcut) << line;
    ASSERT_LE(pointcut.error().offset, line.size()) << line;
    table += std::string(pointcut.error().offset, ' ') + "^ " + pointcut.error().reason + "\n";
    ++count;
  }
  EXPECT_GT(count, 50u);
  ExpectTable("errors.txt", table);
}

TEST(Parse, NothingIsNoPointcut) {
  EXPECT_EQ(Parse("").error().ToString(), "offset 0: expected a pointcut, found the end");
  EXPECT_EQ(Parse("  ").error().ToString(), "offset 2: expected a pointcut, found the end");
}

TEST(Parse, DeepNestingIsAnErrorAndNoCrash) {
  for (const char* open : {"(", "!", "within((", "within(!", "call(@("}) {
    std::string text;
    for (int i = 0; i < 30'000 / 5; ++i) text += open;
    EXPECT_FALSE(Parse(text));
  }
}

TEST(Parse, SpaceDoesNotMatter) {
  EXPECT_TRUE(*Parse(" call ( public  *  a . b .. C + . m ( int , .. ) ) ") ==
              *Parse("call(public * a.b..C+.m(int,..))"));
}

}  // namespace
}  // namespace raddle::pointcut
