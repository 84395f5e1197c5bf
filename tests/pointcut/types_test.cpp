// Names, scopes and what a value can be.
#include "pointcut/types.h"

#include <gtest/gtest.h>

#include "pointcut/parse.h"
#include "program.h"

namespace raddle::pointcut {
namespace {

Truth Matches(std::string_view pattern, std::string_view descriptor, Scope scope = {}) {
  static PathOracle oracle;
  Result<TypePattern> type = ParseType(pattern);
  EXPECT_TRUE(type) << pattern;
  return Types(scope, oracle).Matches(*type, descriptor);
}

Truth IsInstance(std::string_view from, std::string_view to) {
  static PathOracle oracle;
  static Scope scope;
  return Types(scope, oracle).IsInstance(from, to);
}

TEST(Glob, StarStaysInAPieceAndDotsCrossThem) {
  struct {
    std::string_view pattern, text;
    bool matches;
  } rows[] = {
      {"a.B", "a.B", true},
      {"a.B", "a.C", false},
      {"*", "B", true},
      {"*", "a.B", false},
      {"a.*", "a.B", true},
      {"a.*", "a.b.C", false},
      {"a..*", "a.b.C", true},
      {"a..*", "a.B", true},
      {"a..*", "ab.C", false},
      {"a..C", "a.b.c.C", true},
      {"a..C", "a.C", true},
      {"a..C", "aC", false},
      {"*..C", "a.C", true},
      {"*..C", "C", false},
      {"*..*", "a.b.C", true},
      {"get*", "getX", true},
      {"*et*X*", "getX", true},
      {"*a*b", "aXbXc", false},
      {"a*..*b.C", "ax.y.zb.C", true},
      {"a..b..C", "a.b.C", true},
      {"a..b..C", "a.x.C", false},
  };
  for (const auto& row : rows)
    EXPECT_EQ(GlobMatches(row.pattern, row.text), row.matches) << row.pattern << " " << row.text;
}

TEST(Glob, ManyStarsCostNoMoreThanTheirLength) {
  std::string pattern, text(2000, 'a');
  for (int i = 0; i < 500; ++i) pattern += "*a";
  EXPECT_FALSE(GlobMatches(pattern + "*b", text));
}

TEST(Scope, ASimpleNameMeansWhatIsImported) {
  Scope shop{{"shop.*", "java.util.Map"}};
  EXPECT_EQ(Matches("Account", "Lshop/Account;"), Truth::kNo);
  EXPECT_EQ(Matches("Account", "Lshop/Account;", shop), Truth::kYes);
  EXPECT_EQ(Matches("Acc*", "Lshop/Account;", shop), Truth::kYes);
  EXPECT_EQ(Matches("Account", "Lother/Account;", shop), Truth::kNo);
  EXPECT_EQ(Matches("Plain", "LPlain;", shop), Truth::kYes);
  EXPECT_EQ(Matches("Map", "Ljava/util/Map;", shop), Truth::kYes);
  EXPECT_EQ(Matches("Map.Entry", "Ljava/util/Map$Entry;", shop), Truth::kYes);
  EXPECT_EQ(Matches("Map*", "Ljava/util/Map;", shop), Truth::kYes);
  EXPECT_EQ(Matches("Lis*", "Ljava/util/List;", shop), Truth::kNo);
  EXPECT_EQ(Matches("String", "Ljava/lang/String;"), Truth::kYes);
  EXPECT_EQ(Matches("Str*", "Ljava/lang/String;"), Truth::kYes);
}

TEST(Scope, AnImportHidesJavaLang) {
  Scope scope{{"shop.Account"}};
  EXPECT_EQ(Matches("Account", "LAccount;", scope), Truth::kNo);
}

TEST(TypePatterns, ArraysAndPrimitives) {
  EXPECT_EQ(Matches("int", "I"), Truth::kYes);
  EXPECT_EQ(Matches("int[]", "[I"), Truth::kYes);
  EXPECT_EQ(Matches("int", "[I"), Truth::kNo);
  EXPECT_EQ(Matches("*", "[I"), Truth::kYes);
  EXPECT_EQ(Matches("*[]", "[[I"), Truth::kYes);
  EXPECT_EQ(Matches("*[]", "I"), Truth::kNo);
  EXPECT_EQ(Matches("Object+", "[I"), Truth::kYes);
  EXPECT_EQ(Matches("Object", "[I"), Truth::kNo);
  EXPECT_EQ(Matches("Object+", "I"), Truth::kNo);
  EXPECT_EQ(Matches("Object+[]", "[[I"), Truth::kYes);
  EXPECT_EQ(Matches("Number+[]", "[Ljava/lang/Integer;"), Truth::kYes);
  EXPECT_EQ(Matches("void", "V"), Truth::kYes);
  EXPECT_EQ(Matches("!void", "I"), Truth::kYes);
  EXPECT_EQ(Matches("!void", "V"), Truth::kNo);
}

TEST(TypePatterns, Annotations) {
  EXPECT_EQ(Matches("@shop.Marked *", "Lshop/Account;"), Truth::kYes);
  EXPECT_EQ(Matches("@shop.Marked *", "Lshop/Savings;"), Truth::kYes) << "inherited";
  EXPECT_EQ(Matches("@shop.Marked *", "Lshop/Teller;"), Truth::kNo);
  EXPECT_EQ(Matches("!@shop.Marked *", "Lshop/Teller;"), Truth::kYes);
  EXPECT_EQ(Matches("@shop.Marked shop.Closing+", "Lshop/Account;"), Truth::kYes);
  EXPECT_EQ(Matches("@shop.Marked shop.Closing+", "Lshop/Closing;"), Truth::kNo);
  EXPECT_EQ(Matches("@shop.Marked *", "I"), Truth::kNo);
  EXPECT_EQ(Matches("@(shop.Audited || shop.Mark*) *", "Lshop/Account;"), Truth::kYes);
}

TEST(TypePatterns, WhatNobodyKnowsIsMaybe) {
  EXPECT_EQ(Matches("shop.Closing+", "Lgone/Away;"), Truth::kMaybe);
  EXPECT_EQ(Matches("!shop.Closing+", "Lgone/Away;"), Truth::kMaybe);
  EXPECT_EQ(Matches("gone.Away+", "Lgone/Away;"), Truth::kYes);
  EXPECT_EQ(Matches("Object+", "Lgone/Away;"), Truth::kYes);
  EXPECT_EQ(Matches("@shop.Marked *", "Lgone/Away;"), Truth::kMaybe);
  EXPECT_EQ(Matches("shop.Account", "Lgone/Away;"), Truth::kNo);
}

TEST(Values, CanBeWhatTheirStaticTypeAllows) {
  struct {
    std::string_view from, to;
    Truth is;
  } rows[] = {
      {"Lshop/Savings;", "Lshop/Account;", Truth::kYes},
      {"Lshop/Account;", "Lshop/Savings;", Truth::kMaybe},
      {"Lshop/Account;", "Lshop/Teller;", Truth::kNo},
      {"Lshop/Account;", "Ljava/lang/Runnable;", Truth::kMaybe},
      {"Lshop/Savings$Locked;", "Ljava/lang/Runnable;", Truth::kNo},
      {"Lshop/Closing;", "Ljava/lang/String;", Truth::kNo},
      {"Lshop/Closing;", "Lshop/Teller;", Truth::kMaybe},
      {"Ljava/lang/Object;", "[I", Truth::kMaybe},
      {"[I", "Ljava/lang/Object;", Truth::kYes},
      {"[I", "Lshop/Account;", Truth::kNo},
      {"[Ljava/lang/Object;", "[Lshop/Account;", Truth::kMaybe},
      {"[Lshop/Account;", "[Ljava/lang/Object;", Truth::kYes},
      {"[I", "[J", Truth::kNo},
      {"Lgone/Away;", "Lshop/Account;", Truth::kMaybe},
      {"I", "I", Truth::kYes},
      {"I", "J", Truth::kYes},
      {"J", "I", Truth::kNo},
      {"I", "Ljava/lang/Integer;", Truth::kYes},
      {"I", "Ljava/lang/Object;", Truth::kYes},
      {"I", "Ljava/lang/Number;", Truth::kNo},
      {"Ljava/lang/Integer;", "I", Truth::kYes},
      {"Ljava/lang/Object;", "I", Truth::kNo},
      {"Z", "I", Truth::kNo},
  };
  for (const auto& row : rows) EXPECT_EQ(IsInstance(row.from, row.to), row.is) << row.from << " " << row.to;
}

}  // namespace
}  // namespace raddle::pointcut
