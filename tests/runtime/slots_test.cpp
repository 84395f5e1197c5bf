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

constexpr uint32_t kSets = SlotLocksets::kFirstPair - 1;

LocksetPair Both(LocksetId set) {
  return {set, set};
}

TEST(SlotLocksets, GiveIndexes) {
  SlotLocksets sets;
  EXPECT_EQ(sets.IndexOf(kNoLocks, 1), 0u);
  for (uint32_t i = 2; i < 2 + kSets; ++i) EXPECT_EQ(sets.IndexOf(LocksetId(i), 1), i - 1);
  EXPECT_EQ(sets.IndexOf(LocksetId(2), 1), 1u);
  EXPECT_EQ(sets.At(7, 1), Both(LocksetId(8)));
  EXPECT_EQ(sets.At(0, 1), Both(kNoLocks));
}

TEST(SlotLocksets, WithinAnEpochAnIndexMeansOneSet) {
  SlotLocksets sets;
  for (uint32_t i = 2; i < 2 + kSets; ++i) sets.IndexOf(LocksetId(i), 5);
  EXPECT_EQ(sets.IndexOf(LocksetId(1000), 5), SlotLocksets::kDoesNotFit);
  EXPECT_EQ(sets.changes(), 0u);
  EXPECT_EQ(sets.IndexOf(LocksetId(1000), 6), 1u);
  EXPECT_EQ(sets.changes(), 1u);
  EXPECT_FALSE(sets.HasOneMeaning(1));
  EXPECT_TRUE(sets.HasOneMeaning(2));
}

TEST(SlotLocksets, TheSetUsedLongestAgoGivesItsIndexAndItsWordsAreUnknown) {
  SlotLocksets sets;
  for (uint32_t i = 2; i < 2 + kSets; ++i) sets.IndexOf(LocksetId(i), i);
  for (Clock now = 1000; now < 2000; ++now) {
    EXPECT_EQ(sets.IndexOf(LocksetId(2), now), 1u) << "it is used all the time";
    sets.IndexOf(LocksetId(10'000 + now), now);
  }
  EXPECT_EQ(sets.At(1, 2), Both(LocksetId(2)));
  EXPECT_EQ(sets.At(2, 3), Both(kAllLocks));
  const uint32_t index = sets.IndexOf(LocksetId(11'999), 2000);
  EXPECT_EQ(sets.At(index, 1999), Both(LocksetId(11'999)));
  EXPECT_EQ(sets.At(index, 1998), Both(kAllLocks));
  EXPECT_EQ(sets.At(0, 1), Both(kNoLocks));
}

TEST(SlotLocksets, TwoSetsHaveAnIndexForGoodOrNone) {
  SlotLocksets sets;
  const uint32_t pairs = SlotLocksets::kDoesNotFit - SlotLocksets::kFirstPair;
  for (uint32_t i = 0; i < pairs; ++i) {
    EXPECT_EQ(sets.IndexOf({LocksetId(5), LocksetId(100 + i)}, 1), SlotLocksets::kFirstPair + i);
  }
  for (uint32_t i = 2; i < 1000; ++i) sets.IndexOf(LocksetId(i), i);
  EXPECT_EQ(sets.IndexOf({LocksetId(5), kNoLocks}, 2000), SlotLocksets::kDoesNotFit);
  EXPECT_EQ(sets.IndexOf({LocksetId(5), LocksetId(100)}, 2000), SlotLocksets::kFirstPair);
  EXPECT_EQ(sets.At(SlotLocksets::kFirstPair + 1, 1), (LocksetPair{LocksetId(5), LocksetId(101)}));
  EXPECT_TRUE(sets.HasOneMeaning(SlotLocksets::kFirstPair));
  EXPECT_EQ(sets.IndexOf({kNoLocks, kNoLocks}, 2000), SlotLocksets::kEmpty);
}

}  // namespace
}  // namespace raddle::runtime
