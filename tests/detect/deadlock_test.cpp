// Deadlocks that could have been, as scripts: none of them happens.
#include <gtest/gtest.h>

#include <mutex>
#include <thread>

#include "detect/deadlock/lock_graph.h"
#include "script.h"

namespace raddle::detect {
namespace {

using Sizes = std::vector<size_t>;

void Nest(Script::Thread t, std::initializer_list<LockId> locks) {
  for (LockId lock : locks) t.Lock(lock);
  for (auto lock = locks.end(); lock != locks.begin();) t.Unlock(*--lock);
}

TEST(Deadlock, TwoThreadsThatTakeTwoLocksInDifferentOrders) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto a = s.Lock(), b = s.Lock();
  Nest(t1, {a, b});
  Nest(t2, {b, a});
  EXPECT_EQ(s.Deadlocks(), Sizes{2});
}

TEST(Deadlock, AReportNamesThreadsLocksAndPlaces) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto a = s.Lock(), b = s.Lock(), other = s.Lock();
  Nest(t1, {other, a, b});  // at 0, 1, 2
  Nest(t2, {b, a});         // at 6, 7
  auto cycles = RunForDeadlocks(s.trace(), Places::kKnown);
  ASSERT_EQ(cycles.size(), 1u);
  ASSERT_EQ(cycles[0].steps.size(), 2u);
  const LockStep &second = cycles[0].steps[0], &first = cycles[0].steps[1];  // the one that closed it comes first
  EXPECT_EQ(first.thread, t1.id);
  EXPECT_EQ(first.held.lock, a);
  EXPECT_EQ(first.held_at.site, SiteId(1));
  EXPECT_EQ(first.wanted.lock, b);
  EXPECT_EQ(first.wanted_at.site, SiteId(2));
  EXPECT_EQ(first.locks.size(), 2u);
  EXPECT_EQ(second.thread, t2.id);
  EXPECT_EQ(second.held.lock, b);
  EXPECT_EQ(second.held_at.site, SiteId(6));
  EXPECT_EQ(second.wanted.lock, a);
  EXPECT_EQ(second.wanted_at.site, SiteId(7));
}

TEST(Deadlock, ACycleOfThree) {
  Script s;
  auto [t1, t2, t3] = s.Threads<3>();
  auto a = s.Lock(), b = s.Lock(), c = s.Lock();
  Nest(t1, {a, b});
  Nest(t2, {b, c});
  EXPECT_EQ(s.Deadlocks(), Sizes{});
  Nest(t3, {c, a});
  EXPECT_EQ(s.Deadlocks(), Sizes{3});
}

TEST(Deadlock, FivePhilosophersUnlessOneOfThemIsLeftHanded) {
  for (bool one_is_left_handed : {false, true}) {
    Script s;
    auto philosophers = s.Threads<5>();
    std::array<LockId, 5> forks;
    for (LockId& fork : forks) fork = s.Lock();
    for (size_t i = 0; i < 5; ++i) {
      LockId right = forks[i], left = forks[(i + 1) % 5];
      if (one_is_left_handed && i == 0) std::swap(right, left);
      Nest(philosophers[i], {right, left});
    }
    EXPECT_EQ(s.Deadlocks(), one_is_left_handed ? Sizes{} : Sizes{5});
  }
}

TEST(Deadlock, OneThreadsTwoOrdersAreNone) {
  Script s;
  auto t1 = s.MakeThread();
  auto a = s.Lock(), b = s.Lock();
  Nest(t1, {a, b});
  Nest(t1, {b, a});
  EXPECT_EQ(s.Deadlocks(), Sizes{});
}

TEST(Deadlock, TheSameOrderIsNone) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto a = s.Lock(), b = s.Lock();
  Nest(t1, {a, b});
  Nest(t2, {a, b});
  EXPECT_EQ(s.Deadlocks(), Sizes{});
}

TEST(Deadlock, AGateLockKeepsThemApart) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto gate = s.Lock(), a = s.Lock(), b = s.Lock();
  Nest(t1, {gate, a, b});
  Nest(t2, {gate, b, a});
  EXPECT_EQ(s.Deadlocks(), Sizes{});
}

TEST(Deadlock, AGateHeldForReadingKeepsNobodyApart) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto gate = s.Lock(), a = s.Lock(), b = s.Lock();
  t1.ReadLock(gate);
  Nest(t1, {a, b});
  t1.ReadUnlock(gate);
  t2.ReadLock(gate);
  Nest(t2, {b, a});
  t2.ReadUnlock(gate);
  EXPECT_EQ(s.Deadlocks(), Sizes{2});
}

TEST(Deadlock, AGateOfTwoOfThreeThreadsBreaksTheCycle) {
  Script s;
  auto [t1, t2, t3] = s.Threads<3>();
  auto gate = s.Lock(), a = s.Lock(), b = s.Lock(), c = s.Lock();
  Nest(t1, {gate, a, b});
  Nest(t2, {b, c});
  Nest(t3, {gate, c, a});
  EXPECT_EQ(s.Deadlocks(), Sizes{});
}

TEST(Deadlock, TakingALockAgainIsNoRequest) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto a = s.Lock(), b = s.Lock();
  Nest(t1, {a, b, a});
  Nest(t2, {a, b});
  EXPECT_EQ(s.Deadlocks(), Sizes{});
}

TEST(Deadlock, TryLockWaitsForNobodyButItsLockIsHeld) {
  Script s;
  auto [t1, t2, t3] = s.Threads<3>();
  auto a = s.Lock(), b = s.Lock();
  Nest(t1, {a, b});
  t2.Lock(b);
  t2.TryLock(a);
  t2.Unlock(a);
  t2.Unlock(b);
  EXPECT_EQ(s.Deadlocks(), Sizes{});
  t3.TryLock(b);
  t3.Lock(a);
  t3.Unlock(a);
  t3.Unlock(b);
  EXPECT_EQ(s.Deadlocks(), Sizes{2});
}

TEST(Deadlock, AThreadThatWasJoinedBeforeTheOtherStartedIsNone) {
  Script s;
  auto [main, t1, t2] = s.Threads<3>();
  auto a = s.Lock(), b = s.Lock();
  main.Start(t1);
  Nest(t1, {a, b});
  t1.End();
  main.Join(t1);
  main.Start(t2);
  Nest(t2, {b, a});
  EXPECT_EQ(s.Deadlocks(), Sizes{});
}

TEST(Deadlock, WhatMainDidBeforeItStartedTheOtherIsNoneAndWhatItDoesAfterIsOne) {
  Script s;
  auto [main, t1] = s.Threads<2>();
  auto a = s.Lock(), b = s.Lock();
  Nest(main, {a, b});
  main.Start(t1);
  Nest(t1, {b, a});
  EXPECT_EQ(s.Deadlocks(), Sizes{});
  Nest(main, {a, b});
  EXPECT_EQ(s.Deadlocks(), Sizes{2});
}

TEST(Deadlock, TheOrderInWhichALockWasTakenExcusesNothing) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto a = s.Lock(), b = s.Lock(), between = s.Lock();
  Nest(t1, {a, b});
  Nest(t1, {between});
  Nest(t2, {between});
  Nest(t2, {b, a});
  EXPECT_EQ(s.Deadlocks(), Sizes{2});
}

TEST(Deadlock, TwoReadersOfEachOthersLocksAreNone) {
  Script s;
  auto [t1, t2, t3] = s.Threads<3>();
  auto a = s.Lock(), b = s.Lock();
  auto read_inside = [](Script::Thread t, LockId outer, LockId inner) {
    t.ReadLock(outer);
    t.ReadLock(inner);
    t.ReadUnlock(inner);
    t.ReadUnlock(outer);
  };
  read_inside(t1, a, b);
  read_inside(t2, b, a);
  EXPECT_EQ(s.Deadlocks(), Sizes{});
  Nest(t3, {b, a});
  EXPECT_EQ(s.Deadlocks(), Sizes{2});
}

TEST(Deadlock, ComingBackFromWaitIsARequest) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto a = s.Lock(), b = s.Lock();
  t1.Lock(b);
  t1.Lock(a);
  t1.Wait(b);  // holding a
  t1.Woken(b);
  t1.Unlock(a);
  t1.Unlock(b);
  EXPECT_EQ(s.Deadlocks(), Sizes{});
  Nest(t2, {b, a});
  EXPECT_EQ(s.Deadlocks(), Sizes{2});
}

// A monitor that notifications are sent through orders those who use it; but not where it is what they would wait for.
TEST(Deadlock, ANotifiedMonitorIsNoExcuseForACycleItIsIn) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto a = s.Lock(), told = s.Lock();
  t1.Lock(a);
  t1.Lock(told);
  t1.Notify(told);
  t1.Unlock(told);
  t1.Unlock(a);
  Nest(t2, {told, a});
  EXPECT_EQ(s.Deadlocks(), Sizes{2});
}

TEST(Deadlock, WhatIsLearntOnceTheLockIsHeldIsNoExcuse) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto a = s.Lock(), b = s.Lock(), told = s.Lock();
  Nest(t1, {a, b});
  t1.Lock(told);
  t1.Notify(told);
  t1.Unlock(told);
  t2.Lock(b);  // had it been first here, the other would not have come to tell
  t2.Lock(told);
  t2.Unlock(told);
  t2.Lock(a);
  t2.Unlock(a);
  t2.Unlock(b);
  EXPECT_EQ(s.Deadlocks(), Sizes{2});
}

TEST(Deadlock, WhoWaitedToBeToldBeforeTakingTheLocksIsNone) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto a = s.Lock(), b = s.Lock(), told = s.Lock();
  t2.Lock(told);
  t2.Wait(told);
  Nest(t1, {a, b});
  t1.Lock(told);
  t1.Notify(told);
  t1.Unlock(told);
  t2.Woken(told);
  Nest(t2, {b, a});  // still holding the monitor
  t2.Unlock(told);
  EXPECT_EQ(s.Deadlocks(), Sizes{});
}

TEST(Deadlock, WhoWasNotifiedUnderAnotherLockIsNone) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto a = s.Lock(), told = s.Lock();
  t2.Lock(told);
  t2.Wait(told);
  t1.Lock(a);
  t1.Lock(told);
  t1.Notify(told);
  t1.Unlock(told);
  t1.Unlock(a);
  t2.Woken(told);
  Nest(t2, {a});
  t2.Unlock(told);
  EXPECT_EQ(s.Deadlocks(), Sizes{});
}

// T1's request for L0 and T2's for L1, for reading, once had the same key.
TEST(Deadlock, RequestsOfTwoThreadsAreTwo) {
  Collector collector;
  Engine engine({.hb = false, .racer = false, .deadlock = true}, collector);
  Replayer replayer(engine, false);
  const LockId l0(0), l1(1), l2(2);
  auto nest = [&](ThreadId thread, LockId outer, LockId inner, event::LockMode mode) {
    replayer.Apply(event::Acquire{thread, outer});
    replayer.Apply(event::Acquire{thread, inner, mode});
    replayer.Apply(event::Release{thread, inner, mode});
    replayer.Apply(event::Release{thread, outer});
  };
  nest(ThreadId(1), l2, l0, event::LockMode::kWrite);
  nest(ThreadId(2), l2, l1, event::LockMode::kRead);
  nest(ThreadId(3), l1, l2, event::LockMode::kWrite);
  EXPECT_EQ(collector.cycles.size(), 1u);
}

TEST(Deadlock, ManyLocksAtTheSamePlacesAreOneReport) {
  Collector collector;
  Engine engine({.hb = false, .racer = false, .deadlock = true}, collector);
  Replayer replayer(engine, false);
  auto nest = [&](ThreadId thread, LockId outer, LockId inner) {
    collector.here = SiteId(1);
    replayer.Apply(event::Acquire{thread, outer});
    collector.here = SiteId(2);
    replayer.Apply(event::Acquire{thread, inner});
    replayer.Apply(event::Release{thread, inner});
    replayer.Apply(event::Release{thread, outer});
  };
  for (uint32_t from = 0; from < 20; ++from) {
    for (uint32_t to = 0; to < 20; ++to) {
      if (from != to) nest(ThreadId(from < to ? 1 : 2), LockId(from), LockId(to));
    }
  }
  EXPECT_EQ(collector.cycles.size(), 1u);
}

TEST(Deadlock, AGraphThatIsFullStartsAnew) {
  LockGraph graph;
  size_t cycles = 0;
  auto report = [&](const LockCycle&) { ++cycles; };
  auto add = [&](uint64_t key, uint32_t thread, uint32_t held, uint32_t wanted) {
    Ask ask{ThreadId(thread), {{{LockId(held)}, {}, {}}}, {LockId(wanted)}, {}, {}};
    ask.moment = runtime::Moment(thread, runtime::Time(1, 1));
    graph.Add(key, ask, report);
  };
  add(0, 1, 0, 1);
  for (uint32_t i = 1; i <= LockGraph::kMostAsks; ++i) add(i, 1, 2 * i, 2 * i + 1);
  EXPECT_LE(graph.size(), LockGraph::kMostAsks);
  add(LockGraph::kMostAsks + 1, 2, 1, 0);
  EXPECT_EQ(cycles, 0u);
  add(LockGraph::kMostAsks + 2, 1, 0, 1);
  EXPECT_EQ(cycles, 1u);
}

// Real threads, for the detector's own locking: what is found does not depend on who is first.
TEST(Deadlock, ThreadsThatAskAtOnce) {
  Collector collector;
  Engine engine({.hb = false, .racer = false, .deadlock = true}, collector);
  constexpr uint32_t kThreads = 4;
  std::array<std::mutex, kThreads> real;
  std::vector<std::unique_ptr<runtime::Lock>> locks;
  std::vector<std::unique_ptr<ThreadState>> states;
  for (uint32_t i = 0; i < kThreads; ++i) locks.push_back(std::make_unique<runtime::Lock>(LockId(i)));
  for (uint32_t i = 0; i < kThreads; ++i) states.push_back(engine.MakeThread(ThreadId(i + 1)));
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      engine.Begin(*states[i]);
      for (int round = 0; round < 1000; ++round) {
        uint32_t next = (i + 1) % kThreads;
        std::scoped_lock both(real[i], real[next]);
        engine.Acquire(*states[i], *locks[i]);
        engine.Acquire(*states[i], *locks[next]);
        engine.Release(*states[i], *locks[next]);
        engine.Release(*states[i], *locks[i]);
      }
      engine.End(*states[i]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(collector.cycles.size(), 1u);
  EXPECT_EQ(collector.cycles[0].steps.size(), kThreads);
}

}  // namespace
}  // namespace raddle::detect
