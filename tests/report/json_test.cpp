#include "report/json.h"

#include <gtest/gtest.h>

#include "samples.h"

namespace raddle::report {
namespace {

FindingsFile BankFile() {
  FindingsFile file;
  file.raddle = "0.1.0";
  file.command = {"run", "--detectors", "hb,racer", "--", "java", "-cp", "classes", "Bank"};
  file.notes = {"method com.acme.Huge.table()V was not woven: it would exceed 64 KiB"};
  file.findings = {BankFinding()};
  Tally(file);
  return file;
}

TEST(Json, IsTheContract) {
  ExpectSame("bank.json", WriteJson(BankFile()));
}

TEST(Json, WhatIsWrittenIsReadBack) {
  FindingsFile file = BankFile();
  Finding& finding = file.findings[0];
  finding.accesses[0].stack_exact = false;
  finding.accesses[0].thread_id = 31;
  finding.accesses[0].starter = "main";
  finding.accesses[0].started = {"java.lang.Thread.start(Thread.java:1)", "a.A.main(A.java:1)"};
  finding.accesses[1].view = {"a.A.x", "a.A.y"};
  file.suppressions = {{"s.txt:1: kind: deadlock", "why not", {"0123456789abcdef"}}};
  file.summary.suppressed = 1;
  file.summary.known = 3;
  Result<FindingsFile> again = ParseFindings(WriteJson(file));
  ASSERT_TRUE(again) << again.error().ToString();
  EXPECT_EQ(*again, file);
}

TEST(Json, FieldsThatAreNotKnownAreIgnoredAndIdsAreComputed) {
  Result<FindingsFile> file = ParseFindings(R"({"future": [1], "findings": [
      {"kind": "data-race", "grade": "observed", "variable": "a.A.x", "id": "no id", "new": {}, "accesses": [
        {"op": "read", "class": "a.A", "method": "m", "column": 7}, {"op": "write", "line": null}]}]})");
  ASSERT_TRUE(file) << file.error().ToString();
  const Finding& finding = file->findings.at(0);
  EXPECT_EQ(finding.id.size(), 16u);
  EXPECT_EQ(finding.count, 1u);
  EXPECT_EQ(finding.variables, std::vector<std::string>{"a.A.x"});
  EXPECT_EQ(finding.message, "A.x is read by a thread and written by a thread with nothing to order them");
  EXPECT_EQ(file->summary.observed, 1u);
}

TEST(Json, ErrorsNameThePlace) {
  auto error = [](std::string_view text) {
    Result<FindingsFile> file = ParseFindings(text);
    return file ? "none" : file.error().ToString();
  };
  auto finding = [](std::string_view members) {
    return R"({"findings": [{"kind": "data-race", "grade": "observed")" + std::string(members) + "}]}";
  };
  const std::pair<std::string, std::string> table[] = {
      {"", "offset 0: this is not JSON"},
      {"nonsense", "offset 1: this is not JSON"},
      {R"({"findings": [}])", "offset 14: this is not JSON"},
      {R"({"findings": [])", "offset 15: this is not JSON"},
      {R"({"findings": []} x)", "offset 17: this is not JSON"},
      {"{\"findings\": [\"\xff\"]}", "offset 15: this is not JSON"},
      {"[]", "this is not a findings file of Raddle"},
      {"{}", "this is not a findings file of Raddle"},
      {"17", "this is not a findings file of Raddle"},
      {R"({"findings": 1})", "findings: is not an array"},
      {R"({"findings": [1]})", "findings[0]: is not an object"},
      {R"({"findings": [{}]})", "findings[0].kind: is missing"},
      {R"({"findings": [{"kind": 1}]})", "findings[0].kind: is not a string"},
      {R"({"findings": [{"kind": "bug"}]})", "findings[0].kind: is 'bug', which this version does not know"},
      {R"({"findings": [{"kind": "deadlock"}]})", "findings[0].grade: is missing"},
      {finding(R"(, "count": -1)"), "findings[0].count: is not a number that counts something"},
      {finding(R"(, "count": 1e3)"), "findings[0].count: is not a number that counts something"},
      {finding(R"(, "variables": "x")"), "findings[0].variables: is not an array"},
      {finding(R"(, "variables": ["x", 1])"), "findings[0].variables[1]: is not a string"},
      {finding(R"(, "accesses": [{"op": "read", "line": 4294967296}])"), "findings[0].accesses[0].line: is too large"},
      {finding(R"(, "accesses": [{"op": "read"}, {"op": "peek"}])"),
       "findings[0].accesses[1].op: is 'peek', which this version does not know"},
      {finding(R"(, "accesses": [{"op": "read", "stack_exact": 1}])"),
       "findings[0].accesses[0].stack_exact: is neither true nor false"},
      {finding(R"(, "statistics": {"locks": [{"held": []}]})"),
       "findings[0].statistics.locks[0].held: is not a number that counts something"},
      {R"({"summary": 1, "findings": []})", "summary: is not an object"},
      {R"({"command": [null], "findings": []})", "command[0]: is not a string"},
  };
  for (const auto& [text, wanted] : table) EXPECT_EQ(error(text), wanted) << text;
}

TEST(Json, DepthAndSizeDoNotMatter) {
  EXPECT_FALSE(ParseFindings(std::string(200'000, '[')));
  EXPECT_FALSE(ParseFindings(std::string(100'000, '[') + std::string(100'000, ']')));
  std::string deep = R"({"findings": [], "x": )" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  EXPECT_TRUE(ParseFindings(deep));
  std::string wide = R"({"findings": [])";
  for (int i = 0; i < 20'000; ++i) wide += ", \"k" + std::to_string(i) + "\": 1";
  EXPECT_TRUE(ParseFindings(wide + "}"));
}

TEST(Json, AnyThreadNameGivesValidJson) {
  FindingsFile file = BankFile();
  file.findings[0].accesses[0].thread = "\xff\xfe \"quoted\" \x01\xed\xa0\xbd";
  Result<FindingsFile> again = ParseFindings(WriteJson(file));
  ASSERT_TRUE(again) << again.error().ToString();
  EXPECT_EQ(again->findings[0].accesses[0].thread, "\xef\xbf\xbd\xef\xbf\xbd \"quoted\" \x01\xef\xbf\xbd");
}

}  // namespace
}  // namespace raddle::report
