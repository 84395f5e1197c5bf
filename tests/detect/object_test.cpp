// Ownership states of objects, Fig. 4 of the paper on object races.
#include <gtest/gtest.h>

#include "detect/object/object.h"
#include "script.h"

namespace raddle::detect {
namespace {

using runtime::ObjectWord;

// Threads that use one object, as fast as words and records let them.
class Uses {
 public:
  Uses() : engine_({.hb = false, .racer = false, .object = true}, collector_), replayer_(engine_, false) {}
  ~Uses() { engine_.object()->GiveBack(word_); }

  void Read(uint32_t thread) { Access(thread, AccessKind::kRead); }
  void Write(uint32_t thread) { Access(thread, AccessKind::kWrite); }
  void Enter(uint32_t thread) { SetInside(thread, true); }
  void Leave(uint32_t thread) { SetInside(thread, false); }
  void Call(uint32_t thread) { Write(thread), Enter(thread), Leave(thread); }
  void End(uint32_t thread) { Apply(event::End{ThreadId(thread)}); }
  void Lock(uint32_t thread, uint32_t lock = 1) { Apply(event::Acquire{ThreadId(thread), LockId(lock)}); }
  void Unlock(uint32_t thread, uint32_t lock = 1) { Apply(event::Release{ThreadId(thread), LockId(lock)}); }

  std::optional<AccessKind> GuardedBy(uint32_t lock) { return engine_.object()->GuardedBy(word_, LockId(lock)); }

  size_t conflicts() const { return collector_.races.size(); }
  const Race& race() const { return collector_.races.front(); }
  const Object::Counts& counts() { return engine_.object()->counts(); }

 private:
  void Apply(const event::Event& event) { replayer_.Apply(event); }
  void Access(uint32_t thread, AccessKind kind) {
    Apply(event::Begin{ThreadId(thread)});
    const ThreadId owner(ObjectWord::IsShared(word_) ? 0 : ObjectWord::From(word_).owner);
    const AccessInfo info{.variable = {VariableId(1)}, .site = SiteId(thread)};
    word_ = engine_.object()->Use(replayer_.thread(ThreadId(thread)), thread, word_, owner, kind, info);
  }
  // What the shim does, for the owner.
  void SetInside(uint32_t thread, bool inside) {
    ObjectWord word = ObjectWord::From(word_);
    if (ObjectWord::IsShared(word_) || word.owner != thread) return;
    word.inside = inside;
    word_ = word.bits();
  }

  Collector collector_;
  Engine engine_;
  Replayer replayer_;
  uint64_t word_ = 0;
};

TEST(Ownership, OneThreadsObjectIsItsOwn) {
  Uses o;
  for (int i = 0; i < 3; ++i) o.Read(1), o.Write(1), o.Call(1);
  EXPECT_EQ(o.conflicts(), 0u);
  EXPECT_EQ(o.counts().exclusive2, 0u);
}

TEST(Ownership, ASecondOwnerNeedsNoLock) {
  Uses o;
  o.Write(1);
  for (int i = 0; i < 3; ++i) o.Read(2), o.Write(2);
  EXPECT_EQ(o.conflicts(), 0u);
  EXPECT_EQ(o.counts().exclusive2, 1u);
  EXPECT_EQ(o.counts().locksets, 0u);
}

TEST(Ownership, AThirdThatWritesWithoutALockIsAConflict) {
  Uses o;
  o.Write(1);
  o.Write(2);
  o.Write(3);
  ASSERT_EQ(o.conflicts(), 1u);
  EXPECT_EQ(o.race().kind, RaceKind::kObjectRace);
  EXPECT_EQ(o.race().detector, "object");
  EXPECT_EQ(o.race().earlier.thread, ThreadId(2));
  EXPECT_EQ(o.race().later.thread, ThreadId(3));
}

TEST(Ownership, TheFirstOwnerIsAStrangerToTheSecond) {
  Uses o;
  o.Write(1);
  o.Write(2);
  o.Write(1);
  EXPECT_EQ(o.conflicts(), 1u);
}

TEST(Ownership, ReadersNeedNoLockUntilSomebodyWrites) {
  Uses o;
  o.Write(1);
  o.Write(2);
  o.Read(3);
  o.Read(4);
  EXPECT_EQ(o.conflicts(), 0u);
  EXPECT_EQ(o.counts().shared_read, 1u);
  o.Lock(3);
  o.Write(3);
  EXPECT_EQ(o.conflicts(), 1u);
  EXPECT_EQ(o.counts().empty_lockset, 1u);
}

TEST(Ownership, TheSameLockIsEnoughAndTwoDifferentOnesAreNot) {
  Uses o;
  o.Write(1);
  o.Write(2);
  for (uint32_t thread : {3, 1, 2, 3}) o.Lock(thread), o.Write(thread), o.Unlock(thread);
  EXPECT_EQ(o.conflicts(), 0u);
  EXPECT_EQ(o.counts().shared_modified, 1u);
  o.Lock(1, 2);
  o.Write(1);
  o.Unlock(1, 2);
  EXPECT_EQ(o.conflicts(), 1u);
}

TEST(Ownership, AReportNamesTwoThreadsHoweverOftenOneOfThemCame) {
  Uses o;
  for (uint32_t thread : {1, 2, 3}) o.Lock(thread), o.Write(thread), o.Unlock(thread);
  for (uint32_t lock : {1, 2, 3, 4, 5}) {
    o.Lock(3), o.Lock(3, lock + 1);
    o.Write(3);
    o.Unlock(3, lock + 1), o.Unlock(3);
  }
  o.Write(3);
  ASSERT_EQ(o.conflicts(), 1u);
  EXPECT_EQ(o.race().earlier.thread, ThreadId(2));
  EXPECT_EQ(o.race().later.thread, ThreadId(3));
}

TEST(Ownership, AnObjectIsReportedOnce) {
  Uses o;
  for (int i = 0; i < 3; ++i) o.Write(1), o.Write(2), o.Write(3);
  EXPECT_EQ(o.conflicts(), 1u);
  EXPECT_EQ(o.counts().conflict, 1u);
}

TEST(Ownership, WhatAnEndedThreadLeavesIsInherited) {
  Uses o;
  o.Write(1);
  o.End(1);
  o.Write(2);  // first owner now
  o.Write(3);  // second
  o.End(3);
  o.Write(4);
  EXPECT_EQ(o.conflicts(), 0u);
  EXPECT_EQ(o.counts().inherited, 2u);
  EXPECT_EQ(o.counts().exclusive2, 1u);
  o.Write(2);
  EXPECT_EQ(o.conflicts(), 1u);
}

TEST(Ownership, AnObjectWhoseOtherUsersHaveEndedIsTheLastOnesAgain) {
  for (bool ended : {true, false}) {
    Uses o;
    for (uint32_t thread : {1, 2, 3, 4}) o.Lock(thread), o.Write(thread), o.Unlock(thread);
    o.End(2);
    o.End(3);
    if (ended) o.End(4);
    o.Write(1);
    EXPECT_EQ(o.conflicts(), ended ? 0u : 1u);
  }
}

TEST(Ownership, NoMatterHowManyTheyWere) {
  for (uint32_t left : {0, 5, 29}) {
    Uses o;
    for (uint32_t thread = 1; thread <= 30; ++thread) o.Lock(thread), o.Write(thread), o.Unlock(thread);
    for (uint32_t thread = 2; thread <= 30; ++thread) {
      if (thread != left) o.End(thread);
    }
    o.Write(1);
    EXPECT_EQ(o.conflicts(), left == 0 ? 0u : 1u);
  }
}

TEST(Ownership, AnAccessWhileTheConstructorRunsIsAConflict) {
  Uses o;
  o.Write(1);
  o.Enter(1);
  o.Read(2);
  EXPECT_EQ(o.conflicts(), 1u);
  EXPECT_EQ(o.counts().overlapping, 1u);
}

TEST(Ownership, AnAccessWhileTheOwnerIsInAMethodIsAConflictAndAfterItIsNot) {
  for (bool inside : {true, false}) {
    Uses o;
    o.Call(1);
    o.Write(1);
    o.Enter(1);
    if (!inside) o.Leave(1);
    o.Call(2);
    EXPECT_EQ(o.conflicts(), inside ? 1u : 0u);
  }
}

TEST(Guards, TheOneLockThatIsLeftGuardsWhatHasBeenDoneSoFar) {
  Uses uses;
  for (uint32_t thread : {1, 2}) uses.Write(thread);
  EXPECT_EQ(uses.GuardedBy(1), std::nullopt) << "it has an owner";
  uses.Lock(3, 1), uses.Lock(3, 2);
  uses.Read(3);
  EXPECT_EQ(uses.GuardedBy(1), std::nullopt) << "there are two";
  uses.Unlock(3, 2);
  uses.Read(3);
  EXPECT_EQ(uses.GuardedBy(1), AccessKind::kRead);
  EXPECT_EQ(uses.GuardedBy(2), std::nullopt);
  uses.Write(3);
  EXPECT_EQ(uses.GuardedBy(1), AccessKind::kWrite);
  uses.Unlock(3, 1);
  uses.Write(2);
  EXPECT_EQ(uses.GuardedBy(1), std::nullopt) << "a conflict";
}

}  // namespace
}  // namespace raddle::detect
