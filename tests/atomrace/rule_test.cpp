#include "noise/rule.h"

#include <gtest/gtest.h>

namespace raddle::noise {
namespace {

TEST(NoiseRule, SaysWhereHowOftenAndHowLong) {
  const Result<Rule> rule = ParseRule("variable=com.acme.Account.balance:500:2.5");
  ASSERT_TRUE(static_cast<bool>(rule));
  EXPECT_EQ(rule->target, Target::kVariable);
  EXPECT_EQ(rule->pattern, "com.acme.Account.balance");
  EXPECT_EQ(rule->per_mille, 500u);
  EXPECT_EQ(rule->longest, std::chrono::microseconds(2500));
  EXPECT_FALSE(rule->kind.has_value());
}

TEST(NoiseRule, MayLeaveOutTheTimeAndNameAKind) {
  const Result<Rule> rule = ParseRule("site=Bank.transfer:1000:spin");
  ASSERT_TRUE(static_cast<bool>(rule));
  EXPECT_EQ(rule->target, Target::kSite);
  EXPECT_EQ(rule->per_mille, 1000u);
  EXPECT_EQ(rule->longest, Rule::kDefaultLongest);
  EXPECT_EQ(rule->kind, Kind::kSpin);
}

TEST(NoiseRule, IsRefusedInOneLineThatNamesIt) {
  for (const char* bad : {"", "random", "random:", "random:1.5:1", "random:1001:1", "random:5:60001", "variable=:5",
                          "elsewhere=X:5:5", "random:-1:1"}) {
    const Result<Rule> rule = ParseRule(bad);
    ASSERT_FALSE(static_cast<bool>(rule)) << bad;
    EXPECT_TRUE(rule.error().ToString().starts_with("--noise " + std::string(bad))) << rule.error().ToString();
  }
}

TEST(NoiseRule, PatternsMatchNamesWithOrWithoutThePackage) {
  EXPECT_TRUE(NamePattern("Account.balance").Matches("com.acme.Account.balance"));
  EXPECT_TRUE(NamePattern("com.acme.*.balance").Matches("com.acme.Account.balance"));
  EXPECT_TRUE(NamePattern("balance").Matches("com.acme.Account.balance"));
  EXPECT_TRUE(NamePattern("int[]").Matches("int[]"));
  EXPECT_FALSE(NamePattern("count.balance").Matches("com.acme.Account.balance"));
  EXPECT_FALSE(NamePattern("com.acme.*").Matches("com.acme.Account.balance"));
  EXPECT_TRUE(NamePattern("com.acme.**").Matches("com.acme.Account.balance"));
}

TEST(NoiseBudget, IsAPartOfTheRunTime) {
  EXPECT_EQ(*ParseBudget("20%"), 0.2);
  EXPECT_EQ(*ParseBudget("100"), 1.0);
  for (const char* bad : {"", "%", "101%", "-1", "a lot"}) EXPECT_FALSE(static_cast<bool>(ParseBudget(bad))) << bad;
}

}  // namespace
}  // namespace raddle::noise
