#include "noise/decide.h"

#include <gtest/gtest.h>

namespace raddle::noise {
namespace {

using std::chrono::milliseconds;

std::vector<int64_t> Decisions(uint64_t seed, std::string_view thread, const Rule& rule, int count,
                               uint64_t before = 0) {
  ThreadNoise noise = NewThread(seed, thread, before);
  std::vector<int64_t> made;
  for (int i = 0; i < count; ++i) {
    const std::optional<Hold> hold = Decide(rule, noise);
    made.push_back(hold ? hold->longest.count() * 4 + static_cast<int64_t>(hold->kind) : -1);
  }
  return made;
}

TEST(Noise, TheSameSeedGivesAThreadTheSameDecisions) {
  const Rule rule = *ParseRule("random:300:8");
  EXPECT_EQ(Decisions(7, "teller-1", rule, 200), Decisions(7, "teller-1", rule, 200));
  EXPECT_NE(Decisions(7, "teller-1", rule, 200), Decisions(8, "teller-1", rule, 200));
  EXPECT_NE(Decisions(7, "teller-1", rule, 200), Decisions(7, "teller-2", rule, 200));
  EXPECT_NE(Decisions(7, "teller-1", rule, 200), Decisions(7, "teller-1", rule, 200, 1)) << "the next of that name";
}

TEST(Noise, HoldsSoManyInAThousand) {
  for (const int per_mille : {0, 50, 500, 1000}) {
    Rule rule = *ParseRule("random:0:8");
    rule.per_mille = static_cast<uint32_t>(per_mille);
    int held = 0;
    for (const int64_t each : Decisions(1, "main", rule, 20'000)) held += each >= 0 ? 1 : 0;
    EXPECT_NEAR(held, 20 * per_mille, 300);
  }
}

TEST(Noise, DurationsArePowersOfTwoPartsOfTheLongest) {
  const Rule rule = *ParseRule("random:1000:64:sleep");
  ThreadNoise thread = NewThread(1, "main");
  std::vector<int> seen(7);
  for (int i = 0; i < 1000; ++i) {
    const Nanos longest = Decide(rule, thread)->longest;
    int halvings = 0;
    while (longest * (1 << halvings) < milliseconds(64)) ++halvings;
    ASSERT_EQ(longest * (1 << halvings), milliseconds(64));
    ++seen.at(static_cast<size_t>(halvings));
  }
  for (const int count : seen) EXPECT_GT(count, 80);
}

TEST(Noise, TheBudgetGrowsWithTheThreadsLife) {
  ThreadNoise thread = NewThread(1, "main");
  const Budget budget{.part = 0.2};
  EXPECT_EQ(budget.LeftFor(thread, thread.since), Budget::kFree);
  thread.held = Budget::kFree + milliseconds(100);
  EXPECT_EQ(budget.LeftFor(thread, thread.since), Nanos(0));
  EXPECT_EQ(budget.LeftFor(thread, thread.since + milliseconds(1000)), milliseconds(100));
}

}  // namespace
}  // namespace raddle::noise
