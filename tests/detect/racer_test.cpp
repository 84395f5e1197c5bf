#include <gtest/gtest.h>

#include "detect/racer/racer.h"
#include "script.h"

namespace raddle::detect {
namespace {

TEST(Racer, OneLockForAllIsEnough) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto x = s.Variable();
  auto common = s.Lock(), other = s.Lock();
  t1.Lock(common);
  t1.Write(x);
  t1.Unlock(common);
  t2.Lock(other);
  t2.Lock(common);
  t2.Write(x);
  t2.Unlock(common);
  t2.Unlock(other);
  s.Expect(x, "");
}

TEST(Racer, APhaseWithoutLocksMayFollowAJoin) {
  Script s;
  auto [main, t1, t2] = s.Threads<3>();
  auto x = s.Variable();
  auto lock = s.Lock();
  main.Write(x);
  main.Start(t1);
  main.Start(t2);
  for (auto t : {t1, t2}) {
    t.Lock(lock);
    t.Increment(x);
    t.Unlock(lock);
    t.End();
  }
  main.Join(t1);
  main.Join(t2);
  main.Read(x);
  s.Expect(x, "strict eraser");
}

TEST(Racer, AnInitialisationWithoutLockBeforeTheStartIsNoAlarm) {
  Script s;
  auto [main, child] = s.Threads<2>();
  auto x = s.Variable();
  auto lock = s.Lock();
  main.Write(x);
  main.Start(child);
  main.Lock(lock);
  main.Write(x);
  main.Unlock(lock);
  child.Lock(lock);
  child.Write(x);
  child.Unlock(lock);
  s.Expect(x, "strict");  // Fig. 9b keeps the lockset that main's first write emptied
}

TEST(Racer, AnUnlockedAccessIsFoundWhoeverComesFirst) {
  for (bool locked_first : {true, false}) {
    Script s;
    auto [t1, t2] = s.Threads<2>();
    auto x = s.Variable();
    auto lock = s.Lock();
    auto locked = [&] {
      t1.Lock(lock);
      t1.Write(x);
      t1.Unlock(lock);
    };
    if (locked_first) locked();
    t2.Write(x);
    t2.Lock(lock);
    t2.Unlock(lock);
    if (!locked_first) locked();
    s.Expect(x, locked_first ? "hb racer strict eraser" : "racer strict");
  }
}

TEST(Racer, ANotificationMakesVisibleWhetherOneWasWokenOrTimedOut) {
  for (bool notified : {true, false}) {
    Script s;
    auto [t1, t2] = s.Threads<2>();
    auto x = s.Variable();
    auto monitor = s.Lock();
    t1.Lock(monitor);
    t1.Wait(monitor);
    t2.Write(x);
    t2.Lock(monitor);
    t2.Notify(monitor);
    t2.Unlock(monitor);
    if (notified) {
      t1.Woken(monitor);
    } else {
      t1.TimedOut(monitor);
    }
    t1.Unlock(monitor);
    t1.Write(x);
    s.Expect(x, "strict eraser");
  }
}

TEST(Racer, AReadLockProtectsNoWrite) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto x = s.Variable(), y = s.Variable();
  auto lock = s.Lock();
  t1.ReadLock(lock);
  t1.Write(x);
  t1.Read(y);
  t1.ReadUnlock(lock);
  t2.ReadLock(lock);
  t2.Read(x);
  t2.ReadUnlock(lock);
  t2.Lock(lock);
  t2.Write(y);
  t2.Unlock(lock);
  s.Expect(x, "hb racer strict");
  s.Expect(y, "");
}

TEST(Racer, AQueueHandsOver) {
  Script s;
  auto [producer, consumer] = s.Threads<2>();
  auto x = s.Variable();
  auto queue = s.Channel();
  producer.Write(x);
  producer.Publish(queue);
  consumer.Receive(queue);
  consumer.Write(x);
  s.Expect(x, "strict eraser");
}

TEST(Racer, ReportsTheAccessesSinceTheHandOver) {
  Script s;
  auto [main, child, other] = s.Threads<3>();
  auto x = s.Variable();
  main.Start(other);
  main.Write(x);
  main.Start(child);
  child.Write(x);
  size_t childs = s.Last();
  other.Write(x);
  size_t others = s.Last();
  EXPECT_EQ(s.Pairs("strict"), (std::vector<Script::Pair>{{childs, others}}));
}

// More readers than fit: the writer still meets some of them, and the single write stays.
TEST(Racer, KeepsEnoughOfALongHistory) {
  Script s;
  auto writer = s.MakeThread();
  auto readers = s.Threads<Racer::kMost * 2>();
  auto x = s.Variable(), y = s.Variable();
  writer.Write(y);
  for (auto& reader : readers) reader.Read(x), reader.Read(y);
  writer.Write(x);
  for (auto& reader : readers) reader.Read(x);
  std::vector<Race> races = RunTrace(s.trace(), {}, Way::kWords);
  size_t of_x = 0, of_y = 0;
  for (const Race& race : races) {
    if (race.detector != "racer") continue;
    ++(race.variable == x ? of_x : of_y);
  }
  EXPECT_EQ(of_x, Racer::kMost + readers.size());  // as many readers as are kept, then each reader with the write
  EXPECT_EQ(of_y, readers.size());
}

// Known, and stated in racer.h: only the order of the lock says that the consumer cannot come first.
TEST(Racer, AFreshObjectHandedOverThroughALockedListIsAFalseAlarm) {
  Script s;
  auto [producer, consumer] = s.Threads<2>();
  auto field = s.Variable(), list = s.Variable();
  auto lock = s.Lock();
  producer.Write(field);
  producer.Lock(lock);
  producer.Write(list);
  producer.Unlock(lock);
  consumer.Lock(lock);
  consumer.Read(list);
  consumer.Unlock(lock);
  consumer.Read(field);
  s.Expect(field, "racer strict");
  s.Expect(list, "");
}

// Two writes that only a lock keeps in order, which is chance; and times in which accesses are passed over.
class PassedOver : public ::testing::Test {
 protected:
  PassedOver() {
    for (auto& each : threads) engine.Begin(*each);
  }
  void Write(int thread) {
    const uint32_t place = next_++;
    word_ = engine.Access(*threads[thread], word_, event::AccessKind::kWrite,
                          {{VariableId(7), 42}, SiteId(place), StackId(place + 100)});
  }
  void PassLock(int thread) {
    engine.Acquire(*threads[thread], lock_);
    engine.Release(*threads[thread], lock_);
  }

  Collector found;
  Engine engine{{}, found};
  std::array<std::unique_ptr<ThreadState>, 2> threads{engine.MakeThread(ThreadId(1)), engine.MakeThread(ThreadId(2))};
  runtime::Windows& windows = engine.runtime().windows;

 private:
  runtime::Lock lock_{LockId(1)};
  uint64_t word_ = 0;
  uint32_t next_ = 0;
};

TEST_F(PassedOver, NothingIsUntilAWindowCloses) {
  Write(0), PassLock(0), PassLock(1), Write(1);
  EXPECT_EQ(found.races.size(), 1u);
}

TEST_F(PassedOver, NoPairEndsWhereAccessesAre) {
  Write(0), PassLock(0);
  windows.Close();
  PassLock(1), Write(1);
  EXPECT_TRUE(found.races.empty());
}

TEST_F(PassedOver, NoPairHasSuchATimeBetween) {
  Write(0), PassLock(0);
  windows.Close();
  windows.Open();
  PassLock(1), Write(1);
  EXPECT_TRUE(found.races.empty());
}

TEST_F(PassedOver, APairOfALaterWindowIsOne) {
  windows.Close();
  Write(0), PassLock(0);
  windows.Open();
  Write(0), PassLock(0);
  Write(0), PassLock(0), PassLock(1), Write(1);
  EXPECT_EQ(found.races.size(), 1u);
}

// Of which it is not known what in it came before the window.
TEST_F(PassedOver, NoPairBeginsInTheFirstEpochOfALaterWindow) {
  windows.Close();
  Write(0);
  windows.Open();
  Write(0), PassLock(0), PassLock(1), Write(1);
  EXPECT_TRUE(found.races.empty());
}

TEST_F(PassedOver, WhatHappenedIsReportedAtAnyTime) {
  Write(0);
  windows.Close();
  Write(1);
  ASSERT_EQ(found.races.size(), 1u);
  EXPECT_EQ(found.races[0].detector, "hb");
}

}  // namespace
}  // namespace raddle::detect
