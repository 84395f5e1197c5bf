#include "report/advice.h"

#include <gtest/gtest.h>

#include "samples.h"

namespace raddle::report {
namespace {

TEST(Advice, TheLockThatMostAccessesHoldIsMissingAtTheOthers) {
  const std::vector<Access> accesses = {MakeAccess(Op::kRead, "t1", {}),
                                        MakeAccess(Op::kWrite, "t2", {"com.acme.Bank@1"}, 40)};
  struct Row {
    Statistics statistics;
    std::string advice;
  };
  const Row table[] = {
      {{6, {{"com.acme.Bank", 5}}}, "5 of 6 accesses hold the monitor of the Bank: take it at Bank.java:31 too"},
      {{2, {{"com.acme.Bank", 1}}}, "1 of 2 accesses holds the monitor of the Bank: take it at Bank.java:31 too"},
      {{9, {{"com.acme.Bank", 5}, {"com.acme.Account", 7}}},
       "7 of 9 accesses hold the monitor of the Account: take it at Bank.java:31 and Bank.java:40 too"},
      {{6, {{"class com.acme.Bank$Vault", 5}}},
       "5 of 6 accesses hold the monitor of class Bank.Vault: take it at Bank.java:31 and Bank.java:40 too"},
      {{6, {{"java.util.concurrent.locks.ReentrantLock", 4}}},
       "4 of 6 accesses hold the ReentrantLock: take it at Bank.java:31 and Bank.java:40 too"},
      {{6, {{"com.acme.Bank", 6}}},
       "all 6 accesses hold a monitor of some Bank, but not the same one: let them share one lock"},
      {{2, {{"java.util.concurrent.locks.ReentrantLock", 2}}},
       "both accesses hold a ReentrantLock, but not the same one: let them share one lock"},
      // Nothing to go by.
      {{0, {}}, ""},
      {{6, {}}, ""},
      {{6, {{"com.acme.Bank", 0}}}, ""},
      {{6, {{"com.acme.Bank", 2}}}, ""},
      {{1, {{"com.acme.Bank", 1}}}, ""},
      {{6, {{"com.acme.Bank", 7}}}, ""},  // nonsense from outside
      {{6, {{"class com.acme.Bank", 6}}}, ""},
  };
  for (const Row& row : table) EXPECT_EQ(Advise(row.statistics, accesses), row.advice);
}

TEST(Advice, APlaceWithoutALineIsNamedByItsMethod) {
  Access access = MakeAccess(Op::kRead, "t1", {}, 0);
  EXPECT_EQ(Advise({3, {{"a.Lock", 2}}}, std::vector<Access>{access}),
            "2 of 3 accesses hold the monitor of the Lock: take it at Bank.transfer too");
  access.locks = {"a.Lock@3"};
  EXPECT_EQ(Advise({3, {{"a.Lock", 2}}}, std::vector<Access>{access}),
            "2 of 3 accesses hold the monitor of the Lock: take it for the others too");
  access = Access();
  access.op = Op::kWrite;
  access.thread = "t2";
  EXPECT_EQ(Advise({3, {{"a.Lock", 2}}}, std::vector<Access>{access}),
            "2 of 3 accesses hold the monitor of the Lock: take it for the others too");
}

TEST(Advice, ALockThatBothHoldIsToBeTakenForWriting) {
  const std::string lock = "java.util.concurrent.locks.ReentrantReadWriteLock";
  Access write = MakeAccess(Op::kWrite, "t1", {lock + "@1"}, 7), read = MakeAccess(Op::kRead, "t2", {lock + "@1"}, 9);
  EXPECT_EQ(Advise({2, {{lock, 2}}}, std::vector<Access>{write, read}),
            "both hold the ReentrantReadWriteLock for reading only: take it for writing at Bank.java:7");
  read.locks = {lock + "@2"};
  EXPECT_EQ(Advise({2, {{lock, 2}}}, std::vector<Access>{write, read}),
            "both accesses hold a ReentrantReadWriteLock, but not the same one: let them share one lock");
}

TEST(Describe, CallsACollectionByItsClassEvenIfTheObjectIsNotKnown) {
  Finding finding = BankFinding();
  finding.object.clear();
  finding.variable = "java.util.ArrayList";
  finding.variables = {finding.variable};
  EXPECT_EQ(Describe(finding), "ArrayList is read by teller-1 and written by teller-2 with nothing to order them");
}

TEST(Describe, SaysWhoDidWhatAndWhyItIsWrong) {
  Finding finding = BankFinding();
  EXPECT_EQ(Describe(finding),
            "Account.balance is read by teller-1 and written by teller-2 with nothing to order them");
  finding.grade = Grade::kPredicted;
  EXPECT_EQ(Describe(finding), "Account.balance is read by teller-1 and written by teller-2 with no lock in common");
  finding.variables = {};
  finding.variable = "java.util.HashMap";
  finding.object = "java.util.HashMap allocated at Bank.java:3";
  EXPECT_EQ(Describe(finding), "HashMap is read by teller-1 and written by teller-2 with no lock in common");
  finding.kind = Kind::kObjectRace;
  finding.variable = "com.acme.Account";
  finding.variables = {finding.variable};
  finding.accesses[0].op = Op::kCall;
  finding.accesses[1].thread = "";
  EXPECT_EQ(Describe(finding), "Account is called by teller-1 and written by a thread with no lock in common");
  finding.kind = Kind::kHighLevelRace;
  finding.variables = {"a.P.x", "a.P.y"};
  EXPECT_EQ(Describe(finding),
            "P.x, P.y are called by teller-1 and written by a thread in critical sections that do not cover the same "
            "variables");
  finding.kind = Kind::kDeadlock;
  finding.variables = {"a.A", "a.B"};
  EXPECT_EQ(Describe(finding),
            "A and B are taken in different orders by different threads: they can wait for each other for ever");
}

TEST(ShortNames, KeepWhatAReaderNeeds) {
  EXPECT_EQ(ShortClass("com.acme.Bank"), "Bank");
  EXPECT_EQ(ShortClass("Bank"), "Bank");
  EXPECT_EQ(ShortClass("com.acme.Outer$Inner"), "Outer.Inner");
  EXPECT_EQ(ShortClass("com.acme.Outer$1"), "Outer$1");
  EXPECT_EQ(ShortClass("a.B$$Lambda"), "B$$Lambda");
  EXPECT_EQ(ShortVariable("com.acme.Account.balance"), "Account.balance");
  EXPECT_EQ(ShortVariable("com.acme.Outer$Inner.x"), "Outer.Inner.x");
  EXPECT_EQ(ShortVariable("int[]"), "int[]");
  EXPECT_EQ(ShortVariable("com.acme.Account[]"), "Account[]");
  EXPECT_EQ(ShortVariable(""), "");
  EXPECT_EQ(LockClass("com.acme.Bank@12"), "com.acme.Bank");
  EXPECT_EQ(LockClass("com.acme.Bank"), "com.acme.Bank");
}

}  // namespace
}  // namespace raddle::report
