#include "report/fingerprint.h"

#include <gtest/gtest.h>

#include "samples.h"

namespace raddle::report {
namespace {

// If this changes, every baseline and every suppression by id that users have stops working.
TEST(Fingerprint, IsTheSameInEveryVersion) {
  EXPECT_EQ(BankFinding().id, "76eb7720f3d71fc8");
}

TEST(Fingerprint, IgnoresWhatDiffersFromRunToRun) {
  Finding finding = BankFinding();
  const std::string id = finding.id;
  std::swap(finding.accesses[0], finding.accesses[1]);
  EXPECT_EQ(Fingerprint(finding), id);
  for (Access& access : finding.accesses) {
    access.line += 100;
    access.thread = "pool-1-thread-9";
    access.locks = {"x@9"};
    access.stack.clear();
    access.op = Op::kWrite;
  }
  finding.grade = Grade::kSuspected;
  finding.detectors = {"check"};
  finding.count = 1;
  finding.object = "another";
  EXPECT_EQ(Fingerprint(finding), id);
}

TEST(Fingerprint, TellsProblemsApart) {
  const Finding finding = BankFinding();
  auto changed = [&](auto change) {
    Finding other = finding;
    change(other);
    return Fingerprint(other) != finding.id;
  };
  EXPECT_TRUE(changed([](Finding& f) { f.kind = Kind::kAtomicityViolation; }));
  EXPECT_TRUE(changed([](Finding& f) { f.variable = "com.acme.Account.owner"; }));
  EXPECT_TRUE(changed([](Finding& f) { f.accesses[0].method = "audit"; }));
  EXPECT_TRUE(changed([](Finding& f) { f.accesses[0].class_name = "com.acme.Bank2"; }));
  EXPECT_TRUE(changed([](Finding& f) { f.accesses[0].descriptor = "(JJ)V"; }));
  EXPECT_TRUE(changed([](Finding& f) { f.accesses.pop_back(); }));
}

TEST(Fingerprint, ADeadlockIsThatOfItsLocksInAnyOrder) {
  Finding finding = BankFinding();
  finding.kind = Kind::kDeadlock;
  finding.variable = "a.A";
  finding.variables = {"a.A", "a.B"};
  const std::string id = Fingerprint(finding);
  finding.variable = "a.B";
  finding.variables = {"a.B", "a.A"};
  EXPECT_EQ(Fingerprint(finding), id);
  finding.variables = {"a.B", "a.C"};
  EXPECT_NE(Fingerprint(finding), id);
}

TEST(Fingerprint, TheJvmsSpellingOfANameIsThatOfTheFile) {
  Finding from_jvm = BankFinding();
  Finding from_file = from_jvm;
  from_jvm.variable = "a.B.\xed\xa0\xbd\xed\xb8\x80";  // two surrogates
  from_file.variable = "a.B.\xf0\x9f\x98\x80";
  EXPECT_EQ(Fingerprint(from_jvm), Fingerprint(from_file));
}

TEST(StableNames, LeaveOutNumbersThatCompilersGive) {
  EXPECT_EQ(StableMethodName("lambda$main$0"), "lambda$main");
  EXPECT_EQ(StableMethodName("lambda$main$17"), "lambda$main");
  EXPECT_EQ(StableMethodName("main$lambda$2"), "main$lambda");
  EXPECT_EQ(StableMethodName("main$lambda-2"), "main$lambda");
  EXPECT_EQ(StableMethodName("$anonfun$main$1"), "$anonfun$main");
  EXPECT_EQ(StableMethodName("access$000"), "access$000");
  EXPECT_EQ(StableMethodName("step2"), "step2");
  EXPECT_EQ(StableMethodName("lambda2"), "lambda2");
  EXPECT_EQ(StableMethodName(""), "");
  EXPECT_EQ(StableMethodName("17"), "17");
  EXPECT_EQ(StableClassName("com.acme.Bank$1"), "com.acme.Bank$1");
  EXPECT_EQ(StableClassName("a.B$$Lambda$14/0x0000000800c03000"), "a.B$$Lambda");
  EXPECT_EQ(StableClassName("a.B$$Lambda/0x0000000800c03000"), "a.B$$Lambda");
  EXPECT_EQ(StableClassName("a.B$$Lambda.0x0000000800c03000.x"), "a.B$$Lambda.x");
  EXPECT_EQ(StableClassName("jdk.proxy2.$Proxy12"), "jdk.proxy2.$Proxy");
  EXPECT_EQ(StableClassName("a.0x"), "a.0x");
}

}  // namespace
}  // namespace raddle::report
