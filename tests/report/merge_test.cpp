#include "report/merge.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "samples.h"

namespace raddle::report {
namespace {

TEST(Merge, OneProblemIsOneFindingWithTheStrongestEvidence) {
  Finding predicted = BankFinding();
  predicted.grade = Grade::kPredicted;
  predicted.detectors = {"racer"};
  predicted.accesses[0].thread = "a";  // would come first by name
  Finding observed = BankFinding();
  observed.detectors = {"hb"};
  observed.accesses[0].thread = "z";
  for (auto pair : {std::vector{predicted, observed}, std::vector{observed, predicted}}) {
    std::vector<Finding> merged = Merge(pair, Counts::kSum);
    ASSERT_EQ(merged.size(), 1u);
    EXPECT_EQ(merged[0].grade, Grade::kObserved);
    EXPECT_EQ(merged[0].detectors, (std::vector<std::string>{"hb", "racer"}));
    EXPECT_EQ(merged[0].accesses[0].thread, "z");
    EXPECT_EQ(merged[0].count, 34u);
    EXPECT_EQ(Merge(pair, Counts::kLargest)[0].count, 17u);
  }
}

TEST(Merge, AFullStackIsBetterThanNone) {
  Finding full = BankFinding();
  full.accesses[0].thread = "z";
  Finding partial = BankFinding();
  partial.accesses[0].stack_exact = false;
  EXPECT_EQ(Merge({partial, full}, Counts::kSum)[0].accesses, full.accesses);
}

TEST(Merge, WhoKnowsWhereThreadsWereStartedKnowsMore) {
  Finding caught = BankFinding(), followed = BankFinding();
  caught.detectors = {"atomrace"};
  for (Access& access : caught.accesses) access.started.clear();
  for (Access& access : followed.accesses) {
    access.started = {"Bank.main(Bank.java:9)"};
    access.stack_exact = false;
  }
  EXPECT_EQ(Merge({caught, followed}, Counts::kSum)[0].accesses, followed.accesses);
}

// The same finding by a thread that has forgotten where it made the access.
Finding Vague(const Finding& finding, size_t access) {
  Finding vague = finding;
  vague.accesses[access] = {.op = finding.accesses[access].op, .thread = finding.accesses[access].thread};
  Complete(vague);
  return vague;
}

TEST(Merge, AFindingThatDoesNotKnowAPlaceIsDroppedWhereAnotherKnowsIt) {
  Finding other = BankFinding();
  other.accesses[0].method = "audit";
  Complete(other);
  for (size_t access : {0, 1}) {
    for (auto findings : {std::vector{BankFinding(), Vague(BankFinding(), access)},
                          std::vector{Vague(BankFinding(), access), other, BankFinding()}}) {
      for (const Finding& merged : Merge(findings, Counts::kSum)) EXPECT_FALSE(merged.accesses[access].class_name.empty());
    }
  }
}

TEST(Merge, AFindingThatDoesNotKnowAPlaceIsKeptWhereItTellsSomethingNew) {
  Finding predicted = BankFinding();
  predicted.grade = Grade::kPredicted;
  Finding elsewhere = BankFinding();
  for (Access& access : elsewhere.accesses) access.method = "audit";
  Complete(elsewhere);
  Finding another = BankFinding();
  another.variable = "com.acme.Account.owner";
  Complete(another);
  for (const Finding& known : {predicted, elsewhere, another}) {
    const std::vector<Finding> merged = Merge({known, Vague(BankFinding(), 0)}, Counts::kSum);
    EXPECT_EQ(merged.size(), 2u) << known.message;
  }
}

TEST(Merge, AdviceFollowsTheFullestStatistics) {
  Finding early = BankFinding();
  early.statistics = {.accesses = 2, .locks = {{"com.acme.Bank", 1}}};
  early.advice.clear();
  Complete(early);
  std::vector<Finding> merged = Merge({early, BankFinding()}, Counts::kSum);
  EXPECT_EQ(merged[0].advice, "5 of 6 accesses hold the monitor of the Bank: take it at Bank.java:31 too");
}

TEST(Merge, FindingsAreOrderedByGradeKindAndVariable) {
  std::vector<Finding> findings;
  for (Grade grade : {Grade::kSuspected, Grade::kObserved, Grade::kPredicted}) {
    for (Kind kind : {Kind::kDeadlock, Kind::kDataRace}) {
      for (const char* variable : {"b.B.x", "a.A.x"}) {
        Finding finding = BankFinding();
        finding.grade = grade;
        finding.kind = kind;
        finding.variable = variable + std::string(NameOf(grade));
        finding.variables.clear();
        Complete(finding);
        findings.push_back(finding);
      }
    }
  }
  std::vector<std::string> order;
  for (const Finding& finding : Merge(findings, Counts::kSum)) {
    order.push_back(std::string(NameOf(finding.kind)) + " " + finding.variable);
  }
  EXPECT_EQ(order, (std::vector<std::string>{
                       "data-race a.A.xobserved", "data-race b.B.xobserved", "deadlock a.A.xobserved",
                       "deadlock b.B.xobserved", "data-race a.A.xpredicted", "data-race b.B.xpredicted",
                       "deadlock a.A.xpredicted", "deadlock b.B.xpredicted", "data-race a.A.xsuspected",
                       "data-race b.B.xsuspected", "deadlock a.A.xsuspected", "deadlock b.B.xsuspected"}));
}

TEST(Merge, CountsDoNotOverflow) {
  Finding finding = BankFinding();
  finding.count = ~uint64_t{0} - 3;
  EXPECT_EQ(Merge({finding, BankFinding()}, Counts::kSum)[0].count, ~uint64_t{0});
}

FindingsFile RandomFile(std::mt19937& random) {
  FindingsFile file;
  for (unsigned n = random() % 8; n > 0; --n) file.findings.push_back(RandomFinding(random));
  for (unsigned n = random() % 3; n > 0; --n) file.notes.push_back("note " + std::to_string(random() % 4));
  for (unsigned n = random() % 3; n > 0; --n) {
    file.suppressions.push_back({"s" + std::to_string(random() % 2), "why", {std::to_string(random() % 3)}});
  }
  return MergeFiles({file});
}

TEST(Merge, NeitherOrderNorGroupingMatters) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    FindingsFile a = RandomFile(random), b = RandomFile(random), c = RandomFile(random);
    FindingsFile all = MergeFiles({a, b, c});
    EXPECT_EQ(MergeFiles({c, a, b}), all);
    EXPECT_EQ(MergeFiles({MergeFiles({a, b}), c}), all);
    EXPECT_EQ(MergeFiles({a, MergeFiles({b, c})}), all);
    EXPECT_EQ(MergeFiles({all}), all);
    if (HasFailure()) return;
  }
}

TEST(Merge, ABaselineLeavesOnlyWhatIsNew) {
  FindingsFile file;
  Finding other = BankFinding();
  other.variable = "com.acme.Account.owner";
  other.variables.clear();
  Complete(other);
  file.findings = {BankFinding(), other};
  FindingsFile baseline;
  baseline.findings = {BankFinding()};
  baseline.findings[0].grade = Grade::kSuspected;
  RemoveKnown(file, baseline);
  ASSERT_EQ(file.findings.size(), 1u);
  EXPECT_EQ(file.findings[0].variable, "com.acme.Account.owner");
  EXPECT_EQ(file.summary.known, 1u);
  EXPECT_EQ(file.summary.observed, 1u);
  EXPECT_EQ(AtLeast(file, Grade::kObserved), 1u);
}

}  // namespace
}  // namespace raddle::report
