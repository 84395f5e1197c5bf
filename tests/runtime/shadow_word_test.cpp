#include "runtime/shadow_word.h"

#include <gtest/gtest.h>

namespace raddle::runtime {
namespace {

constexpr AccessKind kRead = AccessKind::kRead, kWrite = AccessKind::kWrite;

TEST(ShadowWord, ComesBackAsItWent) {
  for (WordTag tag : {WordTag::kRead, WordTag::kWritten}) {
    for (Slot slot : {0u, 1u, kSlots - 1}) {
      for (Clock clock : {1u, 77u, kLastClock - kMaxReadDelta}) {
        for (uint32_t read : {0u, 1u, kMaxReadDelta}) {
          for (uint32_t index : {0u, 9u, kMaxLockIndex}) {
            Word word{tag, slot, clock, tag == WordTag::kRead ? 0 : read, index};
            Word again = Word::From(word.bits());
            EXPECT_EQ(again.tag, tag);
            EXPECT_EQ(again.slot, slot);
            EXPECT_EQ(again.clock, clock);
            EXPECT_EQ(again.read, word.read);
            EXPECT_EQ(again.lock_index, index);
          }
        }
      }
    }
  }
}

TEST(ShadowWord, UntouchedIsZeroAndSeenByNobody) {
  EXPECT_EQ(TagOf(0), WordTag::kUntouched);
  for (AccessKind kind : {kRead, kWrite}) {
    EXPECT_FALSE(AlreadySeen(0, Stamp(), kind));
    EXPECT_FALSE(AlreadySeen(0, Stamp(0, 1), kind));
  }
}

TEST(ShadowWord, AWriteCoversReadsAndAReadCoversNoWrite) {
  uint64_t written = Word{WordTag::kWritten, 5, 10, 0, 3}.bits();
  EXPECT_TRUE(AlreadySeen(written, Stamp(5, 10), kWrite));
  EXPECT_TRUE(AlreadySeen(written, Stamp(5, 10), kRead));
  EXPECT_FALSE(AlreadySeen(written, Stamp(5, 11), kRead));
  EXPECT_FALSE(AlreadySeen(written, Stamp(6, 10), kRead));
  uint64_t read = Word{WordTag::kRead, 5, 10, 0, 3}.bits();
  EXPECT_TRUE(AlreadySeen(read, Stamp(5, 10), kRead));
  EXPECT_FALSE(AlreadySeen(read, Stamp(5, 10), kWrite));
}

TEST(ShadowWord, AReadInALaterEpochIsSeenInThatEpoch) {
  uint64_t word = Word{WordTag::kWritten, 5, 10, 4, 3}.bits();
  EXPECT_TRUE(AlreadySeen(word, Stamp(5, 14), kRead));
  EXPECT_FALSE(AlreadySeen(word, Stamp(5, 14), kWrite));
  EXPECT_FALSE(AlreadySeen(word, Stamp(5, 13), kRead));
}

// The formula against its plain meaning; AlreadySeen itself asserts it too, where assertions are on.
TEST(ShadowWord, TheFormulaMeansWhatItSays) {
  for (WordTag tag : {WordTag::kRead, WordTag::kWritten}) {
    for (Slot slot : {0u, 1u, kSlots - 1}) {
      for (Clock clock : {1u, 2u, 3u, kLastClock - 1}) {
        for (uint32_t read : {0u, 1u}) {
          if (tag == WordTag::kRead && read > 0) continue;
          uint64_t word = Word{tag, slot, clock, read, 255 - 1}.bits();
          for (Slot s : {0u, 1u, kSlots - 1}) {
            for (Clock c : {1u, 2u, 3u, 4u, kLastClock - 1, kLastClock}) {
              bool wrote = s == slot && tag == WordTag::kWritten && c == clock;
              bool did = s == slot && c == clock + read;
              EXPECT_EQ(AlreadySeen(word, Stamp(s, c), kWrite), wrote);
              EXPECT_EQ(AlreadySeen(word, Stamp(s, c), kRead), did);
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace raddle::runtime
