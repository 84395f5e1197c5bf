#include "runtime/settled.h"

#include <gtest/gtest.h>

#include "runtime/runtime.h"
#include "runtime/sync.h"
#include "runtime/thread_state.h"

namespace raddle::runtime {
namespace {

class SettledTest : public testing::Test {
 protected:
  SettledTest() { main.Begin(); }

  void Start(ThreadState& parent, ThreadState& child) {
    parent.Fork(child);
    child.Begin();
  }
  // The word of a write that the thread makes now.
  static Word Written(const ThreadState& thread) {
    return {WordTag::kWritten, thread.slot().index(), thread.clock(), 0, 0};
  }
  // What `from` has done so far comes to `to`.
  void Tell(ThreadState& from, ThreadState& to) {
    Channel channel;
    from.Publish(channel);
    to.Receive(channel);
  }
  bool IsSettled(const Word& word) const { return runtime.settled.Covers(word); }

  Runtime runtime{Visibility::kAllButLocks, true, kSlots, kLastClock, true};
  ThreadState main{runtime, ThreadId(1)}, a{runtime, ThreadId(2)}, b{runtime, ThreadId(3)};
};

TEST_F(SettledTest, WhatWasDoneBeforeTheFirstThreadStarted) {
  const Word before = Written(main);
  EXPECT_FALSE(IsSettled(before));
  Start(main, a);
  EXPECT_TRUE(IsSettled(before));
  EXPECT_FALSE(IsSettled(Written(main)));
}

TEST_F(SettledTest, WhatEverybodyHasLearntOf) {
  Start(main, a);
  Start(main, b);
  const Word word = Written(a);
  Tell(a, b);
  EXPECT_FALSE(IsSettled(word));  // main does not know
  Tell(a, main);
  EXPECT_TRUE(IsSettled(word));
  EXPECT_FALSE(IsSettled(Written(a)));
}

// While main is told nothing, nothing can be settled, and it is seldom asked for.
TEST_F(SettledTest, WhatEverybodyHasLearntOfAfterALongTimeWithoutNews) {
  Start(main, a);
  Start(main, b);
  for (int i = 0; i < 1'000; ++i) Tell(a, b), Tell(b, a);
  const Word old = Written(a);
  Tell(a, b);
  Tell(b, main);
  EXPECT_FALSE(IsSettled(old)) << "as a test that it is put off at all";
  for (int i = 0; i < 100; ++i) Tell(a, b), Tell(b, main);
  EXPECT_TRUE(IsSettled(old));
}

TEST_F(SettledTest, ALockTellsNothing) {
  Start(main, a);
  const Word word = Written(a);
  Lock lock(LockId(1));
  a.Acquire(lock);
  a.Release(lock);
  main.Acquire(lock);
  EXPECT_FALSE(IsSettled(word));
}

TEST_F(SettledTest, NothingWhileAStartedThreadHasNotBegun) {
  Start(main, a);
  main.Fork(b);
  const Word word = Written(a);
  Tell(a, main);
  EXPECT_FALSE(IsSettled(word));  // b does not know
  b.Begin();
  Tell(a, main);
  EXPECT_FALSE(IsSettled(word));
  Tell(main, b);
  EXPECT_TRUE(IsSettled(word));
}

TEST_F(SettledTest, AThreadThatHasEndedNeedNotKnow) {
  Start(main, a);
  Start(main, b);
  const Word word = Written(a);
  b.End();
  Tell(a, main);
  EXPECT_TRUE(IsSettled(word));
}

TEST_F(SettledTest, NorOneThatEndedBeforeItBegan) {
  Start(main, a);
  main.Fork(b);
  b.End();
  const Word word = Written(a);
  Tell(a, main);
  EXPECT_TRUE(IsSettled(word));
}

TEST_F(SettledTest, OneThatServesTheJdkNeedNotKnow) {
  Start(main, a);
  b.Serve();
  main.Fork(b);
  const Word word = Written(a);
  Tell(a, main);
  EXPECT_TRUE(IsSettled(word));
}

TEST_F(SettledTest, AThreadWithoutARowKeepsEverythingOpen) {
  std::vector<std::unique_ptr<ThreadState>> many;
  for (uint32_t i = 0; i < Settled::kRows; ++i) {
    many.push_back(std::make_unique<ThreadState>(runtime, ThreadId(10 + i)));
    Start(main, *many.back());
  }
  const Word word = Written(*many[0]);
  for (const auto& each : many) Tell(*many[0], *each);
  Tell(*many[0], main);
  EXPECT_FALSE(IsSettled(word));
}

// hush.h: nobody asks who released what, so all know of it.
TEST_F(SettledTest, WhatIsReleasedInAHush) {
  Start(main, a);
  Start(main, b);
  Tell(a, b);  // over before the hush
  const Word before = Written(a);
  Channel channel;
  a.Publish(channel);
  EXPECT_FALSE(IsSettled(before));
  runtime.hush.Begin();
  EXPECT_TRUE(IsSettled(before));
  const Word meanwhile = Written(a);
  EXPECT_FALSE(IsSettled(meanwhile));  // nothing was released behind it
  a.EndEpoch();
  EXPECT_TRUE(IsSettled(meanwhile));
  EXPECT_TRUE(b.Knows(Moment(meanwhile.slot, Time(meanwhile.clock, 1))));
  runtime.hush.End();
  const Word after = Written(a);
  a.EndEpoch();
  EXPECT_FALSE(IsSettled(after));
}

// The hush ends between a thread's look at it and what the thread does for that.
TEST_F(SettledTest, WhatIsReleasedByWhoHasSeenAHush) {
  Start(main, a);
  Start(main, b);
  runtime.hush.Begin();
  const Word last = Written(a);
  ASSERT_TRUE(runtime.hush.IsOn());  // so a leaves nothing at what it releases
  runtime.hush.End();
  a.EndEpochForAll();
  EXPECT_TRUE(IsSettled(last));
  EXPECT_FALSE(IsSettled(Written(a)));
}

TEST_F(SettledTest, WhatAThreadLeavesThatEndsInAHush) {
  Start(main, a);
  Start(main, b);
  runtime.hush.Begin();
  const Word last = Written(a);
  a.End();
  EXPECT_TRUE(IsSettled(last));
}

}  // namespace
}  // namespace raddle::runtime
