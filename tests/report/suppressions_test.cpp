#include "report/suppressions.h"

#include <gtest/gtest.h>

#include "samples.h"

namespace raddle::report {
namespace {

TEST(Glob, StarsStopAtDotsAndDoubleStarsDoNot) {
  struct Row {
    const char* pattern;
    const char* name;
    bool matches;
  };
  const Row table[] = {
      {"com.acme.Stats.hits", "com.acme.Stats.hits", true},
      {"com.acme.Stats.hits", "com.acme.Stats.hit", false},
      {"com.acme.Stats.hits", "comXacme.Stats.hits", false},
      {"com.acme.Stats.*", "com.acme.Stats.hits", true},
      {"com.acme.Stats.*", "com.acme.Stats", false},
      {"com.acme.*", "com.acme.Stats.hits", false},
      {"com.acme.**", "com.acme.Stats.hits", true},
      {"com.acme.**", "com.acme", false},
      {"com.**.hits", "com.acme.Stats.hits", true},
      {"com.**.hits", "com.hits", true},
      {"**.hits", "hits", true},
      {"**.Bank", "Bank", true},
      {"**.Bank", "com.acme.Bank", true},
      {"**.Bank", "com.acme.MyBank", false},
      {"**Bank", "com.acme.MyBank", true},
      {"*Bank", "com.acme.MyBank", false},
      {"*.*.Bank", "com.acme.Bank", true},
      {"com.acme.Outer$*.x", "com.acme.Outer$Inner.x", true},
      {"int[]", "int[]", true},
      {"*[]", "int[]", true},
      {"**", "", true},
      {"**", "a.b", true},
      {"*", "", true},
      {"", "", true},
      {"", "a", false},
      {"a*b*c", "aXbYbZc", true},
      {"a**b.c", "a.x.b.c", true},
      {"a.**.**.b", "a.b", true},
      {"a.**.b", "a.xb", false},
  };
  for (const Row& row : table)
    EXPECT_EQ(Glob(row.pattern).Matches(row.name), row.matches) << row.pattern << " " << row.name;
}

TEST(Glob, ManyStarsTakeNoLongerThanTheyShould) {
  std::string pattern;
  for (int i = 0; i < 100; ++i) pattern += "**a";
  EXPECT_FALSE(Glob(pattern + "b").Matches(std::string(5000, 'a')));
}

TEST(Suppressions, EntriesAreParagraphs) {
  Result<std::vector<Suppression>> parsed = ParseSuppressions(
      "\xef\xbb\xbf# The counters.\n"
      "kind: data-race\r\n"
      "variable:   com.acme.Stats.*  \n"
      "# in between\n"
      "in: com.acme.web.**\n"
      "in: com.acme.Bank.transfer\n"
      "reason: a lost hit does no harm,\n"
      "  see ADR 12\n"
      "\n\n"
      "id: 0123456789abcdef\n"
      "reason: fixed in 2.0: upstream");
  ASSERT_TRUE(parsed) << parsed.error().ToString();
  ASSERT_EQ(parsed->size(), 2u);
  Suppression& first = (*parsed)[0];
  EXPECT_EQ(first.line, 2u);
  EXPECT_EQ(first.reason, "a lost hit does no harm, see ADR 12");
  EXPECT_EQ(first.ToString(),
            "line 2: kind: data-race, variable: com.acme.Stats.*, in: com.acme.web.**, in: com.acme.Bank.transfer");
  EXPECT_EQ((*parsed)[1].reason, "fixed in 2.0: upstream");
  (*parsed)[1].source = "ok.txt";
  EXPECT_EQ((*parsed)[1].ToString(), "ok.txt:11: id: 0123456789abcdef");
}

TEST(Suppressions, NothingIsAFileToo) {
  for (const char* text : {"", "\n", "# only a comment", " \n\t\n"}) {
    Result<std::vector<Suppression>> parsed = ParseSuppressions(text);
    EXPECT_TRUE(parsed && parsed->empty()) << text;
  }
}

TEST(Suppressions, ErrorsHaveLineAndColumn) {
  const std::pair<const char*, const char*> table[] = {
      {"kind: data-race\n", "line 1, column 1: the entry has no 'reason:'"},
      {"\n\nkind: data-race\nvariable: a.B.c\n\nreason: x\n", "line 3, column 1: the entry has no 'reason:'"},
      {"reason: x\n", "line 1, column 1: the entry would hide everything: say what it is about"},
      {"kind: race\n",
       "line 1, column 7: no kind 'race': there are data-race, object-race, high-level-race, atomicity-violation and "
       "deadlock"},
      {"# x\nkind\n", "line 2, column 1: no ':' after 'kind'"},
      {"kind:\nreason: x", "line 1, column 6: nothing after 'kind:'"},
      {"at: withn(com.acme)\nreason: x\n", "line 1, column 5: no pointcut is named withn"},
      {"pointcut: call(* *)\n",
       "line 1, column 1: unknown key 'pointcut': there are id, kind, variable, in, at and reason"},
      {"kind: deadlock\nkind: deadlock\n", "line 2, column 1: 'kind:' twice in one entry"},
      {"reason: a\nreason: b\n", "line 2, column 1: 'reason:' twice in one entry"},
      {"id: 12\n", "line 1, column 5: an id has 16 digits, 0 to 9 and a to f"},
      {"variable: a b\n", "line 1, column 12: a pattern cannot hold blanks"},
      {"in: a.***\n", "line 1, column 7: '***' means nothing: use * or **"},
      {"kind: deadlock\n  more\n", "line 2, column 3: an indented line can only go on with a reason"},
      {"  kind: deadlock\n", "line 1, column 3: an indented line can only go on with a reason"},
  };
  for (const auto& [text, wanted] : table) {
    Result<std::vector<Suppression>> parsed = ParseSuppressions(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().ToString(), wanted);
  }
}

Suppression Parsed(const std::string& lines) {
  Result<std::vector<Suppression>> parsed = ParseSuppressions(lines + "\nreason: x\n");
  EXPECT_TRUE(parsed) << parsed.error().ToString();
  return parsed->at(0);
}

TEST(Suppressions, AllLinesOfAnEntryMustMatch) {
  Finding finding = BankFinding();
  finding.accesses[1].method = "audit";
  EXPECT_TRUE(Parsed("kind: data-race").Matches(finding));
  EXPECT_FALSE(Parsed("kind: deadlock").Matches(finding));
  EXPECT_TRUE(Parsed("id: " + finding.id).Matches(finding));
  EXPECT_FALSE(Parsed("id: 0000000000000000").Matches(finding));
  EXPECT_TRUE(Parsed("variable: com.acme.Account.*").Matches(finding));
  EXPECT_TRUE(Parsed("in: com.acme.Bank").Matches(finding));
  EXPECT_TRUE(Parsed("in: com.acme.Bank.transfer").Matches(finding));
  EXPECT_TRUE(Parsed("in: **.transfer\nin: **.audit").Matches(finding));
  EXPECT_FALSE(Parsed("in: **.transfer\nin: **.close").Matches(finding));
  EXPECT_FALSE(Parsed("kind: data-race\nvariable: a.B.c").Matches(finding));
  finding.variables = {"a.B.c", "a.B.d"};
  EXPECT_TRUE(Parsed("variable: a.B.d").Matches(finding));
}

TEST(Suppressions, TheFileSaysWhatWasHiddenAndByWhom) {
  FindingsFile file;
  Finding other = BankFinding();
  other.variable = "com.acme.Account.owner";
  other.variables.clear();
  Complete(other);
  file.findings = {BankFinding(), other};
  std::vector<Suppression> suppressions = {Parsed("variable: **.balance"), Parsed("variable: x.Y.z"),
                                           Parsed("in: **.Bank")};
  Suppress(file, suppressions);
  EXPECT_TRUE(file.findings.empty());
  EXPECT_EQ(file.summary.suppressed, 2u);
  EXPECT_EQ(file.summary.observed, 0u);
  ASSERT_EQ(file.suppressions.size(), 3u);
  EXPECT_EQ(file.suppressions[0].ids, std::vector<std::string>{BankFinding().id});
  EXPECT_TRUE(file.suppressions[1].ids.empty());
  EXPECT_EQ(file.suppressions[2].ids, std::vector<std::string>{other.id});
  EXPECT_EQ(file.notes, std::vector<std::string>{"unused suppression, line 1: variable: x.Y.z"});
}

}  // namespace
}  // namespace raddle::report
