#include "runtime/thread_state.h"

#include <gtest/gtest.h>

namespace raddle::runtime {
namespace {

class ThreadStateTest : public ::testing::Test {
 protected:
  ThreadStateTest() { t1.Begin(), t2.Begin(); }

  Moment Access(ThreadState& thread) { return Moment(thread.slot().index(), thread.NextStep()); }

  Runtime runtime;
  ThreadState t1{runtime, ThreadId(1)}, t2{runtime, ThreadId(2)};
  Lock lock{LockId(1)};
  Channel channel;
};

TEST_F(ThreadStateTest, ALockOrdersAndMakesNothingVisible) {
  t1.Acquire(lock);
  Moment inside = Access(t1);
  t1.Release(lock);
  Moment after = Access(t1);
  t2.Acquire(lock);
  EXPECT_TRUE(t2.Knows(inside));
  EXPECT_FALSE(t2.Knows(after));
  EXPECT_FALSE(t2.Sees(inside));
}

TEST_F(ThreadStateTest, AChannelDoesBoth) {
  Moment before = Access(t1);
  t1.Publish(channel);
  Moment after = Access(t1);
  t2.Receive(channel);
  EXPECT_TRUE(t2.Knows(before) && t2.Sees(before));
  EXPECT_FALSE(t2.Knows(after) || t2.Sees(after));
}

TEST_F(ThreadStateTest, ThreadsThatOnlySynchroniseComeToHaveNothingToTell) {
  runtime.epochs_go_on = true;
  auto pass = [&](ThreadState& thread) { thread.Acquire(lock), thread.Release(lock); };
  auto tell = [&](ThreadState& thread) { thread.Receive(channel), thread.Publish(channel); };
  Access(t1), Access(t2);
  for (int i = 0; i < 3; ++i) pass(t1), tell(t1), pass(t2), tell(t2);
  const uint64_t of_lock = lock.version(), of_channel = channel.version(), still = t1.still(), alone = t1.PublishAlone();
  EXPECT_NE(still, 0u);
  pass(t1), tell(t1), pass(t2), tell(t2);
  EXPECT_EQ(lock.version(), of_lock);
  EXPECT_EQ(channel.version(), of_channel);
  EXPECT_EQ(t1.PublishAlone(), alone);
}

TEST_F(ThreadStateTest, WhatIsDoneInAnEpochThatWentOnIsToldAsAlways) {
  runtime.epochs_go_on = true;
  auto pass = [&](ThreadState& thread) { thread.Acquire(lock), thread.Release(lock); };
  pass(t1), pass(t1), t1.Publish(channel), pass(t2);
  Moment behind = Access(t1);
  EXPECT_EQ(t1.still(), 0u);
  pass(t2), t2.Receive(channel);
  EXPECT_FALSE(t2.Knows(behind));
  pass(t1);
  Moment later = Access(t1);
  pass(t2);
  EXPECT_TRUE(t2.Knows(behind));
  EXPECT_FALSE(t2.Knows(later) || t2.Sees(behind));
  t1.Publish(channel), t2.Receive(channel);
  EXPECT_TRUE(t2.Sees(behind) && t2.Sees(later));
}

TEST_F(ThreadStateTest, WhatWasLearntWithoutAnAccessIsHandedOn) {
  runtime.epochs_go_on = true;
  ThreadState t3(runtime, ThreadId(3));
  t3.Begin();
  Lock other{LockId(2)};
  t1.Acquire(lock), t1.Release(lock);
  const uint64_t stamp = t1.PublishAlone(), still = t1.still();
  Moment done = Access(t3);
  t3.Publish(channel), t3.Acquire(other), t3.Release(other);
  t1.Receive(channel);
  EXPECT_NE(t1.still(), still);
  t1.Acquire(lock), t1.Release(lock);
  t2.ReceiveAlone(stamp);
  EXPECT_FALSE(t2.Knows(done));
  t2.Acquire(lock);
  EXPECT_TRUE(t2.Knows(done));
  EXPECT_FALSE(t2.Sees(done));
  t2.ReceiveAlone(t1.PublishAlone());
  EXPECT_TRUE(t2.Sees(done));
}

TEST_F(ThreadStateTest, AStampDoesWhatAChannelDoes) {
  ThreadState t3(runtime, ThreadId(3));
  t3.Begin();
  Moment others = Access(t3);
  t3.Publish(channel);
  t1.Receive(channel);
  Moment before = Access(t1);
  const uint64_t stamp = t1.PublishAlone();
  Moment after = Access(t1);
  Channel later;
  Moment later_of_t3 = Access(t3);
  t3.Publish(later);
  t1.Receive(later);  // what it learns behind the stamp is not told by it
  t1.PublishAlone();
  t2.ReceiveAlone(stamp);
  EXPECT_TRUE(t2.Knows(before) && t2.Sees(before) && t2.Knows(others) && t2.Sees(others));
  EXPECT_FALSE(t2.Knows(after) || t2.Sees(after) || t2.Knows(later_of_t3));
}

TEST_F(ThreadStateTest, AStampBecomesAChannelForOneMore) {
  Moment first = Access(t1);
  Channel both;
  ThreadState::Hold(runtime, both, t1.PublishAlone());
  ThreadState t3(runtime, ThreadId(3));
  t3.Begin();
  Moment second = Access(t3);
  t3.Publish(both);
  t2.Receive(both);
  EXPECT_TRUE(t2.Knows(first) && t2.Sees(first) && t2.Knows(second) && t2.Sees(second));
}

// Of 10,000 publications, each after news from a third thread.
TEST_F(ThreadStateTest, AnOldStampTellsTooMuchRatherThanTooLittle) {
  ThreadState t3(runtime, ThreadId(3));
  t3.Begin();
  std::vector<std::pair<Moment, uint64_t>> told;
  for (int i = 0; i < 10'000; ++i) {
    Moment news = Access(t3);
    t3.Publish(channel);
    t1.Receive(channel);
    told.emplace_back(news, t1.PublishAlone());
  }
  for (size_t i : {0, 1, 5'000, 9'998, 9'999}) {
    ThreadState t(runtime, ThreadId(4));
    t.Begin();
    t.ReceiveAlone(told[i].second);
    EXPECT_TRUE(t.Knows(told[i].first)) << i;
  }
  ThreadState t(runtime, ThreadId(5));
  t.Begin();
  t.ReceiveAlone(told[9'998].second);
  EXPECT_FALSE(t.Knows(told[9'999].first));
}

// The next owner of the slot knows nothing of what the first one knew.
TEST(Knowledge, SurvivesTheSlotsChangeOfHands) {
  Knowledge knowledge;
  VectorClock first, second;
  first.Raise(7, Time(100, 0));
  knowledge.Note(1, first, first);
  for (Clock clock = 2; clock < 1'000; ++clock) {
    second.Raise(3, Time(clock, 0));
    knowledge.Note(clock, second, second);
  }
  EXPECT_EQ(knowledge.At(1).full.Get(7), Time(100, 0));
  EXPECT_EQ(knowledge.At(999).full.Get(3), Time(999, 0));
  EXPECT_EQ(knowledge.At(998).full.Get(3), Time(998, 0));
}

TEST_F(ThreadStateTest, EveryReleaseIsANewEpoch) {
  Clock clock = t1.clock();
  auto advanced = [&] { return t1.clock() == ++clock; };
  t1.Acquire(lock);
  t1.Acquire(lock);
  EXPECT_EQ(t1.clock(), clock);
  t1.Release(lock);
  EXPECT_EQ(t1.clock(), clock) << "still held";
  t1.Release(lock);
  EXPECT_TRUE(advanced());
  t1.Publish(channel);
  EXPECT_TRUE(advanced());
  t1.Receive(channel);
  EXPECT_EQ(t1.clock(), clock);
  ThreadState child(runtime, ThreadId(3));
  t1.Fork(child);
  EXPECT_TRUE(advanced());
  t1.Acquire(lock);
  uint32_t depth = t1.BeginWait(lock);
  EXPECT_TRUE(advanced());
  t1.EndWait(lock, depth);
  t1.Notify(lock);
  EXPECT_TRUE(advanced());
}

TEST_F(ThreadStateTest, ForkAndJoinCarryBothClocks) {
  Moment before = Access(t1);
  ThreadState child(runtime, ThreadId(3));
  t1.Fork(child);
  Moment after = Access(t1);
  child.Begin();
  EXPECT_TRUE(child.Knows(before) && child.Sees(before));
  EXPECT_FALSE(child.Knows(after));
  Moment childs = Access(child);
  child.End();
  EXPECT_FALSE(t1.Knows(childs));
  t1.Join(child);
  EXPECT_TRUE(t1.Knows(childs) && t1.Sees(childs));
}

TEST_F(ThreadStateTest, InStrictModeOnlyForksMakeVisible) {
  Runtime strict(Visibility::kForkOnly);
  ThreadState parent(strict, ThreadId(1)), child(strict, ThreadId(2));
  parent.Begin();
  Moment before = Access(parent);
  parent.Fork(child);
  child.Begin();
  EXPECT_TRUE(child.Sees(before));
  Moment childs = Access(child);
  child.Publish(channel);
  parent.Receive(channel);
  EXPECT_TRUE(parent.Knows(childs));
  EXPECT_FALSE(parent.Sees(childs));
  child.End();
  parent.Join(child);
  EXPECT_FALSE(parent.Sees(childs));
}

TEST_F(ThreadStateTest, AnEdgeAfterARaceCoversTheWriteAndNothingLater) {
  Moment first = Access(t1), second = Access(t1);
  t2.ComeAfter(first, t1.full_clock());
  EXPECT_TRUE(t2.Knows(first));
  EXPECT_FALSE(t2.Knows(second));
}

TEST_F(ThreadStateTest, AThreadOutOfClockMovesAndForgetsNothing) {
  Runtime tight(Visibility::kAllButLocks, true, 100, 5);
  ThreadState a(tight, ThreadId(1)), b(tight, ThreadId(2));
  a.Begin(), b.Begin();
  Slot old = a.slot().index();
  Moment before = Access(a);
  for (int i = 0; i < 4; ++i) a.Publish(channel);
  EXPECT_NE(a.slot().index(), old);
  EXPECT_TRUE(a.Knows(before) && a.Sees(before));
  Moment after = Access(a);
  b.Receive(channel);
  EXPECT_TRUE(b.Knows(before));
  EXPECT_FALSE(b.Knows(after));
  a.Publish(channel);
  b.Receive(channel);
  EXPECT_TRUE(b.Knows(after));
}

TEST_F(ThreadStateTest, ANewOwnerOfASlotLearnsFromTheLockItsOldOwnerReleased) {
  Runtime tight(Visibility::kAllButLocks, true, 2);
  ThreadState a(tight, ThreadId(1)), b(tight, ThreadId(2)), c(tight, ThreadId(3));
  a.Begin(), b.Begin();
  Moment first = Access(b);
  b.Acquire(lock), b.Release(lock);
  a.Acquire(lock), a.Release(lock);
  Slot old = a.slot().index();
  a.End();
  c.Begin();
  ASSERT_EQ(c.slot().index(), old);
  EXPECT_FALSE(c.Knows(first));
  c.Acquire(lock);
  EXPECT_TRUE(c.Knows(first));
}

TEST_F(ThreadStateTest, AReleaseWithoutItsAcquireStillOrders) {
  Lock other(LockId(2));
  t2.Acquire(other);
  Moment theirs = Access(t2);
  t2.Release(other);
  t1.Release(other);  // taken before we watched
  t2.Acquire(other);
  EXPECT_TRUE(t2.Knows(theirs));
  ThreadState t3(runtime, ThreadId(3));
  t3.Begin();
  t3.Acquire(other);
  EXPECT_TRUE(t3.Knows(theirs));
}

}  // namespace
}  // namespace raddle::runtime
