// The programs of the RACER paper, as scripts, with what the paper says of them.
#include <gtest/gtest.h>

#include "script.h"

namespace raddle::detect {
namespace {

TEST(Figure1, OnlyTheUnprotectedCounterRaces) {
  Script s;
  auto [main, thread1, thread2] = s.Threads<3>();
  auto shared = s.Variable(), shared_protected = s.Variable();
  auto not_shared1 = s.Variable(), not_shared2 = s.Variable();
  auto task_class = s.Lock();
  auto run = [&](Script::Thread t, VariableKey not_shared) {
    t.Increment(shared);
    t.Lock(task_class);
    t.Increment(shared_protected);
    t.Unlock(task_class);
    t.Increment(not_shared);
  };
  main.Start(thread1);
  main.Start(thread2);
  run(thread1, not_shared1);
  run(thread2, not_shared2);
  // In this schedule thread1's unlock happens before thread2's lock, but thread2 increments `shared` before that.
  s.Expect(shared, "hb racer strict eraser");
  s.Expect(shared_protected, "");
  s.Expect(not_shared1, "");
  s.Expect(not_shared2, "");
}

TEST(Figure10, AConstructorThatLetsThisEscapeIsMissedByEraserOnly) {
  Script s;
  auto [main, events] = s.Threads<2>();
  auto i = s.Variable();
  main.Start(events);
  main.Write(i);
  events.Read(i);
  s.Expect(i, "hb racer strict");
}

TEST(Figure11, AFieldWrittenBeforeTheThreadThatReadsItStartsIsSafe) {
  Script s;
  auto [main, thread1] = s.Threads<2>();
  auto var = s.Variable();
  main.Write(var);
  main.Start(thread1);
  thread1.Read(var);
  s.Expect(var, "");
}

TEST(Figure13, AWriteAfterTheStartRacesWithTheReadAndNotTheFirstWrite) {
  Script s;
  auto [main, thread1] = s.Threads<2>();
  auto var = s.Variable();
  main.Write(var);
  main.Start(thread1);
  thread1.Read(var);
  size_t read = s.Last();
  main.Write(var);
  size_t second_write = s.Last();
  s.Expect(var, "hb racer strict eraser");
  for (const char* detector : {"hb", "racer", "strict"}) {
    EXPECT_EQ(s.Pairs(detector), (std::vector<Script::Pair>{{read, second_write}})) << detector;
  }
}

// §5.2.3, Fig. 16: main starts both, one initialises what the other reads, each under a lock of its own.
TEST(Figure16, ThreadsOfOneParentThatLockOnThemselvesRace) {
  Script s;
  auto [main, executive, timer] = s.Threads<3>();
  auto field = s.Variable();
  auto executive_lock = s.Lock(), timer_lock = s.Lock();
  main.Start(executive);
  main.Start(timer);
  executive.Lock(executive_lock);
  executive.Write(field);
  executive.Unlock(executive_lock);
  timer.Lock(timer_lock);
  timer.Read(field);
  timer.Unlock(timer_lock);
  s.Expect(field, "hb racer strict");
}

// §6: seven passengers read the ride's number under the lock, the coaster alone writes it, under the lock, and reads
// it also without. No race; Fig. 9b reports one.
TEST(Roller, TheSingleWritersReadsWithoutTheLockAreAFalseAlarmInStrictModeOnly) {
  Script s;
  auto [main, coaster] = s.Threads<2>();
  auto passengers = s.Threads<7>();
  auto ride = s.Variable();
  auto coaster_lock = s.Lock();
  main.Start(coaster);
  for (auto& passenger : passengers) main.Start(passenger);
  for (int round = 0; round < 2; ++round) {
    coaster.Lock(coaster_lock);
    coaster.Increment(ride);
    coaster.Unlock(coaster_lock);
    coaster.Read(ride);
    for (auto& passenger : passengers) {
      passenger.Lock(coaster_lock);
      passenger.Read(ride);
      passenger.Unlock(coaster_lock);
    }
  }
  s.Expect(ride, "strict eraser");
  EXPECT_EQ(s.Pairs("strict").size(), 1u);
  EXPECT_EQ(s.Pairs("racer").size(), 0u);
}

// §6: eight threads, each moves money between two accounts, both locked.
TEST(Bank, HasNoRaceAndNoFalseAlarm) {
  Script s;
  auto main = s.MakeThread();
  auto tellers = s.Threads<8>();
  std::array<VariableKey, 4> balance;
  std::array<LockId, 4> lock;
  for (size_t i = 0; i < 4; ++i) balance[i] = s.Variable(), lock[i] = s.Lock(), main.Write(balance[i]);
  for (auto& teller : tellers) main.Start(teller);
  for (size_t i = 0; i < tellers.size(); ++i) {
    size_t from = i % 3, to = from + 1 + i % (3 - from);
    tellers[i].Lock(lock[from]);
    tellers[i].Lock(lock[to]);
    tellers[i].Increment(balance[from]);
    tellers[i].Increment(balance[to]);
    tellers[i].Unlock(lock[to]);
    tellers[i].Unlock(lock[from]);
  }
  for (auto each : balance) s.Expect(each, "");
}

}  // namespace
}  // namespace raddle::detect
