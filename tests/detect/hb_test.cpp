#include <gtest/gtest.h>

#include "script.h"

namespace raddle::detect {
namespace {

TEST(Hb, TwoWritesWithNothingBetweenThemRace) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto x = s.Variable();
  t1.Write(x);
  t2.Write(x);
  s.Expect(x, "hb racer strict eraser");
}

TEST(Hb, ReadsDoNotRace) {
  Script s;
  auto [t1, t2, t3] = s.Threads<3>();
  auto x = s.Variable();
  t1.Read(x);
  t2.Read(x);
  t3.Read(x);
  s.Expect(x, "");
}

TEST(Hb, AWriteRacesWithEveryConcurrentRead) {
  Script s;
  auto [t1, t2, t3] = s.Threads<3>();
  auto x = s.Variable();
  t1.Read(x);
  t2.Read(x);
  t3.Write(x);
  s.Expect(x, "hb racer strict");
  EXPECT_EQ(s.Pairs("hb"), (std::vector<Script::Pair>{{0, 2}, {1, 2}}));
}

TEST(Hb, TheOrderOfALockHidesTheRaceThatRacerPredicts) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto x = s.Variable();
  auto lock = s.Lock();
  t1.Write(x);
  t1.Lock(lock);
  t1.Unlock(lock);
  t2.Lock(lock);
  t2.Unlock(lock);
  t2.Write(x);
  s.Expect(x, "racer strict eraser");
}

TEST(Hb, TwoFieldsWrittenAndReadInThatOrderAreTwoRaces) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto x = s.Variable(), y = s.Variable();
  t1.Write(x);
  t1.Write(y);
  t2.Read(x);
  t2.Read(y);
  s.Expect(x, "hb racer strict");
  s.Expect(y, "hb racer strict");
}

TEST(Hb, WhatComesBeforeAWriteThatWasSeenIsNoSecondRace) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto data = s.Variable(), flag = s.Variable();
  t1.Write(data);
  t1.Write(flag);
  t2.Read(flag);
  t2.Read(data);
  s.Expect(flag, "hb racer strict");
  s.Expect(data, "racer strict");
}

TEST(Hb, TheEdgeOfARacingReadIsPassedOn) {
  Script s;
  auto [t1, t2, t3] = s.Threads<3>();
  auto data = s.Variable(), flag = s.Variable(), later = s.Variable();
  auto lock = s.Lock();
  t1.Write(data);
  t1.Write(flag);
  t1.Write(later);
  t2.Read(flag);
  t2.Lock(lock);
  t2.Unlock(lock);
  t3.Lock(lock);
  t3.Write(data);
  t3.Write(later);
  t3.Unlock(lock);
  s.Expect(data, "racer strict");
  s.Expect(later, "hb racer strict");
}

TEST(Hb, AVolatileReadSeesAllWritesBeforeIt) {
  Script s;
  auto [t1, t2, t3] = s.Threads<3>();
  auto x = s.Variable(), y = s.Variable();
  auto flag = s.Channel();
  t1.Write(x);
  t1.VolatileWrite(flag);
  t2.Write(y);
  t2.VolatileWrite(flag);
  t3.VolatileRead(flag);
  t3.Write(x);
  t3.Write(y);
  s.Expect(x, "strict eraser");
  s.Expect(y, "strict eraser");
}

TEST(Hb, AVolatileWriteIsNoAcquire) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto x = s.Variable();
  auto flag = s.Channel();
  t1.Write(x);
  t1.VolatileWrite(flag);
  t2.VolatileWrite(flag);
  t2.Write(x);
  s.Expect(x, "hb racer strict eraser");
}

TEST(Hb, WhatIsWrittenAfterAReleaseIsNotCoveredByIt) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto x = s.Variable();
  auto flag = s.Channel();
  t1.VolatileWrite(flag);
  t1.Write(x);
  t2.VolatileRead(flag);
  t2.Write(x);
  s.Expect(x, "hb racer strict eraser");
}

TEST(Hb, JoinOrdersWhatTheThreadDid) {
  Script s;
  auto [main, child] = s.Threads<2>();
  auto x = s.Variable();
  main.Start(child);
  child.Write(x);
  child.End();
  main.Join(child);
  main.Write(x);
  s.Expect(x, "strict eraser");
}

TEST(Hb, AnEndedThreadThatNobodyJoinedOrdersNothing) {
  Script s;
  auto [main, child] = s.Threads<2>();
  auto x = s.Variable();
  main.Start(child);
  child.Write(x);
  child.End();
  main.Write(x);
  s.Expect(x, "hb racer strict eraser");
}

TEST(Hb, ReadersOfAReadWriteLockAreNotOrderedAmongThemselves) {
  Script s;
  auto [t1, t2, t3] = s.Threads<3>();
  auto x = s.Variable(), y = s.Variable();
  auto lock = s.Lock();
  t1.ReadLock(lock);
  t1.Write(x);
  t1.Read(y);
  t1.ReadUnlock(lock);
  t2.ReadLock(lock);
  t2.Write(x);
  t2.Read(y);
  t2.ReadUnlock(lock);
  t3.Lock(lock);
  t3.Write(y);
  t3.Unlock(lock);
  s.Expect(x, "hb racer strict eraser");
  s.Expect(y, "");
}

TEST(Hb, WaitingGivesUpTheMonitorAtAnyDepth) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto x = s.Variable();
  auto monitor = s.Lock();
  t1.Lock(monitor);
  t1.Lock(monitor);
  t1.Write(x);
  t1.Wait(monitor);
  t2.Lock(monitor);
  t2.Write(x);
  t2.Notify(monitor);
  t2.Unlock(monitor);
  t1.Woken(monitor);
  t1.Unlock(monitor);
  t1.Write(x);  // still held once
  t1.Unlock(monitor);
  s.Expect(x, "");
}

TEST(Hb, AClassIsInitialisedBeforeItIsUsed) {
  Script s;
  auto [t1, t2] = s.Threads<2>();
  auto x = s.Variable();
  auto type = s.Channel();
  t1.Write(x);
  t1.Initialise(type);
  t2.Use(type);
  t2.Read(x);
  s.Expect(x, "strict");
}

}  // namespace
}  // namespace raddle::detect
