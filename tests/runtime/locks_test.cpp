#include <gtest/gtest.h>

#include "runtime/held_locks.h"
#include "runtime/lockset.h"

namespace raddle::runtime {
namespace {

constexpr LockId a{10}, b{20}, c{30};
constexpr LockMode kRead = LockMode::kRead, kWrite = LockMode::kWrite;

class LocksetTest : public ::testing::Test {
 protected:
  LocksetId Set(std::initializer_list<HeldLock> locks) {
    LocksetId set = kNoLocks;
    for (HeldLock lock : locks) set = table.With(set, lock);
    return set;
  }
  LocksetTable table;
};

TEST_F(LocksetTest, EqualSetsHaveEqualIds) {
  EXPECT_EQ(Set({{a}, {b}}), Set({{b}, {a}}));
  EXPECT_EQ(Set({{a}, {a}}), Set({{a}}));
  EXPECT_NE(Set({{a, kRead}}), Set({{a, kWrite}}));
  EXPECT_EQ(Set({{a, kRead}, {a, kWrite}}), Set({{a, kWrite}}));
  EXPECT_EQ(Set({}), kNoLocks);
}

TEST_F(LocksetTest, IntersectsLockByLock) {
  EXPECT_EQ(table.Intersect(Set({{a}, {b}}), Set({{b}, {c}})), Set({{b}}));
  EXPECT_EQ(table.Intersect(Set({{a}}), Set({{b}})), kNoLocks);
  EXPECT_EQ(table.Intersect(kAllLocks, Set({{b}})), Set({{b}}));
  EXPECT_EQ(table.Intersect(Set({{b}}), kAllLocks), Set({{b}}));
  EXPECT_EQ(table.Intersect(Set({{a, kWrite}}), Set({{a, kRead}})), Set({{a, kRead}}));
}

TEST_F(LocksetTest, AReadLockProtectsReads) {
  EXPECT_EQ(table.Protecting(AccessKind::kRead, Set({{a, kRead}, {b}})), Set({{a, kRead}, {b}}));
  EXPECT_EQ(table.Protecting(AccessKind::kWrite, Set({{a, kRead}, {b}})), Set({{b}}));
}

TEST_F(LocksetTest, TwoReadersDoNotExcludeEachOther) {
  EXPECT_FALSE(table.Excludes(Set({{a, kRead}}), Set({{a, kRead}})));
  EXPECT_TRUE(table.Excludes(Set({{a, kRead}}), Set({{a, kWrite}})));
  EXPECT_TRUE(table.Excludes(Set({{a}, {c}}), Set({{b}, {c}})));
  EXPECT_FALSE(table.Excludes(Set({{a}, {c}}), Set({{b}})));
  EXPECT_FALSE(table.Excludes(kNoLocks, kNoLocks));
  EXPECT_TRUE(table.Excludes(kAllLocks, kNoLocks));
}

TEST_F(LocksetTest, ASubsetHoldsNothingMoreStrongly) {
  EXPECT_TRUE(table.Subset(kNoLocks, Set({{a}})));
  EXPECT_TRUE(table.Subset(Set({{a, kRead}}), Set({{a, kWrite}, {b}})));
  EXPECT_FALSE(table.Subset(Set({{a, kWrite}}), Set({{a, kRead}})));
  EXPECT_FALSE(table.Subset(Set({{a}, {b}}), Set({{a}})));
  EXPECT_TRUE(table.Subset(Set({{a}}), kAllLocks));
  EXPECT_FALSE(table.Subset(kAllLocks, Set({{a}})));
}

TEST(LocksetTable, WhenFullItKnowsNothingRatherThanSomethingWrong) {
  LocksetTable table(4);
  LocksetId first = table.With(kNoLocks, {a}), second = table.With(kNoLocks, {b});
  EXPECT_EQ(table.With(kNoLocks, {c}), kAllLocks);
  EXPECT_EQ(table.With(kAllLocks, {c}), kAllLocks);
  EXPECT_EQ(table.With(kNoLocks, {a}), first);
  EXPECT_NE(first, second);
}

class HeldLocksTest : public LocksetTest {
 protected:
  LocksetId Current() { return held.Current(table, cache); }
  HeldLocks held;
  TransitionCache cache;
};

TEST_F(HeldLocksTest, AreABag) {
  EXPECT_TRUE(held.Add(a, kWrite));
  EXPECT_FALSE(held.Add(a, kWrite));
  EXPECT_EQ(Current(), Set({{a}}));
  EXPECT_EQ(held.Remove(a, kWrite), HeldLocks::Left::kHeldStill);
  EXPECT_EQ(Current(), Set({{a}}));
  EXPECT_EQ(held.Remove(a, kWrite), HeldLocks::Left::kGivenUp);
  EXPECT_EQ(Current(), kNoLocks);
  EXPECT_EQ(held.Remove(a, kWrite), HeldLocks::Left::kWasNotHeld);
}

TEST_F(HeldLocksTest, MayBeReleasedInAnyOrder) {
  held.Add(a, kWrite);
  held.Add(b, kWrite);
  EXPECT_EQ(Current(), Set({{a}, {b}}));
  held.Add(c, kWrite);
  EXPECT_EQ(Current(), Set({{a}, {b}, {c}}));
  held.Remove(a, kWrite);
  EXPECT_EQ(Current(), Set({{b}, {c}}));
  held.Remove(c, kWrite);
  EXPECT_EQ(Current(), Set({{b}}));
}

TEST_F(HeldLocksTest, DowngradingKeepsTheReadLock) {
  held.Add(a, kWrite);
  held.Add(a, kRead);
  EXPECT_EQ(Current(), Set({{a, kWrite}}));
  held.Remove(a, kWrite);
  EXPECT_EQ(Current(), Set({{a, kRead}}));
  EXPECT_TRUE(held.Holds(a, kRead));
  EXPECT_FALSE(held.Holds(a, kWrite));
}

TEST_F(HeldLocksTest, WaitingTakesTheDepthAway) {
  held.Add(a, kWrite);
  held.Add(b, kWrite);
  held.Add(a, kWrite);
  EXPECT_EQ(held.RemoveAll(a), 2u);
  EXPECT_EQ(Current(), Set({{b}}));
  held.Restore(a, 2);
  EXPECT_EQ(Current(), Set({{a}, {b}}));
  held.Remove(a, kWrite);
  EXPECT_EQ(Current(), Set({{a}, {b}}));
}

TEST_F(HeldLocksTest, InternNothingUntilAsked) {
  size_t before = table.size();
  for (uint32_t i = 0; i < 1000; ++i) held.Add(LockId(i), kWrite), held.Remove(LockId(i), kWrite);
  EXPECT_EQ(table.size(), before);
}

}  // namespace
}  // namespace raddle::runtime
