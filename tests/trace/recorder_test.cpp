// A run recorded and replayed: the detectors find the same, and find what others would have found.
#include <gtest/gtest.h>

#include "detect/engine.h"
#include "detect/replayer.h"
#include "report/finding.h"
#include "runtime/record.h"
#include "scratch_file.h"
#include "trace/recorder.h"
#include "trace/replay.h"

namespace raddle::trace {
namespace {

using detect::EngineOptions;
using event::Access;
using event::AccessKind;

class TestNames : public event::Names {
 public:
  event::ThreadName Of(ThreadId id) const override {
    return {.name = "t" + Text(id), .number = 1, .starter = {}, .started = {}};
  }
  event::SiteName Of(SiteId id) const override { return {"a.B", "m" + Text(id), "()V", "B.java", id.value()}; }
  std::string Of(VariableId id) const override { return "a.B.v" + Text(id); }
  std::string Of(LockId id) const override { return "a.Lock@" + Text(id); }
  std::vector<std::string> Of(StackId id) const override { return {"a.B.s" + Text(id) + "(B.java:1)"}; }

 private:
  template <typename IdType>
  static std::string Text(IdType id) {
    return std::to_string(id.value());
  }
};

struct Counter : detect::Sink {
  void Found(const detect::Race&) override { ++races; }
  detect::Place Here() override { return {.site = SiteId(99), .stack = StackId(9), .method = MethodId(3)}; }
  int races = 0;
};

constexpr ThreadId kMain{1}, kOne{2}, kTwo{3};

class RecorderTest : public testing::Test {
 protected:
  RecorderTest() : recorder_(*Writer::Create(file_.path()), names_) {
    engine_ = std::make_unique<detect::Engine>(EngineOptions{.record_only = true, .sections = true}, live_);
    engine_->Watch(&recorder_);
    replayer_ = std::make_unique<detect::Replayer>(*engine_, true);
    for (const ThreadId id : {kMain, kOne, kTwo}) recorder_.Name(id, names_.Of(id));
    Do(event::Fork{kMain, kOne});
    Do(event::Fork{kMain, kTwo});
  }

  void Do(const event::Event& event) { replayer_->Apply(event); }
  void Touch(ThreadId by, AccessKind kind, uint32_t variable, uint32_t site) {
    Do(Access{by, kind, {VariableId(variable), 5}, SiteId(site), StackId(site)});
  }
  std::vector<report::Finding> Replayed(const EngineOptions& options = {}) {
    EXPECT_TRUE(recorder_.Finish().ok());
    Result<trace::Replayed> replayed = Replay(file_.Bytes(), options);
    EXPECT_TRUE(replayed.ok()) << replayed.error().ToString();
    EXPECT_TRUE(replayed->notes.empty());
    return std::move(replayed->findings);
  }

  ScratchFile file_;
  TestNames names_;
  Recorder recorder_;
  Counter live_;
  std::unique_ptr<detect::Engine> engine_;
  std::unique_ptr<detect::Replayer> replayer_;
};

TEST_F(RecorderTest, ARaceIsFoundAgainWithItsNamesAndStacks) {
  Touch(kOne, AccessKind::kWrite, 1, 10);
  Touch(kTwo, AccessKind::kRead, 1, 20);
  EXPECT_EQ(live_.races, 2);  // hb and racer
  const std::vector<report::Finding> found = Replayed();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].detectors, (std::vector<std::string>{"hb", "racer"}));
  EXPECT_EQ(found[0].grade, report::Grade::kObserved);
  EXPECT_EQ(found[0].variable, "a.B.v1");
  EXPECT_EQ(found[0].accesses[0].thread, "t2");
  EXPECT_EQ(found[0].accesses[0].method, "m10");
  EXPECT_EQ(found[0].accesses[0].stack, (std::vector<std::string>{"a.B.s10(B.java:1)"}));
  EXPECT_EQ(found[0].accesses[1].thread, "t3");
  EXPECT_EQ(found[0].accesses[1].line, 20u);
}

TEST_F(RecorderTest, WhatIsOrderedIsOrderedInTheTraceToo) {
  Touch(kOne, AccessKind::kWrite, 1, 10);
  Do(event::Publish{kOne, ChannelId(4)});
  Do(event::Receive{kTwo, ChannelId(4)});
  Touch(kTwo, AccessKind::kWrite, 1, 20);
  Do(event::Acquire{kTwo, LockId(1)});
  Touch(kTwo, AccessKind::kWrite, 2, 21);
  Do(event::Release{kTwo, LockId(1)});
  Do(event::Acquire{kOne, LockId(1)});
  Touch(kOne, AccessKind::kWrite, 2, 11);
  Do(event::Wait{kOne, LockId(1)});
  Do(event::Acquire{kTwo, LockId(1)});
  Touch(kTwo, AccessKind::kWrite, 2, 22);
  Do(event::Notify{kTwo, LockId(1)});
  Do(event::Release{kTwo, LockId(1)});
  Do(event::Woken{kOne, LockId(1)});
  Touch(kOne, AccessKind::kRead, 2, 12);
  Do(event::Release{kOne, LockId(1)});
  Touch(kTwo, AccessKind::kWrite, 3, 23);
  Do(event::End{kTwo});
  Do(event::Join{kMain, kTwo});
  Touch(kMain, AccessKind::kWrite, 3, 30);
  EXPECT_EQ(live_.races, 0);
  EXPECT_TRUE(Replayed().empty());
}

TEST_F(RecorderTest, OtherDetectorsFindInATraceWhatTheyWouldHaveFoundInTheRun) {
  for (const auto& [thread, first, second] : {std::tuple(kOne, 1u, 2u), std::tuple(kTwo, 2u, 1u)}) {
    Do(event::Acquire{thread, LockId(first)});
    Do(event::Acquire{thread, LockId(second)});
    Do(event::Release{thread, LockId(second)});
    Do(event::Release{thread, LockId(first)});
  }
  const std::vector<report::Finding> found = Replayed({.hb = false, .racer = false, .deadlock = true});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, report::Kind::kDeadlock);
  EXPECT_EQ(found[0].accesses[0].method, "m99");
}

TEST_F(RecorderTest, WhatLiesWhereADeadVariableLayIsAnotherOne) {
  Touch(kOne, AccessKind::kWrite, 1, 10);
  replayer_->Forget({VariableId(1), 5});
  Touch(kTwo, AccessKind::kWrite, 1, 20);
  EXPECT_EQ(live_.races, 0);
  EXPECT_TRUE(Replayed().empty());
}

TEST_F(RecorderTest, AnElementThatPartsFromItsNeighboursKeepsTheirPast) {
  Touch(kOne, AccessKind::kWrite, 1, 10);
  runtime::Record::FromWord(replayer_->word({VariableId(1), 5}))->shares = 1;  // another element has it too
  Touch(kTwo, AccessKind::kWrite, 1, 20);
  EXPECT_EQ(live_.races, 2);
  const std::vector<report::Finding> found = Replayed();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].accesses[0].method, "m10");
}

TEST_F(RecorderTest, WithoutItsEndATraceSaysSo) {
  Touch(kOne, AccessKind::kWrite, 1, 10);
  Touch(kTwo, AccessKind::kWrite, 1, 20);
  Do(event::End{kTwo});
  EXPECT_TRUE(recorder_.Finish().ok());
  const std::string bytes = file_.Bytes();
  const Result<trace::Replayed> replayed = Replay(std::string_view(bytes).substr(0, bytes.size() - 1), {});
  ASSERT_TRUE(replayed.ok());
  ASSERT_EQ(replayed->notes.size(), 1u);
  EXPECT_EQ(replayed->notes[0], "the trace ends after 0 events, before the program did; its last part is incomplete");
}

}  // namespace
}  // namespace raddle::trace
