#include "runtime/slots.h"

#include <gtest/gtest.h>

namespace raddle::runtime {
namespace {

TEST(Slots, ASlotGoesOnWhereItsLastOwnerStopped) {
  Slots slots(true, 1);
  Slots::Taken first = slots.Take(ThreadId(1), {}, {});
  EXPECT_EQ(first.clock, 1u);
  slots.Give(first.slot, 9);
  Slots::Taken second = slots.Take(ThreadId(2), {}, {});
  EXPECT_EQ(second.slot, first.slot);
  EXPECT_EQ(second.clock, 10u);
  EXPECT_EQ(second.slot->ThreadAt(9), ThreadId(1));
  EXPECT_EQ(second.slot->ThreadAt(10), ThreadId(2));
}

TEST(Slots, ASlotWhoseOwnersEndIsKnownIsUsedAgainFirst) {
  Slots slots;
  Slots::Taken a = slots.Take(ThreadId(1), {}, {}), b = slots.Take(ThreadId(2), {}, {});
  slots.Give(a.slot, 5);
  slots.Give(b.slot, 7);
  VectorClock knows;
  knows.Raise(b.slot->index(), Time(8, 0));
  EXPECT_NE(slots.Take(ThreadId(3), knows, {}).slot, b.slot) << "both clocks must cover it";
  EXPECT_EQ(slots.Take(ThreadId(4), knows, knows).slot, b.slot);
}

TEST(Slots, TheLongestDeadComesWhenThereIsNoOther) {
  Slots slots(true, 2);
  Slots::Taken a = slots.Take(ThreadId(1), {}, {}), b = slots.Take(ThreadId(2), {}, {});
  EXPECT_EQ(slots.Take(ThreadId(3), {}, {}).slot, nullptr);
  slots.Give(b.slot, 1);
  slots.Give(a.slot, 1);
  EXPECT_EQ(slots.Take(ThreadId(3), {}, {}).slot, b.slot);
}

TEST(Slots, AUsedUpClockRetiresItsSlot) {
  Slots slots(true, 2, 10);
  Slots::Taken a = slots.Take(ThreadId(1), {}, {});
  slots.Give(a.slot, 9);
  EXPECT_NE(slots.Take(ThreadId(2), {}, {}).slot, a.slot);
  EXPECT_EQ(slots.dead(), 0u);
}

TEST(Slots, OldOwnersAreForgottenInTheEnd) {
  Slots slots(true, 1);
  for (uint32_t i = 0; i < 10; ++i) {
    Slots::Taken taken = slots.Take(ThreadId(i), {}, {});
    slots.Give(taken.slot, taken.clock);
  }
  EXPECT_EQ(slots[0].ThreadAt(10), ThreadId(9));
  EXPECT_FALSE(slots[0].ThreadAt(1));
}

TEST(SlotLocksets, GiveIndexes) {
  SlotLocksets sets;
  EXPECT_EQ(sets.IndexOf(kNoLocks, 1), 0u);
  for (uint32_t i = 2; i < 2 + 254; ++i) EXPECT_EQ(sets.IndexOf(LocksetId(i), 1), i - 1);
  EXPECT_EQ(sets.IndexOf(LocksetId(2), 1), 1u);
  EXPECT_EQ(sets.At(7, 1), LocksetId(8));
  EXPECT_EQ(sets.At(0, 1), kNoLocks);
}

TEST(SlotLocksets, WithinAnEpochAnIndexMeansOneSet) {
  SlotLocksets sets;
  for (uint32_t i = 2; i < 2 + 254; ++i) sets.IndexOf(LocksetId(i), 5);
  EXPECT_EQ(sets.IndexOf(LocksetId(1000), 5), SlotLocksets::kDoesNotFit);
  EXPECT_EQ(sets.IndexOf(LocksetId(1000), 6), 1u);
}

TEST(SlotLocksets, TheSetUsedLongestAgoGivesItsIndexAndItsWordsAreUnknown) {
  SlotLocksets sets;
  for (uint32_t i = 2; i < 2 + 254; ++i) sets.IndexOf(LocksetId(i), i);
  for (Clock now = 1000; now < 2000; ++now) {
    EXPECT_EQ(sets.IndexOf(LocksetId(2), now), 1u) << "it is used all the time";
    sets.IndexOf(LocksetId(10'000 + now), now);
  }
  EXPECT_EQ(sets.At(1, 2), LocksetId(2));
  EXPECT_EQ(sets.At(2, 3), kAllLocks);
  const uint32_t index = sets.IndexOf(LocksetId(11'999), 2000);
  EXPECT_EQ(sets.At(index, 1999), LocksetId(11'999));
  EXPECT_EQ(sets.At(index, 1998), kAllLocks);
  EXPECT_EQ(sets.At(0, 1), kNoLocks);
}

}  // namespace
}  // namespace raddle::runtime
