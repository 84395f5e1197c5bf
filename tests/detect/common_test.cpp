// Many variables with the same past, as the fields of a large structure have it, share a few records.
#include <gtest/gtest.h>

#include "script.h"

namespace raddle::detect {
namespace {

using event::AccessKind;

class CommonTest : public ::testing::Test {
 protected:
  CommonTest() {
    for (auto* each : {&maker, &first, &second}) {
      *each = engine.MakeThread(ThreadId(next_thread++));
      engine.Begin(**each);
    }
  }

  // As the shim does it: what is new replaces the word, a record that was replaced is its variable's until the end.
  void Access(ThreadState& thread, uint64_t& word, AccessKind kind, uint32_t site) {
    if (Engine::AlreadySeen(thread, word, kind)) return;
    word = engine.Access(thread, word, kind, {{VariableId(7), 0}, SiteId(site), StackId(site)});
  }
  void MakeAll() {
    for (uint64_t& word : words) Access(*maker, word, AccessKind::kWrite, 1);
    engine.Publish(*maker, made);
  }
  void ReadAll(ThreadState& thread, uint32_t site) {
    for (uint64_t& word : words) Access(thread, word, AccessKind::kRead, site);
  }
  size_t records() { return engine.detectors().pool().live(); }

  Collector collector;
  Engine engine{{}, collector};
  std::unique_ptr<ThreadState> maker, first, second;
  runtime::Channel made;
  std::vector<uint64_t> words = std::vector<uint64_t>(10'000);
  uint32_t next_thread = 0;
};

TEST_F(CommonTest, WhatAllReadNeedsAFewRecords) {
  MakeAll();
  for (auto* each : {&first, &second}) engine.Receive(**each, made);
  for (uint32_t round = 0; round < 10; ++round) {
    runtime::Channel nobody_listens;
    for (auto* each : {&first, &second}) {
      ReadAll(**each, 2);
      engine.Publish(**each, nobody_listens);
    }
  }
  EXPECT_TRUE(collector.races.empty());
  EXPECT_LT(records(), 200u);
}

TEST_F(CommonTest, AWriteToOneOfThemRacesWithItsReaders) {
  MakeAll();
  for (auto* each : {&first, &second}) {
    engine.Receive(**each, made);
    ReadAll(**each, 2);
  }
  const uint64_t before = words[5001];
  Access(*first, words[5000], AccessKind::kWrite, 3);
  EXPECT_EQ(Collector(collector).First("hb").size(), 1u);
  EXPECT_EQ(collector.races[0].earlier.site, SiteId(2));
  EXPECT_EQ(collector.races[0].later.site, SiteId(3));
  EXPECT_NE(words[5000], before);
  EXPECT_EQ(words[5001], before);
  EXPECT_TRUE(Engine::AlreadySeen(*second, words[5001], AccessKind::kRead));
  EXPECT_FALSE(Engine::AlreadySeen(*second, words[5000], AccessKind::kRead));
}

// The reader learns of the making between two reads of the same epoch: the first raced, the others did not.
TEST_F(CommonTest, WhoHasLearntSomethingMakesOtherSteps) {
  MakeAll();
  for (size_t i = 0; i < 8; ++i) Access(*first, words[i], AccessKind::kRead, 2);
  EXPECT_FALSE(collector.races.empty());
  const uint64_t raced = words[7];
  engine.Receive(*first, made);
  for (size_t i = 8; i < 16; ++i) Access(*first, words[i], AccessKind::kRead, 2);
  EXPECT_NE(words[15], raced);
  EXPECT_EQ(words[15], words[14]);
}

}  // namespace
}  // namespace raddle::detect
