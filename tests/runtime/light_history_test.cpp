#include "runtime/light_history.h"

#include <gtest/gtest.h>

namespace raddle::runtime {
namespace {

constexpr auto kRead = AccessKind::kRead, kWrite = AccessKind::kWrite;
constexpr Slot kSlot = 3;

// The variable of a site that does not name one has its number, and a thousand.
VariableId NameOf(SiteId site) {
  return VariableId(site.value() + 1000);
}

class LightHistoryTest : public testing::Test {
 protected:
  // As the shim does it.
  void Note(Clock clock, AccessKind kind, uint32_t site, uint32_t variable = 0) {
    uint64_t* memory = history_.Memory();
    uint64_t* entry = memory + 1 + 2 * (memory[0] % LightHistory::kEntries);
    entry[0] = site | uint64_t{variable} << 32;
    entry[1] = SeenWord(Stamp(kSlot, clock), kind);
    ++memory[0];
  }

  SiteId Find(uint32_t variable, AccessKind kind, Clock clock) const {
    return history_.Find(VariableId(variable), kind, kSlot, clock, NameOf);
  }

  LightHistory history_;
};

TEST_F(LightHistoryTest, NothingIsFoundInNone) {
  EXPECT_FALSE(Find(1001, kRead, 1).valid());
  history_.Memory();
  EXPECT_FALSE(Find(1001, kRead, 1).valid());
}

TEST_F(LightHistoryTest, TheLastOfTheEpochIsFound) {
  Note(5, kRead, 1);
  Note(6, kWrite, 7, 42);
  Note(6, kRead, 8, 42);
  Note(6, kWrite, 9, 42);
  Note(6, kRead, 1);
  Note(8, kWrite, 10, 42);
  EXPECT_EQ(Find(1001, kRead, 5), SiteId(1));
  EXPECT_EQ(Find(42, kWrite, 6), SiteId(9));
  EXPECT_EQ(Find(42, kRead, 6), SiteId(8));
  EXPECT_EQ(Find(42, kWrite, 8), SiteId(10));
  EXPECT_FALSE(Find(42, kRead, 5).valid());
  EXPECT_FALSE(Find(42, kWrite, 7).valid());
  EXPECT_FALSE(Find(42, kWrite, 9).valid());
  EXPECT_FALSE(Find(1001, kWrite, 6).valid());
}

TEST_F(LightHistoryTest, WhatIsStillInTheRingIsFound) {
  constexpr Clock kLast = LightHistory::kEntries * 2 + 17;
  for (Clock clock = 1; clock <= kLast; ++clock) Note(clock, kWrite, clock % 7 + 1);
  for (Clock clock = 1; clock <= kLast; ++clock) {
    const SiteId site = Find(1000 + clock % 7 + 1, kWrite, clock);
    EXPECT_EQ(site.valid(), clock > kLast - LightHistory::kEntries) << clock;
  }
}

}  // namespace
}  // namespace raddle::runtime
