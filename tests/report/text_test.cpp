#include "report/text.h"

#include <gtest/gtest.h>

#include "samples.h"

namespace raddle::report {
namespace {

FindingsFile Example() {
  FindingsFile file;
  Finding race = BankFinding();
  race.accesses[0].thread_id = 31;
  race.accesses[0].starter = "main";
  race.accesses[0].started = {"java.base/java.lang.Thread.start(Thread.java:809)", "com.acme.Bank.main(Bank.java:9)"};
  race.accesses[1].stack.insert(
      race.accesses[1].stack.end(),
      {"java.base/java.util.concurrent.FutureTask.run(FutureTask.java:264)",
       "java.base/java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1)",
       "java.base/java.lang.Thread.run(Thread.java:840)"});

  Finding views;
  views.kind = Kind::kHighLevelRace;
  views.grade = Grade::kPredicted;
  views.detectors = {"views"};
  views.variable = "com.acme.Point";
  views.variables = {"com.acme.Point.x", "com.acme.Point.y"};
  views.accesses = {MakeAccess(Op::kWrite, "painter", {"com.acme.Point@1"}, 7),
                    MakeAccess(Op::kRead, "", {"com.acme.Point@1"}, 0)};
  views.accesses[0].view = {"com.acme.Point.x", "com.acme.Point.y"};
  views.accesses[1].view = {"com.acme.Point.x"};
  views.accesses[1].stack_exact = false;
  Complete(views);

  Finding suspect;
  suspect.grade = Grade::kSuspected;
  suspect.detectors = {"check"};
  suspect.variable = "int[]";
  suspect.accesses = {MakeAccess(Op::kWrite, "\x1b[31mevil", {}, 3), MakeAccess(Op::kWrite, "main", {}, 4)};
  suspect.accesses[0].file.clear();
  Complete(suspect);

  file.findings = {race, views, suspect};
  file.notes = {"method com.acme.Huge.table()V was not woven: it would exceed 64 KiB"};
  file.suppressions = {{"ok.txt:2: kind: deadlock", "the gate lock is outside", {"1", "2"}},
                       {"ok.txt:7: variable: a.B.c", "never", {}}};
  file.summary.suppressed = 2;
  file.summary.known = 1;
  Tally(file);
  return file;
}

TEST(Text, ReadsAtAGlance) {
  ExpectSame("findings.txt", WriteText(Example(), Style::Plain()));
}

TEST(Text, ColourAddsNothingButColour) {
  std::string coloured = WriteText(Example(), Style::Coloured());
  std::string stripped;
  for (size_t at = 0; at < coloured.size(); ++at) {
    if (coloured[at] == '\x1b') {
      at = coloured.find('m', at);
    } else {
      stripped += coloured[at];
    }
  }
  EXPECT_NE(coloured, stripped);
  EXPECT_EQ(stripped, WriteText(Example(), Style::Plain()));
}

TEST(Text, NothingFoundIsSaidToo) {
  EXPECT_EQ(WriteText({}, Style::Plain()), "no findings\n");
  FindingsFile file;
  file.summary.suppressed = 2;
  EXPECT_EQ(WriteText(file, Style::Plain()), "no findings (2 suppressed)\n");
}

TEST(Text, AFindingFitsOnALineThatDrivesNoTerminal) {
  FindingsFile file = Example();
  std::string first = FindingLine(file.findings[0]);
  EXPECT_TRUE(first.starts_with("observed data race on com.acme.Account.balance: teller-1 at Bank.java:")) << first;
  EXPECT_NE(first.find(" and teller-2 at Bank.java:"), std::string::npos) << first;
  EXPECT_NE(FindingLine(file.findings[1]).find(" on com.acme.Point.x, com.acme.Point.y: painter at "),
            std::string::npos);
  std::string last = FindingLine(file.findings[2]);
  EXPECT_EQ(last.find('\x1b'), std::string::npos);
  EXPECT_EQ(last.find('\n'), std::string::npos);
  EXPECT_EQ(FindingLine(Finding()), "suspected data race on ");
}

TEST(Text, APlaceThatIsNotKnownIsNoDot) {
  Finding finding;
  finding.variable = "a.B.c";
  finding.accesses = {{.op = Op::kWrite, .thread = "t1"}};
  EXPECT_EQ(FindingLine(finding), "suspected data race on a.B.c: t1 at a place that is not known any more");
}

TEST(Text, AFindingWithNothingInItIsStillPrinted) {
  EXPECT_NE(FindingText(Finding(), Style::Plain()).find("suspected data race"), std::string::npos);
}

}  // namespace
}  // namespace raddle::report
