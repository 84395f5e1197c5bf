#include "report/recorder.h"

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "report/journal_reader.h"
#include "samples.h"

namespace raddle::report {
namespace {

class RecorderTest : public testing::Test {
 protected:
  RecorderTest() : scratch_(Scratch()), journal_(scratch_.path(), {.raddle = "0.1.0"}), recorder_(journal_) {}

  static Finding Seen(const std::string& detector, Grade grade) {
    Finding finding = BankFinding();
    finding.detectors = {detector};
    finding.grade = grade;
    finding.count = 1;
    finding.statistics = {};
    finding.advice.clear();
    return finding;
  }

  JournalContents Written() const { return ParseJournal(FileText(journal_.path())); }

  TemporaryDirectory scratch_;
  Journal journal_;
  Recorder recorder_;
};

TEST_F(RecorderTest, AProblemIsNewOnce) {
  Reported first = recorder_.Report(Seen("hb", Grade::kObserved));
  EXPECT_TRUE(first.is_new && first.journaled);
  EXPECT_EQ(first.id, BankFinding().id);
  EXPECT_FALSE(recorder_.Report(Seen("hb", Grade::kObserved)).is_new);
  EXPECT_FALSE(recorder_.Report(Seen("racer", Grade::kPredicted)).is_new);
  EXPECT_EQ(Written().findings.size(), 1u);
  EXPECT_EQ(Written().findings[0].detectors, (std::vector<std::string>{"hb", "racer"}));
}

TEST_F(RecorderTest, AMillionRacesAreAFewLines) {
  std::string id = recorder_.Report(Seen("hb", Grade::kObserved)).id;
  for (int n = 1; n < 1'000'000; ++n) ASSERT_TRUE(recorder_.Again(id, "hb"));
  EXPECT_LE(Written().records, 25u);
  EXPECT_GE(Written().findings[0].count, 500'000u);
  EXPECT_TRUE(recorder_.Finish());
  EXPECT_EQ(Written().findings[0].count, 1'000'000u);
  EXPECT_TRUE(Written().ended);
}

TEST_F(RecorderTest, WhatThisDetectorHasNotReportedIsNotAgain) {
  EXPECT_FALSE(recorder_.Again("0123456789abcdef", "hb"));
  std::string id = recorder_.Report(Seen("hb", Grade::kObserved)).id;
  EXPECT_TRUE(recorder_.Again(id, "hb"));
  EXPECT_FALSE(recorder_.Again(id, "racer"));
}

TEST_F(RecorderTest, AStrongerGradeIsWrittenAtOnce) {
  recorder_.Report(Seen("atomrace", Grade::kPredicted));
  recorder_.Report(Seen("atomrace", Grade::kObserved));
  EXPECT_EQ(Written().findings[0].grade, Grade::kObserved);
  EXPECT_EQ(Written().findings[0].count, 2u);
  recorder_.Report(Seen("atomrace", Grade::kPredicted));
  EXPECT_EQ(Written().findings[0].grade, Grade::kObserved);
}

TEST_F(RecorderTest, EverySectionThatWasViolatedIsWritten) {
  Finding finding = Seen("atomrace", Grade::kObserved);
  for (const char* section : {"b", "a", "b"}) {
    finding.sections = {section};
    recorder_.Report(finding);
  }
  EXPECT_EQ(Written().findings[0].sections, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(Written().records, 3u);  // with the start
  EXPECT_TRUE(recorder_.Finish());
  EXPECT_EQ(Written().findings[0].count, 3u);
}

TEST_F(RecorderTest, AFailureThatCountingMetIsToldWithTheNextFinding) {
  std::string folder = scratch_.path() + "/file/run";
  WriteText(scratch_.path() + "/file", "");
  Journal journal(folder, {.raddle = "0.1.0"});
  Recorder recorder(journal);
  Reported first = recorder.Report(Seen("hb", Grade::kObserved));
  EXPECT_FALSE(first.journaled);
  EXPECT_TRUE(recorder.Again(first.id, "hb"));
  EXPECT_TRUE(recorder.Report(Seen("racer", Grade::kPredicted)).journaled);  // once is enough
  std::filesystem::remove(scratch_.path() + "/file");
  EXPECT_TRUE(recorder.Again(first.id, "hb", 8));
  EXPECT_EQ(journal.pending(), 0u);
  std::filesystem::remove_all(scratch_.path() + "/file");
  WriteText(scratch_.path() + "/file", "");
  EXPECT_TRUE(recorder.Again(first.id, "hb", 80));
  EXPECT_FALSE(recorder.Finish());
}

TEST_F(RecorderTest, StatisticsBringAdviceAtTheEnd) {
  std::string id = recorder_.Report(Seen("hb", Grade::kObserved)).id;
  recorder_.SetStatistics(id, {.accesses = 6, .locks = {{"com.acme.Bank", 5}}});
  EXPECT_TRUE(recorder_.Finish());
  EXPECT_EQ(Written().findings[0].advice, BankFinding().advice);
}

}  // namespace
}  // namespace raddle::report
