// The language of contracts: what each line means, in one printed form, and what is said of a line that means nothing.
#include <gtest/gtest.h>

#include "contracts/contract.h"

namespace raddle::contracts {
namespace {

std::string Printed(std::string_view text) {
  const Result<Contracts> contracts = Parse(text, "a.contracts");
  return contracts ? Print(*contracts) : contracts.error().ToString();
}

// Of a line below "class a.B"; empty: printed as it was written.
struct Good {
  std::string_view line;
  std::string_view printed = {};
};

constexpr Good kGood[] = {
    // Which methods.
    {"m(): publish this"},
    {"m(..): publish this"},
    {"m(int): publish this"},
    {"m(int, java.util.List, Object[]): publish this"},
    {"a|b|c(..): publish this"},
    {"<init>(..): publish this"},
    {"leaf m(): nothing"},
    {"leaf m(): publish this"},
    {"  m ( int ,long ) :publish   this  # why", "m(int, long): publish this"},
    {"a | b(..):\tpublish this", "a|b(..): publish this"},
    // Verbs.
    {"m(): acquire this, release this"},
    {"m(): acquire shared this, release shared this"},
    {"m(): acquire try this if true, acquire shared try this if true"},
    {"m(): publish this, receive this"},
    {"m(): fork this, join this, end this"},
    {"m(): wait this, notify this"},
    {"m(Object): ask arg1 anyway"},
    {"m(): speculate this, validate this"},
    {"m(): read this"},
    {"m(): write this"},
    // When: the usual time is not printed.
    {"m(): before publish this, after receive this", "m(): publish this, receive this"},
    {"m(): before receive this, after publish this"},
    {"m(): before acquire shared this"},
    // Subjects.
    {"m(..): publish arg1, publish arg9"},
    {"m(..): receive result"},
    {"m(): receive thread"},
    {"m(): publish jvm"},
    {"m(): receive kept"},
    {"m(): publish this.sync"},
    {"m(): publish this:done"},
    {"m(): publish arg2.field:tag"},
    {"m(..): publish this[arg1]"},
    {"m(..): publish this.map[arg2]"},
    {"m(..): publish arg1 by this, receive arg1 by this"},
    {"m(..): read arg1 by this"},
    {"m(..): publish arg1 by arg2, receive arg1 by arg2"},
    {"m(): write this.this$0"},
    {"m(): read this:accessOrder"},
    {"m(): write this:modCount"},
    {"m(): after write this"},
    {"m(): after write this.this$0 if true"},
    {"m(): after write this:modCount if found"},
    // Conditions.
    {"m(): acquire this if true"},
    {"m(): acquire this if false"},
    {"m(): receive result if found"},
    {"m(): after publish this if true"},
    {"m(): receive this:room within capacity"},
    {"m(): receive this always"},
    {"m(): publish this anyway"},
    {"m(): publish this unless jdk"},
    {"m(): receive this always anyway unless jdk"},
    // What is not a method of the class.
    {"monitors"},
    {"field f: publish"},
    {"field f: receive, written"},
    {"field f: written ,receive", "field f: receive, written"},
    {"field f: keep"},
    {"call run(): before receive it"},
    {"call apply(..): before receive this[arg1], after publish this[arg1]"},
    {"call f|g(int): nothing"},
};

TEST(Parser, ReadsEachKindOfLine) {
  for (const Good& each : kGood) {
    const std::string wanted = "class a.B\n  " + std::string(each.printed.empty() ? each.line : each.printed) + "\n";
    const std::string printed = Printed("class a.B\n" + std::string(each.line) + "\n");
    EXPECT_EQ(printed, wanted);
    EXPECT_EQ(Printed(printed), printed);
  }
}

// Below "class a.B", so on line 2.
struct Bad {
  std::string_view line;
  std::string_view error;
};

constexpr std::string_view kVerbList =
    "acquire, release, publish, receive, fork, join, end, wait, notify, speculate, validate, read, write, lend, ask";

TEST(Parser, SaysWhatIsWrongAndWhere) {
  const std::string no_verb = "'grab' is none of " + std::string(kVerbList);
  const std::string nothing = "'' is none of " + std::string(kVerbList);
  const std::string not_alone = "'nothing' is none of " + std::string(kVerbList);
  const Bad bad[] = {
      // Lines.
      {"class", "expected 'METHOD(PARAMETERS): EFFECT, ...', '(..)' for any parameters"},
      {"class  ", "expected 'METHOD(PARAMETERS): EFFECT, ...', '(..)' for any parameters"},
      {"class a/B", "'a/B' is no class name"},
      {"class a.B extends C", "'a.B extends C' is no class name"},
      {"lock: acquire this", "expected 'METHOD(PARAMETERS): EFFECT, ...', '(..)' for any parameters"},
      {"lock)(: acquire this", "expected 'METHOD(PARAMETERS): EFFECT, ...', '(..)' for any parameters"},
      {"void lock(): acquire this", "'void lock' is no method name"},
      {"lock||unlock(): acquire this", "'' is no method name"},
      {"(): acquire this", "'' is no method name"},
      {"lock() acquire this", "expected ':' after ')'"},
      {"lock(int i): acquire this", "'int i' is no type of a parameter"},
      {"lock(int,): acquire this", "'' is no type of a parameter"},
      {"leaf <init>(): nothing", "a constructor is no leaf: nobody could tell when it throws"},
      // Effects.
      {"lock():", nothing},
      {"lock(): acquire this,", nothing},
      {"lock(): grab this", no_verb},
      {"lock(): nothing, acquire this", not_alone},
      {"lock(): acquire", "'acquire' of what? this, arg1 to arg9, result or thread"},
      {"lock(): acquire shared", "'acquire' of what? this, arg1 to arg9, result or thread"},
      {"lock(): publish shared this", "'shared' is none of this, arg1 to arg9, result, thread, jvm, kept and it"},
      {"lock(): acquire that", "'that' is none of this, arg1 to arg9, result, thread, jvm, kept and it"},
      {"lock(): acquire arg0", "'arg0' is none of this, arg1 to arg9, result, thread, jvm, kept and it"},
      {"lock(): acquire arg10", "'arg10' is none of this, arg1 to arg9, result, thread, jvm, kept and it"},
      {"lock(): acquire this.", "'this.' has nothing after '.'"},
      {"lock(): acquire this:", "'this:' has nothing after ':'"},
      {"lock(): acquire thisarg1]", "'thisarg1]' has no '['"},
      {"lock(): acquire this[1]", "'this[1]': between the brackets stands an argument, arg1 to arg9"},
      {"lock(): acquire this[this]", "'this[this]': between the brackets stands an argument, arg1 to arg9"},
      {"lock(): acquire this if held", "'if held': the conditions are true, false and found"},
      {"lock(): acquire this if", "'if ': the conditions are true, false and found"},
      {"lock(): acquire this unless kotlin", "'unless' is followed by 'jdk'"},
      {"lock(): acquire this anyway always", "'always' is not understood"},
      {"lock(): acquire this always if true", "'if' is not understood"},
      {"lock(): publish arg1 by that", "'by' is followed by 'this' or an argument, arg1 to arg9"},
      // Effects that cannot be told.
      {"lock(): publish this if true", "there is no result before the method returns, or when it throws"},
      {"lock(): before receive result", "there is no result before the method returns, or when it throws"},
      {"lock(): acquire this if true always", "there is no result before the method returns, or when it throws"},
      {"lock(): release this always", "'always' is for what is told after the method"},
      {"lock(): after wait this", "a wait begins before the method"},
      {"lock(): publish this by this", "'by' is for an argument as it is"},
      {"lock(): publish arg1:tag by this", "'by' is for an argument as it is"},
      {"lock(): receive arg1 by this if true", "'by' is for an argument as it is"},
      {"lock(): read arg1", "what is read or written is 'this' or one of its fields, and nothing more is said of it"},
      {"lock(): after read this",
       "what is read or written is 'this' or one of its fields, and nothing more is said of it"},
      {"lock(): after write this if false",
       "what is read or written is 'this' or one of its fields, and nothing more is said of it"},
      {"lock(): write this.field:part",
       "what is read or written is 'this' or one of its fields, and nothing more is said of it"},
      {"lock(): acquire this within size", "'within' is for publish and receive of an object"},
      {"lock(): receive this within", "'within' is followed by a field"},
      {"lock(): receive this within size if true", "'within' and 'if' do not go together"},
      {"lock(): acquire it", "'it' is what a 'call' is made on"},
      // Calls and fields.
      {"call leaf run(): nothing", "a 'call' is no leaf: it is made for the code that it calls"},
      {"call run(): receive result", "a 'call' knows no result, condition or 'always'"},
      {"call run(): receive this if true", "a 'call' knows no result, condition or 'always'"},
      {"call run(): receive this always", "a 'call' knows no result, condition or 'always'"},
      {"call run(): write this", "a 'call' cannot read, write or wait"},
      {"call run(int): before receive it", "'it' is at hand before a call without arguments only"},
      {"call run(..): before receive it", "'it' is at hand before a call without arguments only"},
      {"call run(): receive it", "'it' is at hand before a call without arguments only"},
      {"field f", "expected 'field NAME: publish, receive'"},
      {"field : publish", "expected 'field NAME: publish, receive'"},
      {"field int f: publish", "expected 'field NAME: publish, receive'"},
      {"field f: acquire", "'acquire': what reading a field can mean is publish, receive, written and keep"},
      {"field f:", "'': what reading a field can mean is publish, receive, written and keep"},
  };
  for (const Bad& each : bad) {
    EXPECT_EQ(Printed("class a.B\n" + std::string(each.line) + "\nm(): publish this\n"),
              "a.contracts: line 2: " + std::string(each.error))
        << each.line;
  }
}

TEST(Parser, WantsAClassFirst) {
  EXPECT_EQ(Printed("\n# nothing yet\n\nlock(): acquire this"), "a.contracts: line 4: a line 'class NAME' comes first");
}

TEST(Parser, TakesNothingForNothing) {
  EXPECT_EQ(Printed(""), "");
  EXPECT_EQ(Printed("# a comment\r\n\r\n"), "");
  EXPECT_EQ(Printed("class a.B\r\nclass c.D$E"), "class a.B\nclass c.D$E\n");
}

TEST(Parser, KeepsTheLines) {
  const Contracts contracts =
      *Parse("# one\nclass a.B\n  m(): publish this\n  field f: publish\n\n  call n(): nothing\n", "a.contracts");
  EXPECT_EQ(contracts[0].line, 2u);
  EXPECT_EQ(contracts[0].methods[0].line, 3u);
  EXPECT_EQ(contracts[0].fields[0].line, 4u);
  EXPECT_EQ(contracts[0].calls[0].called.line, 6u);
}

}  // namespace
}  // namespace raddle::contracts
