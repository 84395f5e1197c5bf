#include "report/html.h"

#include <gtest/gtest.h>

#include "samples.h"

namespace raddle::report {
namespace {

TEST(Html, SaysWhatTheFindingSays) {
  FindingsFile file;
  file.raddle = "0.1.0";
  file.command = {"run", "--", "java", "-cp", "classes", "Bank"};
  file.findings = {BankFinding()};
  file.suppressions = {{"ok.txt:2: kind: deadlock", "the gate lock is outside", {"1", "2"}}};
  Tally(file);
  ExpectSame("bank.html", WriteHtml(file));
}

// Who catches accesses in the act does not know.
TEST(Html, LocksThatNobodyKnowsOfAreNotDenied) {
  FindingsFile file;
  file.findings = {BankFinding()};
  file.findings[0].detectors = {"atomrace"};
  EXPECT_EQ(WriteHtml(file).find("no lock"), std::string::npos);
}

// An index, and a box for each grade and kind that there is, if there is a choice.
TEST(Html, SeveralFindingsCanBeChosenFrom) {
  FindingsFile file;
  file.findings = {BankFinding(), BankFinding()};
  EXPECT_EQ(WriteHtml(file).find("checkbox"), std::string::npos);
  EXPECT_NE(WriteHtml(file).find("<li class=\"observed data-race\"><a href=\"#"), std::string::npos);
  file.findings[1].grade = Grade::kPredicted;
  const std::string html = WriteHtml(file);
  EXPECT_NE(html.find("id=\"show-observed\" autocomplete=\"off\" checked> observed (1)"), std::string::npos);
  EXPECT_NE(html.find("id=\"show-predicted\" autocomplete=\"off\" checked> predicted (1)"), std::string::npos);
  EXPECT_EQ(html.find("id=\"show-data-race\""), std::string::npos);
}

TEST(Html, AllPairsOfPathsAreThere) {
  FindingsFile file;
  file.findings = {BankFinding()};
  Finding& finding = file.findings[0];
  finding.pairs = {finding.accesses, finding.accesses, finding.accesses};
  EXPECT_NE(WriteHtml(file).find("<summary>2 more pairs of paths</summary>"), std::string::npos);
}

// Names of threads are the program's own.
TEST(Html, WhatComesFromTheProgramIsNoMarkup) {
  FindingsFile file;
  file.findings = {BankFinding()};
  file.findings[0].accesses[0].thread = "<script>alert(\"&\")</script>";
  const std::string html = WriteHtml(file);
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_NE(html.find("&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;"), std::string::npos);
}

}  // namespace
}  // namespace raddle::report
