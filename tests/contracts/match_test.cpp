// Which methods a contract is about.
#include <gtest/gtest.h>

#include "contracts/contract.h"

namespace raddle::contracts {
namespace {

// Whether "class a.B / LINE" is about a method.
bool Matches(std::string_view line, std::string_view name, std::string_view descriptor) {
  const Result<Contracts> contracts = Parse("class a.B\n" + std::string(line) + ": nothing", "a.contracts");
  EXPECT_TRUE(contracts) << contracts.error().ToString();
  return contracts && contracts->front().methods.front().Matches(name, descriptor);
}

TEST(MethodContract, GoesByNameAndParameters) {
  EXPECT_TRUE(Matches("m()", "m", "()V"));
  EXPECT_TRUE(Matches("m()", "m", "()Ljava/lang/Object;"));
  EXPECT_FALSE(Matches("m()", "n", "()V"));
  EXPECT_FALSE(Matches("m()", "m", "(I)V"));
  EXPECT_TRUE(Matches("m(int, long)", "m", "(IJ)V"));
  EXPECT_FALSE(Matches("m(int, long)", "m", "(JI)V"));
  EXPECT_FALSE(Matches("m(int, long)", "m", "(I)V"));
  EXPECT_FALSE(Matches("m(int)", "m", "(IJ)V"));
}

TEST(MethodContract, TakesAnyParametersForTwoDots) {
  EXPECT_TRUE(Matches("m(..)", "m", "()V"));
  EXPECT_TRUE(Matches("m(..)", "m", "(I[[Ljava/lang/String;)V"));
}

TEST(MethodContract, TakesAnyOfItsNames) {
  EXPECT_TRUE(Matches("m|n(..)", "m", "()V"));
  EXPECT_TRUE(Matches("m|n(..)", "n", "()V"));
  EXPECT_FALSE(Matches("m|n(..)", "o", "()V"));
}

TEST(MethodContract, KnowsATypeByItsSimpleName) {
  constexpr std::string_view kUnit = "(Ljava/util/concurrent/TimeUnit;)V";
  EXPECT_TRUE(Matches("m(TimeUnit)", "m", kUnit));
  EXPECT_TRUE(Matches("m(java.util.concurrent.TimeUnit)", "m", kUnit));
  EXPECT_TRUE(Matches("m(concurrent.TimeUnit)", "m", kUnit));
  EXPECT_FALSE(Matches("m(Unit)", "m", kUnit));
  EXPECT_FALSE(Matches("m(org.TimeUnit)", "m", kUnit));
  EXPECT_TRUE(Matches("m(Node)", "m", "(La/List$Node;)V"));
  EXPECT_TRUE(Matches("m(List$Node)", "m", "(La/List$Node;)V"));
  EXPECT_TRUE(Matches("m(Object[])", "m", "([Ljava/lang/Object;)V"));
  EXPECT_FALSE(Matches("m(Object)", "m", "([Ljava/lang/Object;)V"));
}

TEST(TagKey, IsWhatJavaCallsAHashCode) {  // the shim has some of them as constants
  EXPECT_EQ(TagKey("all"), 96673);
  EXPECT_EQ(TagKey("interrupt"), 503000675);
  EXPECT_EQ(TagKey("registered"), -1869930878);
}

}  // namespace
}  // namespace raddle::contracts
