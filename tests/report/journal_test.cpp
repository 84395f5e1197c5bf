#include "report/journal.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "report/fingerprint.h"
#include "report/journal_reader.h"
#include "report/load.h"
#include "samples.h"

namespace raddle::report {
namespace {

const JournalStart kStart{.raddle = "0.1.0", .command = {"java", "Bank"}};

Finding Numbered(int n) {
  Finding finding = BankFinding();
  finding.variable = "com.acme.Account.f" + std::to_string(n);
  finding.variables.clear();
  finding.message.clear();
  finding.detectors = {"hb"};
  Complete(finding);
  return finding;
}

TEST(Journal, WhatWasWrittenIsRead) {
  TemporaryDirectory scratch = Scratch();
  Journal journal(scratch.path(), kStart);
  EXPECT_TRUE(journal.Open());
  EXPECT_TRUE(journal.Add(Numbered(1)));
  EXPECT_TRUE(
      journal.Update({.id = Numbered(1).id, .detectors = {"hb"}, .count = 64, .statistics = {8, {{"x.Y", 7}}}}));
  EXPECT_TRUE(journal.Note("a class was not woven"));
  EXPECT_FALSE(AnyClassWatched(scratch.path()));
  EXPECT_TRUE(journal.Watched());
  EXPECT_TRUE(AnyClassWatched(scratch.path()));
  EXPECT_TRUE(journal.End());
  JournalContents contents = ParseJournal(FileText(journal.path()));
  EXPECT_TRUE(contents.started && contents.watched && contents.ended);
  EXPECT_FALSE(contents.torn);
  EXPECT_EQ(contents.damaged + contents.unknown, 0u);
  EXPECT_EQ(contents.records, 6u);
  EXPECT_EQ(contents.pid, static_cast<uint64_t>(getpid()));
  EXPECT_EQ(contents.start.command, kStart.command);
  EXPECT_EQ(contents.notes, std::vector<std::string>{"a class was not woven"});
  ASSERT_EQ(contents.findings.size(), 1u);
  EXPECT_EQ(contents.findings[0].count, 64u);
  EXPECT_EQ(contents.findings[0].advice, "7 of 8 accesses hold the monitor of the Y: take it at Bank.java:31 too");
  EXPECT_EQ(contents.findings[0].accesses, Numbered(1).accesses);
}

TEST(Journal, AFindingIsOnDiskWhenAddReturns) {
  TemporaryDirectory scratch = Scratch();
  Journal journal(scratch.path(), kStart);
  for (int n = 0; n < 5; ++n) {
    EXPECT_TRUE(journal.Add(Numbered(n)));
    EXPECT_EQ(ParseJournal(FileText(journal.path())).findings.size(), static_cast<size_t>(n + 1));
  }
}

TEST(Journal, TornAnywhereItLosesOnlyTheTornRecord) {
  TemporaryDirectory scratch = Scratch();
  Journal journal(scratch.path(), kStart);
  for (int n = 0; n < 3; ++n) ASSERT_TRUE(journal.Add(Numbered(n)));
  ASSERT_TRUE(journal.End());
  const std::string whole = FileText(journal.path());
  for (size_t cut = 0; cut <= whole.size(); ++cut) {
    std::string_view kept = std::string_view(whole).substr(0, cut);
    JournalContents contents = ParseJournal(kept);
    size_t lines = std::count(kept.begin(), kept.end(), '\n');
    bool complete = cut < whole.size() && whole[cut] == '\n';  // all but its line feed
    ASSERT_EQ(contents.records, lines + complete) << cut;
    ASSERT_EQ(contents.damaged, 0u) << cut;
    ASSERT_EQ(contents.torn, cut > 0 && !complete && kept.back() != '\n') << cut;
  }
}

TEST(Journal, ADamagedByteLosesOnlyItsLine) {
  TemporaryDirectory scratch = Scratch();
  Journal journal(scratch.path(), kStart);
  for (int n = 0; n < 2; ++n) ASSERT_TRUE(journal.Add(Numbered(n)));
  ASSERT_TRUE(journal.End());
  const std::string whole = FileText(journal.path());
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] ^= 1;
    JournalContents contents = ParseJournal(damaged);
    // A line feed that is gone joins two lines.
    ASSERT_GE(contents.records, whole[at] == '\n' && at + 1 < whole.size() ? 2u : 3u) << at;
    ASSERT_LE(contents.findings.size(), 2u);
  }
}

TEST(Journal, TwoProcessesWriteSideBySide) {
  TemporaryDirectory scratch = Scratch();
  constexpr int kEach = 200;
  std::vector<pid_t> children;
  for (int child = 0; child < 2; ++child) {
    pid_t pid = fork();
    if (pid == 0) {
      Journal journal(scratch.path(), kStart);
      bool good = true;
      for (int n = 0; n < kEach; ++n) good &= journal.Add(Numbered(child * kEach / 2 + n)).ok();
      good &= journal.End().ok();
      _exit(good ? 0 : 1);
    }
    children.push_back(pid);
  }
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  Result<FindingsFile> file = ReadRun(scratch.path());
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->notes.empty()) << file->notes[0];
  EXPECT_EQ(file->findings.size(), 300u);
  uint64_t count = 0;
  for (const Finding& finding : file->findings) count += finding.count;
  EXPECT_EQ(count, 2u * kEach * 17);
}

TEST(Journal, ManyThreadsOfOneProcessShareIt) {
  TemporaryDirectory scratch = Scratch();
  Journal journal(scratch.path(), kStart);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int n = 0; n < 50; ++n) EXPECT_TRUE(journal.Add(Numbered(t * 50 + n)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  JournalContents contents = ParseJournal(FileText(journal.path()));
  EXPECT_EQ(contents.damaged, 0u);
  EXPECT_EQ(contents.findings.size(), 200u);
}

TEST(Journal, TheSameProcessNumberTwiceGivesTwoFiles) {
  TemporaryDirectory scratch = Scratch();
  Journal first(scratch.path(), kStart), second(scratch.path(), kStart);
  EXPECT_TRUE(first.Add(Numbered(1)));
  EXPECT_TRUE(second.Add(Numbered(2)));
  EXPECT_NE(first.path(), second.path());
  Result<FindingsFile> file = ReadRun(scratch.path());
  ASSERT_TRUE(file);
  EXPECT_EQ(file->findings.size(), 2u);
}

TEST(Journal, DetectorsOfOneJvmCountTheSameRacesAndTwoJvmsDoNot) {
  TemporaryDirectory scratch = Scratch();
  Finding by_racer = Numbered(1);
  by_racer.detectors = {"racer"};
  by_racer.grade = Grade::kPredicted;
  by_racer.count = 20;
  Journal first(scratch.path(), kStart), second(scratch.path(), kStart);
  EXPECT_TRUE(first.Add(Numbered(1)));
  EXPECT_TRUE(first.Add(by_racer));
  EXPECT_TRUE(second.Add(Numbered(1)));
  Result<FindingsFile> file = ReadRun(scratch.path());
  ASSERT_TRUE(file);
  ASSERT_EQ(file->findings.size(), 1u);
  EXPECT_EQ(file->findings[0].count, 37u);
  EXPECT_EQ(file->findings[0].grade, Grade::kObserved);
  EXPECT_EQ(file->findings[0].detectors, (std::vector<std::string>{"hb", "racer"}));
}

TEST(ReadRun, TheCommandIsTheOneThatBeganTheRun) {
  TemporaryDirectory scratch = Scratch();
  Journal command(scratch.path(),
                  {.raddle = "0.1.0", .command = {"run", "--", "java", "Bank"}, .role = Role::kCommand});
  Journal jvm(scratch.path(), kStart);
  ASSERT_TRUE(jvm.Open());
  EXPECT_EQ(ReadRun(scratch.path())->command, (std::vector<std::string>{"java", "Bank"}));
  ASSERT_TRUE(command.Open());
  EXPECT_EQ(ReadRun(scratch.path())->command, (std::vector<std::string>{"run", "--", "java", "Bank"}));
}

TEST(ReadRun, WhatIsNotPerfectIsNoted) {
  TemporaryDirectory scratch = Scratch();
  Journal journal(scratch.path(), kStart);
  ASSERT_TRUE(journal.Add(Numbered(1)));
  std::string good = FileText(journal.path());
  std::filesystem::remove(journal.path());
  WriteText(scratch.path() + "/jvm-1.journal", good + "\ngarbage\n" + good.substr(0, 40));
  WriteText(scratch.path() + "/alien.journal", std::string("\0\xff\n\n[\"x\"]\n", 10));
  WriteText(scratch.path() + "/empty.journal", "");
  WriteText(scratch.path() + "/notes.txt", good);
  ASSERT_EQ(mkfifo((scratch.path() + "/pipe.journal").c_str(), 0600), 0);  // would be waited for, for ever
  Result<FindingsFile> file = ReadRun(scratch.path());
  ASSERT_TRUE(file);
  EXPECT_EQ(file->findings.size(), 1u);
  std::string pid = std::to_string(getpid());
  EXPECT_EQ(file->notes,
            (std::vector<std::string>{"JVM " + pid +
                                          " was killed, crashed, or still runs: what it found until then is here, "
                                          "except for a last record that is torn",
                                      "alien.journal is not a journal, and was left out",
                                      "empty.journal is not a journal, and was left out",
                                      "jvm-1.journal: 1 line damaged and left out"}));
}

std::string Line(const std::string& record) {
  return "[\"" + HexDigits(Hash(record)) + "\"," + record + "]\n";
}

TEST(ReadRun, RecordsOfANewerVersionAreLeftOutWithANote) {
  TemporaryDirectory scratch = Scratch();
  WriteText(scratch.path() + "/jvm-7.journal",
            Line(R"({"record":"start","format":2,"raddle":"9.0","pid":7,"mood":"good"})") +
                Line(R"({"record":"poem","text":"..."})") +
                Line(R"({"record":"finding","finding":{"kind":"livelock","grade":"observed"}})") +
                Line(R"({"record":"end"})"));
  Result<FindingsFile> file = ReadRun(scratch.path());
  ASSERT_TRUE(file);
  EXPECT_EQ(file->notes, std::vector<std::string>{
                             "jvm-7.journal: 2 records left out that Raddle 9.0 wrote and this version does not know"});
}

TEST(ParseJournal, RecordsOfTheWrongShapeAreNoReasonToStop) {
  for (const char* record : {"1", "[]", "{}", "{\"record\":1}", "{\"record\":\"finding\"}", "{\"record\":\"update\"}",
                             "{\"record\":\"finding\",\"finding\":[]}", "{\"record\":\"update\",\"id\":{}}",
                             "{\"record\":\"start\",\"pid\":-1,\"command\":{}}", "{"}) {
    JournalContents contents = ParseJournal(Line(record) + Line(R"({"record":"note","text":"still here"})"));
    EXPECT_EQ(contents.notes.size(), 1u) << record;
    EXPECT_FALSE(contents.torn);
  }
}

TEST(ParseJournal, TheFirstFormatCanStillBeRead) {
  JournalContents contents =
      ParseJournal(FileText(std::string(RADDLE_SOURCE_DIR) + "/tests/report/data/jvm-4713.journal"));
  EXPECT_EQ(contents.records, 5u);
  EXPECT_EQ(contents.damaged + contents.unknown, 0u);
  ASSERT_EQ(contents.findings.size(), 1u);
  EXPECT_EQ(contents.findings[0].count, 16u);
  EXPECT_EQ(contents.findings[0].id, BankFinding().id);
}

TEST(Load, TakesAJournalByItself) {
  TemporaryDirectory scratch = Scratch();
  Journal journal(scratch.path(), kStart);
  ASSERT_TRUE(journal.Add(Numbered(1)));
  Result<FindingsFile> file = Load(journal.path());
  ASSERT_TRUE(file) << file.error().ToString();
  EXPECT_EQ(file->findings.size(), 1u);
  EXPECT_EQ(file->summary.observed, 1u);
}

}  // namespace
}  // namespace raddle::report
