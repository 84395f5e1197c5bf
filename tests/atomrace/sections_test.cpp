// Atomic sections by script: threads come to accesses, sections begin and end, others come between.
#include "detect/atomrace/sections.h"

#include <gtest/gtest.h>

#include <thread>

#include "load_store.h"

namespace raddle::detect::atomrace {
namespace {

using Activation = Sections::Activation;
using Waited = Sections::Waited;

// A loop: the read at 1 ends what the read at 1 before it began.
atoms::Section Loop() {
  atoms::Section section = LoadStore();
  section.ends = {{.point = section.entry, .allowed = atoms::Serialisable(atoms::Op::kRead, atoms::Op::kRead)}};
  return section;
}

class SectionsTest : public testing::Test {
 protected:
  Variable Total() { return {.object = &object_, .hash = 1, .field = 7, .index = -1}; }
  Access By(uint64_t thread, bool write, uint32_t site) { return {Total(), thread, site, write}; }
  void Begin(Sections& sections, uint64_t thread, Activation activation, uint32_t section = 0) {
    sections.Arrive(By(thread, false, 1), {{section, activation}}, {}, stack_);
  }
  void Touch(Sections& sections, uint64_t thread, bool write) {
    sections.Arrive(By(thread, write, write ? 4 : 3), {}, {}, stack_);
  }
  std::vector<Violation> End(Sections& sections, uint64_t thread, uint32_t section = 0) {
    sections.Arrive(By(thread, true, 2), {}, {}, stack_);
    sections.Reach(section, 0, By(thread, true, 2));
    return sections.Passed(thread);
  }
  static bool Same(const void* kept, const void* asked) { return kept == asked; }

  int object_ = 0;
  int kept_ = 0;
  std::function<StackId()> stack_ = [] { return StackId(); };
  Sections::References references_{.same = Same,
                                   .same_key = Same,
                                   .keep =
                                       [this](const void* object) {
                                         ++kept_;
                                         return object;
                                       },
                                   .drop = [this](const void* object) { kept_ -= object == nullptr ? 0 : 1; }};
  const std::vector<atoms::Section> load_store_ = {LoadStore()};
  const std::vector<atoms::Section> loop_ = {Loop()};
};

TEST_F(SectionsTest, AWriteInBetweenIsAViolationAndAReadIsNot) {
  Sections sections(load_store_, references_);
  Begin(sections, 1, 1);
  Touch(sections, 2, false);
  EXPECT_TRUE(End(sections, 1).empty());
  Begin(sections, 1, 1);
  Touch(sections, 2, true);
  const std::vector<Violation> found = End(sections, 1);
  ASSERT_EQ(found.size(), 1u);
  ASSERT_EQ(found[0].intruders.size(), 1u);
  EXPECT_EQ(found[0].intruders[0].thread, 2u);
  EXPECT_EQ(found[0].entry_site, 1u);
  EXPECT_EQ(kept_, 0) << "objects are kept only while a section is open";
}

TEST_F(SectionsTest, WhatComesBeforeOrBehindIsNone) {
  Sections sections(load_store_, references_);
  Touch(sections, 2, true);
  Begin(sections, 1, 1);
  EXPECT_TRUE(End(sections, 1).empty());
  Touch(sections, 2, true);
  EXPECT_TRUE(End(sections, 1).empty()) << "an end without a beginning";
}

TEST_F(SectionsTest, ASectionThatIsLeftHasNoVerdict) {
  Sections sections(load_store_, references_);
  Begin(sections, 1, 1);
  Touch(sections, 2, true);
  sections.Exit(1, 1, std::nullopt);
  EXPECT_TRUE(End(sections, 1).empty());
  EXPECT_EQ(kept_, 0);
}

TEST_F(SectionsTest, AnAccessThatFailsEndsNothing) {
  Sections sections(load_store_, references_);
  Begin(sections, 1, 1);
  sections.Reach(0, 0, By(1, true, 2));  // and then an exception in place of Passed
  Touch(sections, 1, false);
  EXPECT_TRUE(sections.Passed(1).empty());
  Touch(sections, 2, true);
  EXPECT_EQ(End(sections, 1).size(), 1u);
}

TEST_F(SectionsTest, BothOfTwoThreadsThatMeetAreViolated) {
  Sections sections(load_store_, references_);
  Begin(sections, 1, 1);
  Begin(sections, 2, 2);
  EXPECT_TRUE(End(sections, 1).empty()) << "the other has only read so far";
  EXPECT_EQ(End(sections, 2).size(), 1u);
}

TEST_F(SectionsTest, ARecursiveSectionEndsWithItsOutermost) {
  Sections sections(load_store_, references_);
  Begin(sections, 1, 1);
  Begin(sections, 1, 2);
  EXPECT_TRUE(End(sections, 1).empty());
  Touch(sections, 2, true);
  EXPECT_EQ(End(sections, 1).size(), 1u);
}

TEST_F(SectionsTest, ALoopBeginsWhereItEnds) {
  Sections sections(loop_, references_);
  auto read = [&] {
    Begin(sections, 1, 1);
    sections.Reach(0, 0, By(1, false, 1));
    return sections.Passed(1).size();
  };
  EXPECT_EQ(read(), 0u) << "the first time it only begins";
  EXPECT_EQ(read(), 0u);
  Touch(sections, 2, true);
  EXPECT_EQ(read(), 1u);
  EXPECT_EQ(read(), 0u) << "and then anew";
}

TEST_F(SectionsTest, AnAccessInACallCountsOnlyInThatCall) {
  Sections sections(load_store_, references_);
  EXPECT_EQ(sections.CallOf(1, 0, Sections::kEntry), 0);
  sections.Calling(1, 5, 0, Sections::kEntry, {});
  EXPECT_EQ(sections.CallOf(1, 0, Sections::kEntry), 5);
  EXPECT_EQ(sections.CallOf(2, 0, Sections::kEntry), 0);
  sections.Called(1, 5, 0, Sections::kEntry);
  EXPECT_EQ(sections.CallOf(1, 0, Sections::kEntry), 0);
}

TEST_F(SectionsTest, HealingTheIntruderWaitsUntilTheSectionIsOver) {
  Sections sections(load_store_, references_);
  Begin(sections, 1, 1);
  Waited waited = Waited::kNot;
  std::thread intruder([&] { waited = sections.Arrive(By(2, true, 3), {}, std::chrono::hours(1), stack_); });
  EXPECT_TRUE(End(sections, 1).empty());
  intruder.join();
  EXPECT_TRUE(waited == Waited::kUntilFree || waited == Waited::kNot) << "it came before or behind the end";
}

TEST_F(SectionsTest, HealingWhatIsAllowedDoesNotWait) {
  Sections sections(load_store_, references_);
  Begin(sections, 1, 1);
  EXPECT_EQ(sections.Arrive(By(2, false, 3), {}, std::chrono::hours(1), stack_), Waited::kNot);
}

TEST_F(SectionsTest, HealingGivesUpInTime) {
  Sections sections(load_store_, references_);
  Begin(sections, 1, 1);
  EXPECT_EQ(sections.Arrive(By(2, true, 3), {}, std::chrono::milliseconds(1), stack_), Waited::kTooLong);
  EXPECT_EQ(End(sections, 1).size(), 1u);
}

TEST_F(SectionsTest, HealingNobodyWaitsForAThreadThatWaitsForHim) {
  Sections sections(load_store_, references_);
  Begin(sections, 1, 1);
  sections.Blocked(1, 2);  // for a lock that thread 2 holds
  EXPECT_EQ(sections.Arrive(By(2, true, 3), {}, std::chrono::hours(1), stack_), Waited::kDeadlock);
}

TEST_F(SectionsTest, HealingAWaitEndsWhenTheOtherBecomesBlocked) {
  Sections sections(load_store_, references_);
  Begin(sections, 1, 1);
  Waited waited = Waited::kNot;
  std::thread intruder([&] { waited = sections.Arrive(By(2, true, 3), {}, std::chrono::hours(1), stack_); });
  sections.Blocked(1, 2);
  intruder.join();
  EXPECT_EQ(waited, Waited::kDeadlock);
}

// `if (!map.containsKey(k)) map.put(k, v)`
atoms::Section PutIfMissing() {
  atoms::Section section = LoadStore();
  section.variable = {.kind = atoms::Variable::Kind::kObject, .owner = "java.util.Map", .name = "Cache.map"};
  section.ends[0].allowed = {.read = true, .remove = true};
  return section;
}

class CollectionSectionsTest : public SectionsTest {
 protected:
  Access CallBy(uint64_t thread, atoms::Effect effect, const int* key) {
    Variable map{.object = &object_, .hash = 1, .key = key};
    if (key != nullptr) map.index = *key;
    return {.variable = map,
            .thread = thread,
            .site = static_cast<uint32_t>(thread),
            .write = effect != atoms::Effect::kRead,
            .effect = effect};
  }
  void Look(const int* key) {
    sections_.BeginCall(CallBy(1, atoms::Effect::kRead, key), {{0, 1}}, {});
    sections_.EndCall(1, stack_);
  }
  std::vector<Violation> Put(const int* key) {
    const Access put = CallBy(1, atoms::Effect::kAdd, key);
    sections_.BeginCall(put, {}, {});
    sections_.Reach(0, 0, put);
    sections_.EndCall(1, stack_);
    return sections_.Passed(1);
  }
  void Other(atoms::Effect effect, const int* key) {
    sections_.BeginCall(CallBy(2, effect, key), {}, {});
    sections_.EndCall(2, stack_);
  }

  const std::vector<atoms::Section> put_if_missing_ = {PutIfMissing()};
  Sections sections_{put_if_missing_, references_};
  const int red_ = 1, blue_ = 2;
};

TEST_F(CollectionSectionsTest, AnotherPutOfTheKeyIsAViolation) {
  Look(&red_);
  Other(atoms::Effect::kAdd, &red_);
  EXPECT_EQ(Put(&red_).size(), 1u);
  EXPECT_EQ(kept_, 0);
  EXPECT_EQ(*sections_.open_on(Sections::Kind::kObject), 0);
}

TEST_F(CollectionSectionsTest, OfAnotherKeyOrWhatTheEndAllowsItIsNone) {
  Look(&red_);
  Other(atoms::Effect::kAdd, &blue_);
  Other(atoms::Effect::kRead, &red_);
  Other(atoms::Effect::kRemove, nullptr);
  EXPECT_TRUE(Put(&red_).empty());
}

TEST_F(CollectionSectionsTest, ACallThatNamesNoKeyMeansAll) {
  Look(&red_);
  Other(atoms::Effect::kChange, nullptr);
  EXPECT_EQ(Put(&red_).size(), 1u);
}

TEST_F(CollectionSectionsTest, ACallThatIsOnlyPartlyInsideDidNotComeBetween) {
  sections_.BeginCall(CallBy(2, atoms::Effect::kAdd, &red_), {}, {});
  Look(&red_);
  sections_.EndCall(2, stack_);  // it began before
  EXPECT_TRUE(Put(&red_).empty());
  Look(&red_);
  sections_.BeginCall(CallBy(2, atoms::Effect::kAdd, &red_), {}, {});
  EXPECT_TRUE(Put(&red_).empty());
  sections_.EndCall(2, stack_);  // and ends behind it
  EXPECT_EQ(*sections_.open_on(Sections::Kind::kObject), 0);
}

TEST_F(CollectionSectionsTest, ACallThatThrowsBeginsNothing) {
  sections_.BeginCall(CallBy(1, atoms::Effect::kRead, &red_), {{0, 1}}, {});
  EXPECT_EQ(*sections_.open_on(Sections::Kind::kObject), 1);
  sections_.BeginCall(CallBy(1, atoms::Effect::kRead, &blue_), {}, {});
  EXPECT_EQ(*sections_.open_on(Sections::Kind::kObject), 0);
}

TEST_F(CollectionSectionsTest, HealingNoSectionBeginsWhileAGuestIsThere) {
  sections_.BeginCall(CallBy(2, atoms::Effect::kAdd, &red_), {}, {}, true);
  const Access look = CallBy(1, atoms::Effect::kRead, &red_);
  EXPECT_EQ(sections_.BeginCall(look, {{0, 1}}, std::chrono::milliseconds(1)), Waited::kTooLong);
  sections_.EndCall(2, stack_);
  EXPECT_EQ(sections_.BeginCall(look, {{0, 1}}, std::chrono::hours(1)), Waited::kNot);
}

TEST_F(SectionsTest, HealingIsGivenUpForAThreadThatParksForTheOneThatWaits) {
  references_.waits_for = [](uint64_t thread) { return thread == 1 ? uint64_t{2} : uint64_t{0}; };
  Sections sections(load_store_, references_);
  Begin(sections, 1, 1);
  EXPECT_EQ(sections.Arrive(By(2, true, 3), {}, std::chrono::hours(1), stack_), Waited::kDeadlock);
}

// What Fig. 3 says, step by step on a list: for random runs of three threads the same violations.
TEST_F(SectionsTest, AgreesWithASlowTwin) {
  Sections sections(load_store_, references_);
  uint64_t random = 1;
  auto next = [&](uint64_t below) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    return (random >> 33) % below;
  };
  struct Step {
    uint64_t thread;
    bool write;
  };
  std::vector<Step> steps;
  std::vector<size_t> begun(4, 0);  // by thread: the step behind its beginning; 0 is none
  for (int i = 0; i < 20'000; ++i) {
    const uint64_t thread = next(3) + 1;
    switch (next(3)) {
      case 0:
        Begin(sections, thread, static_cast<Activation>(thread));
        steps.push_back({thread, false});
        begun[thread] = steps.size();
        break;
      case 1: {
        const bool write = next(2) == 0;
        Touch(sections, thread, write);
        steps.push_back({thread, write});
        break;
      }
      default: {
        bool expected = false;
        for (size_t s = begun[thread]; begun[thread] != 0 && s < steps.size(); ++s) {
          expected = expected || (steps[s].thread != thread && steps[s].write);
        }
        ASSERT_EQ(End(sections, thread).size(), expected ? 1u : 0u) << "step " << i;
        steps.push_back({thread, true});
        begun[thread] = 0;
      }
    }
  }
}

}  // namespace
}  // namespace raddle::detect::atomrace
