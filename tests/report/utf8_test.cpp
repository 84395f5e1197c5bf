#include "report/utf8.h"

#include <gtest/gtest.h>

#include <random>

namespace raddle::report {
namespace {

TEST(Utf8, WhatTheJvmWritesBecomesStandard) {
  using namespace std::string_literals;
  EXPECT_EQ(CleanUtf8("plain"), "plain");
  EXPECT_EQ(CleanUtf8("caf\xc3\xa9"), "caf\xc3\xa9");
  EXPECT_EQ(CleanUtf8("\xed\xa0\xbd\xed\xb8\x80"), "\xf0\x9f\x98\x80");
  EXPECT_EQ(CleanUtf8("\xf0\x9f\x98\x80"), "\xf0\x9f\x98\x80");
  EXPECT_EQ(CleanUtf8("a\xc0\x80z"), "a\0z"s);
}

TEST(Utf8, WhatIsNeitherIsReplaced) {
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(CleanUtf8("\xff"), bad);
  EXPECT_EQ(CleanUtf8("\xc3"), bad);
  EXPECT_EQ(CleanUtf8("\xc3x"), bad + "x");
  EXPECT_EQ(CleanUtf8("\xc1\x81"), bad + bad);  // too long for what it says
  EXPECT_EQ(CleanUtf8("\xed\xa0\xbd"), bad);    // half a pair
  EXPECT_EQ(CleanUtf8("\xed\xb8\x80\xed\xa0\xbd"), bad + bad);
  EXPECT_EQ(CleanUtf8("\xf4\x90\x80\x80"), bad + bad + bad + bad);  // beyond the last character
}

TEST(Utf8, CleaningTwiceChangesNothing) {
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string text(random() % 12, '\0');
    for (char& c : text) c = "a\xc0\x80\xed\xa0\xbd\xb8\xf0\x9f\x98\xc3\xff"[random() % 12];
    std::string clean = CleanUtf8(text);
    EXPECT_EQ(CleanUtf8(clean), clean);
  }
}

TEST(Utf8, ATerminalGetsNoControlCharacters) {
  EXPECT_EQ(ForTerminal("\x1b[31mred\r\n"), "\\u001b[31mred\\u000d\\u000a");
  EXPECT_EQ(ForTerminal("\xc2\x9b"
                        "31m"),
            "\\u009b31m");
  EXPECT_EQ(ForTerminal("\xe2\x80\xae"
                        "cba\xe2\x80\xa8"),
            "\\u202ecba\\u2028");  // right to left; a new line
  EXPECT_EQ(ForTerminal("caf\xc3\xa9 \xf0\x9f\x98\x80"), "caf\xc3\xa9 \xf0\x9f\x98\x80");
}

}  // namespace
}  // namespace raddle::report
