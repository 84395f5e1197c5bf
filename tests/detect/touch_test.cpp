// What becomes of the word: when a variable stays a word, when it gets a record, what the report then knows.
#include "detect/touch.h"

#include <gtest/gtest.h>

#include <deque>

#include "script.h"

namespace raddle::detect {
namespace {

using event::AccessKind;
using runtime::TagOf;
using runtime::Word;
using runtime::WordTag;

class TouchTest : public ::testing::Test {
 protected:
  struct Thread {
    std::unique_ptr<ThreadState> state;
    TouchTest* test;

    void Read() { test->Access(*state, AccessKind::kRead); }
    void Write() { test->Access(*state, AccessKind::kWrite); }
    void Lock(runtime::Lock& lock) { test->engine.Acquire(*state, lock); }
    void Unlock(runtime::Lock& lock) { test->engine.Release(*state, lock); }
    void Publish() { test->engine.Publish(*state, test->channel); }
    void Receive() { test->engine.Receive(*state, test->channel); }
    void NextEpochs(uint32_t n) {
      for (runtime::Channel nobody_listens; n > 0; --n) test->engine.Publish(*state, nobody_listens);
    }
  };

  Thread Begin() {
    Thread thread{engine.MakeThread(ThreadId(next_thread++)), this};
    engine.Begin(*thread.state);
    return thread;
  }
  void Access(ThreadState& thread, AccessKind kind) {
    word = engine.Access(thread, word, kind, {variable, SiteId(next_site), StackId(next_site + 100)});
    ++next_site;
  }
  WordTag tag() const { return TagOf(word); }
  Word plain() const { return Word::From(word); }

  Collector collector;
  Engine engine{{}, collector};
  runtime::Channel channel;
  runtime::Lock a{LockId(1)}, b{LockId(2)};
  uint64_t word = 0;
  VariableKey variable{VariableId(7), 42};
  uint32_t next_site = 0, next_thread = 0;
};

TEST_F(TouchTest, OneThreadNeedsNoRecord) {
  auto t = Begin();
  t.Read();
  EXPECT_EQ(tag(), WordTag::kRead);
  t.Write();
  EXPECT_EQ(tag(), WordTag::kWritten);
  t.NextEpochs(3);
  t.Read();
  EXPECT_EQ(plain().clock, 1u);
  EXPECT_EQ(plain().read, 3u);
  t.Write();
  EXPECT_EQ(plain().clock, 4u);
  EXPECT_EQ(plain().read, 0u);
  EXPECT_EQ(engine.detectors().pool().live(), 0u);
}

TEST_F(TouchTest, AReadLongAfterTheWriteDoesNotFit) {
  auto t = Begin();
  t.Write();
  t.NextEpochs(runtime::kMaxReadDelta);
  t.Read();
  EXPECT_EQ(tag(), WordTag::kWritten);
  t.NextEpochs(1);
  t.Read();
  EXPECT_EQ(tag(), WordTag::kRecord);
}

TEST_F(TouchTest, AWriteWithFewerLocksTakesTheWord) {
  auto t = Begin();
  t.Lock(a);
  t.Lock(b);
  t.Write();
  t.Unlock(b);
  t.Write();
  EXPECT_EQ(tag(), WordTag::kWritten);
  t.Unlock(a);
  t.Write();
  EXPECT_EQ(tag(), WordTag::kWritten);
  EXPECT_EQ(plain().lock_index, 0u);
  EXPECT_TRUE(collector.races.empty());
}

TEST_F(TouchTest, WritesWithOtherLocksNeedARecord) {
  auto t = Begin();
  t.Lock(a);
  t.Write();
  t.Unlock(a);
  t.Lock(b);
  t.Write();
  EXPECT_EQ(tag(), WordTag::kRecord);
}

TEST_F(TouchTest, AReadWithOtherLocksThanTheWriteNeedsNone) {
  auto t = Begin();
  t.Lock(a);
  t.Write();
  t.Unlock(a);
  t.Read();  // the single writer's read without the lock
  ASSERT_EQ(tag(), WordTag::kWritten);
  EXPECT_GE(plain().lock_index, runtime::SlotLocksets::kFirstPair);
  const uint64_t once = word;
  t.Lock(b);
  t.Unlock(b);
  t.Read();
  EXPECT_EQ(plain().lock_index, runtime::Word::From(once).lock_index) << "as the read before";
  t.Lock(a);
  t.Unlock(a);
  t.Lock(b);
  t.Read();
  EXPECT_EQ(tag(), WordTag::kRecord) << "the read without a lock counts, too";
}

TEST_F(TouchTest, AReadWithTheWritesLocksIsNotForgottenForOneWithOthers) {
  auto t = Begin();
  t.Lock(a);
  t.Write();
  t.Unlock(a);
  t.Lock(a);
  t.Read();
  t.Unlock(a);
  t.Lock(b);
  t.Read();
  EXPECT_EQ(tag(), WordTag::kRecord);
}

TEST_F(TouchTest, OfTwoLocksetsEachCountsForItsOwnAccess) {
  auto t1 = Begin(), t2 = Begin();
  t1.Lock(a);
  t1.Write();
  t1.Unlock(a);
  t1.Lock(b);
  t1.Read();
  t1.Unlock(b);
  ASSERT_EQ(tag(), WordTag::kWritten);
  t2.Lock(b);
  t2.Read();  // racer: the write had another lock
  EXPECT_EQ(collector.races.size(), 1u);
}

TEST_F(TouchTest, MoreLocksInTheSameEpochChangeNothing) {
  auto t = Begin();
  t.Write();
  uint64_t before = word;
  t.Lock(a);
  t.Write();
  t.Read();
  EXPECT_EQ(word, before);
}

TEST_F(TouchTest, AnOrderlyHandOverNeedsNoRecord) {
  auto t1 = Begin(), t2 = Begin();
  t1.Write();
  t1.Publish();
  t2.Receive();
  t2.Write();
  EXPECT_EQ(tag(), WordTag::kWritten);
  EXPECT_EQ(plain().slot, t2.state->slot().index());
  EXPECT_TRUE(collector.races.empty());
}

// What is put in under a lock and taken out again by a third thread, when the queue has long had a record.
TEST_F(TouchTest, AQueueHandsOnWhatWasHandedOver) {
  auto maker = Begin(), first = Begin(), second = Begin();
  uint64_t queue = 0;
  auto change = [&](Thread& by) {
    by.Lock(a);
    queue = engine.Access(*by.state, queue, AccessKind::kWrite,
                          {{VariableId(8), 1}, SiteId(next_site++), StackId(), /*carries_objects=*/true});
    by.Unlock(a);
  };
  change(maker), change(first), change(second);
  EXPECT_EQ(TagOf(queue), WordTag::kRecord);
  maker.Write();
  change(maker), change(first), change(second);
  second.Write();
  EXPECT_TRUE(collector.races.empty());
}

TEST_F(TouchTest, AReaderDoesNotMakeTheWriteForgotten) {
  auto t1 = Begin(), t2 = Begin(), t3 = Begin();
  t1.Write();
  t1.Publish();
  t2.Receive();
  t2.Read();
  EXPECT_EQ(tag(), WordTag::kRecord);
  t3.Read();
  ASSERT_EQ(collector.races.size(), 2u);  // hb and racer, both with the write
  EXPECT_EQ(collector.races[0].earlier.site, SiteId(0));
}

TEST_F(TouchTest, ManyLocksetsNeedNoRecords) {
  auto t = Begin();
  std::vector<std::unique_ptr<runtime::Lock>> locks;
  for (uint32_t i = 0; i < 300; ++i) {
    locks.push_back(std::make_unique<runtime::Lock>(LockId(100 + i)));
    word = 0;
    t.Lock(*locks.back());
    t.Write();
    t.Unlock(*locks.back());
    EXPECT_EQ(tag(), WordTag::kWritten) << i;
  }
}

TEST_F(TouchTest, ManyLocksetsOfOneEpochDo) {
  auto t = Begin();
  std::deque<runtime::Lock> locks;
  for (uint32_t i = 0; i < 300; ++i) {
    t.Lock(locks.emplace_back(LockId(100 + i)));  // one inside the other
    word = 0;
    t.Write();
    EXPECT_EQ(tag(), i + 1 < runtime::SlotLocksets::kFirstPair ? WordTag::kWritten : WordTag::kRecord) << i;
  }
}

// Unknown locks are taken for all there are: racer is silent, hb is not.
TEST_F(TouchTest, OfAWordOlderThanItsLocksetOnlyTheOrderIsKnown) {
  auto t1 = Begin(), t2 = Begin();
  t1.Lock(a);
  t1.Write();
  t1.Unlock(a);
  std::deque<runtime::Lock> locks;
  const uint64_t old = word;
  for (uint32_t i = 0; i < 300; ++i) {
    t1.Lock(locks.emplace_back(LockId(100 + i)));
    word = 0;
    t1.Write();
    t1.Unlock(locks.back());
  }
  word = old;
  t2.Write();
  ASSERT_EQ(collector.races.size(), 1u);
  EXPECT_EQ(collector.races[0].detector, "hb");
}

TEST_F(TouchTest, TheReportNamesBothAccesses) {
  auto t1 = Begin(), t2 = Begin();
  t1.Lock(a);
  t1.Write();
  t1.Unlock(a);
  t2.Lock(b);
  t2.Write();
  ASSERT_EQ(collector.races.size(), 2u);
  const Race& race = collector.races[0];
  EXPECT_EQ(race.detector, "hb");
  EXPECT_EQ(race.grade, Grade::kObserved);
  EXPECT_EQ(race.variable, variable);
  EXPECT_EQ(race.earlier.op, AccessKind::kWrite);
  EXPECT_EQ(race.earlier.thread, t1.state->id());
  EXPECT_EQ(race.earlier.site, SiteId(0));
  EXPECT_EQ(race.earlier.stack, StackId(100));
  EXPECT_EQ(race.earlier.locks, (std::vector<runtime::HeldLock>{{LockId(1)}}));
  EXPECT_EQ(race.later.thread, t2.state->id());
  EXPECT_EQ(race.later.site, SiteId(1));
  EXPECT_EQ(race.later.locks, (std::vector<runtime::HeldLock>{{LockId(2)}}));
  EXPECT_EQ(collector.races[1].detector, "racer");
  EXPECT_EQ(collector.races[1].grade, Grade::kPredicted);
}

TEST_F(TouchTest, TheReportNamesAThreadThatHasEnded) {
  auto t1 = Begin();
  t1.Write();
  ThreadId id = t1.state->id();
  engine.End(*t1.state);
  t1.state.reset();
  auto t2 = Begin();
  t2.Write();
  ASSERT_EQ(collector.races.size(), 2u);
  EXPECT_EQ(collector.races[0].earlier.thread, id);
  EXPECT_EQ(collector.races[0].earlier.site, SiteId(0));
}

TEST_F(TouchTest, AnAccessTheHistoryHasLostIsUnknown) {
  auto t1 = Begin(), t2 = Begin();
  t1.Write();
  uint64_t kept = word;
  for (int i = 0; i < 5000; ++i) {
    word = 0;
    ++variable.object;
    t1.Write();
  }
  word = kept;
  variable.object = 42;
  t2.Write();
  ASSERT_EQ(collector.races.size(), 2u);
  EXPECT_EQ(collector.races[0].earlier.thread, t1.state->id());
  EXPECT_FALSE(collector.races[0].earlier.site);
  EXPECT_FALSE(collector.races[0].earlier.stack);
}

TEST_F(TouchTest, OneProblemIsToldOnceAndCounted) {
  auto t1 = Begin(), t2 = Begin();
  for (int i = 0; i < 10; ++i) {
    word = 0;
    ++variable.object;
    next_site = 0;
    t1.Write();
    t2.Write();
  }
  EXPECT_EQ(collector.races.size(), 2u);
  size_t entries = 0;
  engine.reporter().ForEach([&](const Reporter::Occurrences& each) {
    ++entries;
    EXPECT_EQ(each.count, 10u);
    EXPECT_EQ(each.variable, VariableId(7));
    EXPECT_EQ(each.sites[0], SiteId(0));
    EXPECT_EQ(each.sites[1], SiteId(1));
  });
  EXPECT_EQ(entries, 2u);
}

// Its word is to leave the record it is in, if all that is there is settled; but there is no word for these locks.
TEST_F(TouchTest, AnElementUnderLocksThatHaveNoIndexGetsARecord) {
  Engine settling{{.settle = true}, collector};
  auto thread = settling.MakeThread(ThreadId(1));
  settling.Begin(*thread);
  const AccessInfo element{.variable = variable, .counted = true};
  std::deque<runtime::Lock> locks;
  for (uint32_t i = 0; i < runtime::kMaxLockIndex + 10; ++i) {
    settling.Acquire(*thread, locks.emplace_back(LockId(i + 10)));
    word = settling.Access(*thread, 0, AccessKind::kWrite, element);
  }
  EXPECT_EQ(tag(), WordTag::kRecord);
}

TEST_F(TouchTest, TheFastPathKnowsSharedReads) {
  auto t1 = Begin(), t2 = Begin();
  t1.Read();
  t2.Read();
  t1.Read();
  for (Thread* t : {&t1, &t2}) {
    EXPECT_TRUE(Engine::AlreadySeen(*t->state, word, AccessKind::kRead));
    EXPECT_FALSE(Engine::AlreadySeen(*t->state, word, AccessKind::kWrite));
  }
  t1.Write();
  EXPECT_TRUE(Engine::AlreadySeen(*t1.state, word, AccessKind::kWrite));
  EXPECT_FALSE(Engine::AlreadySeen(*t2.state, word, AccessKind::kRead));
  t2.Read();
  EXPECT_FALSE(Engine::AlreadySeen(*t1.state, word, AccessKind::kRead));
}

}  // namespace
}  // namespace raddle::detect
