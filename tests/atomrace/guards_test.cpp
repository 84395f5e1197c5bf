// Guards by script: threads take them, wait for them, go on without them.
#include "detect/atomrace/guards.h"

#include <gtest/gtest.h>

#include <thread>

#include "load_store.h"

namespace raddle::detect::atomrace {
namespace {

using Handle = Guards::Handle;
using Waited = Guards::Waited;
using std::chrono::milliseconds;

constexpr milliseconds kNoTime{0}, kLong{20'000};

class GuardsTest : public testing::Test {
 protected:
  static constexpr uint32_t kNumber = 5;

  Access By(uint64_t thread, bool write, uint32_t hash) {
    return {.variable = {.hash = hash}, .thread = thread, .site = write ? 2u : 1u, .write = write};
  }
  Handle Enter(uint64_t thread, milliseconds longest = kNoTime, uint32_t hash = 7) {
    return guards_.Enter({kNumber, By(thread, false, hash)}, 0, longest, stack_, waited_);
  }
  Waited Write(uint64_t thread, milliseconds longest = kNoTime, uint32_t hash = 7) {
    return guards_.Pass({kNumber, By(thread, true, hash)}, longest, stack_);
  }
  std::vector<Violation> End(uint64_t thread, Handle handle) {
    return guards_.End(handle, By(thread, true, 0), 0, 0, stack_);
  }
  uint64_t word() const { return guards_.table()[kNumber].word; }

  const std::vector<atoms::Section> sections_ = {LoadStore()};
  std::function<StackId()> stack_ = [] { return StackId(); };
  Sections waits_{sections_, {.same = nullptr, .same_key = nullptr, .keep = nullptr, .drop = nullptr}};
  Guards guards_{sections_, waits_};
  Waited waited_{};
};

TEST_F(GuardsTest, AFreeGuardIsTakenAndGivenBack) {
  const Handle handle = Enter(1);
  EXPECT_EQ(waited_, Waited::kNot);
  EXPECT_TRUE(guards_.Holds(1));
  EXPECT_TRUE(End(1, handle).empty());
  EXPECT_EQ(word(), 0u);
}

TEST_F(GuardsTest, WhoComesWaitsUntilTheSectionIsOver) {
  const Handle first = Enter(1);
  Handle second = 0;
  std::thread other([&] { second = Enter(2, kLong); });
  while ((word() & Guard::kAsked) == 0) std::this_thread::yield();
  EXPECT_TRUE(End(1, first).empty());
  other.join();
  EXPECT_EQ(waited_, Waited::kUntilFree);
  EXPECT_TRUE(guards_.Holds(2));
  EXPECT_TRUE(End(2, second).empty());
  EXPECT_EQ(word(), 0u);
}

TEST_F(GuardsTest, AWriteThatDoesNotWaitIsAViolation) {
  const Handle handle = Enter(1);
  EXPECT_EQ(Write(2), Waited::kTooLong);
  const std::vector<Violation> violations = End(1, handle);
  ASSERT_EQ(violations.size(), 1u);
  EXPECT_EQ(violations[0].thread, 1u);
  EXPECT_EQ(violations[0].entry_site, 1u);
  ASSERT_EQ(violations[0].intruders.size(), 1u);
  EXPECT_EQ(violations[0].intruders[0].thread, 2u);
  EXPECT_EQ(word(), 0u);
}

TEST_F(GuardsTest, AWriteOfAnotherObjectWithTheSameGuardIsNone) {
  const Handle handle = Enter(1);
  EXPECT_EQ(Write(2, kNoTime, 8), Waited::kTooLong);
  EXPECT_TRUE(End(1, handle).empty());
}

TEST_F(GuardsTest, WhoIsInASectionWithoutTheGuardIsIntrudedUponToo) {
  const Handle first = Enter(1), second = Enter(2);
  EXPECT_EQ(waited_, Waited::kTooLong);
  EXPECT_NE(second & Guards::kShadow, 0u);
  EXPECT_TRUE(End(1, first).empty()) << "a read is allowed";
  EXPECT_NE(word(), 0u) << "everybody has to be told of the shadow";
  const std::vector<Violation> violations = End(2, second);
  ASSERT_EQ(violations.size(), 1u);
  EXPECT_EQ(violations[0].intruders[0].thread, 1u);
  EXPECT_EQ(word(), 0u);
}

TEST_F(GuardsTest, WhatCameBeforeTheSectionBeganAnewDoesNotCount) {
  const Handle handle = Enter(1);
  Write(2);
  EXPECT_TRUE(guards_.Again(handle, By(1, false, 7), 0).empty());
  EXPECT_TRUE(End(1, handle).empty());
}

TEST_F(GuardsTest, LeftWithoutAnEndThereIsNoVerdictAndNothingStays) {
  const Handle first = Enter(1), second = Enter(2);
  Write(3);
  guards_.Leave(first, 1);
  guards_.Leave(second, 2);
  EXPECT_EQ(word(), 0u);
  EXPECT_TRUE(End(4, Enter(4)).empty());
}

TEST_F(GuardsTest, AThreadThatEndsHoldsNothing) {
  Enter(1);
  Enter(2);
  guards_.ThreadEnds(1);
  guards_.ThreadEnds(2);
  EXPECT_EQ(word(), 0u);
}

TEST_F(GuardsTest, NobodyWaitsForAThreadThatWaitsForHim) {
  Enter(1);
  waits_.Blocked(1, 2);
  EXPECT_EQ(Write(2, kLong), Waited::kDeadlock);
}

}  // namespace
}  // namespace raddle::detect::atomrace
