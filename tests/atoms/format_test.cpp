// The repository of atomic sections as text: one printed form, read back as it was; and what is said of other text.
#include <gtest/gtest.h>

#include "atoms/section.h"

namespace raddle::atoms {
namespace {

std::string Printed(std::string_view text) {
  const Result<Repository> read = Parse(text, "a.atoms");
  return read ? Print(*read) : read.error().ToString();
}

constexpr std::string_view kWhole =
    "raddle atoms 1\n"
    "\n"
    "class bank.Account 00000000deadbeef\n"
    "class bank.Bank 5f1c0a9e2b7d4c31\n"
    "\n"
    "section 3f1a load-store\n"
    "  on field bank.Bank.total\n"
    "  in bank.Bank.add(I)V\n"
    "  entry read 5 line 31\n"
    "  end write 12 line 31 allow read\n"
    "  end read 20 allow read write\n"
    "  end write 30\n"
    "  exit 40 line 33\n"
    "\n"
    "section 3f1b test-use\n"
    "  on object java.util.Map of bank.Bank.accounts\n"
    "  in bank.Bank.find(Ljava/lang/String;)Lbank/Account;\n"
    "  entry read 3\n"
    "  end read 9 allow read add\n"
    "  end write 19 allow remove\n"
    "\n"
    "section 3f1c invariant\n"
    "  on field bank.Account$Sum.value\n"
    "  in bank.Bank.<init>()V\n"
    "  entry read 2 line 7 in bank.Account.get()I 1 line 12\n"
    "  end write 9 line 8 in bank.Account.set(I)V 2 line 15 allow read\n"
    "\n"
    "section counters user\n"
    "  on element int[]\n"
    "  in bank.Bank.count\n"
    "  entry read line 40\n"
    "  end write line 40\n"
    "\n"
    "section m user\n"
    "  on object java.util.List\n"
    "  in bank.Bank.count\n"
    "  entry read line 40\n"
    "  end write line 40\n";

TEST(AtomsFormat, APrintedRepositoryIsReadBackAsItWas) {
  EXPECT_EQ(Printed(kWhole), kWhole);
  const Result<Repository> read = Parse(kWhole, "");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*Parse(Print(*read), ""), *read);
}

TEST(AtomsFormat, EveryPartIsWhereItBelongs) {
  const Repository read = *Parse(kWhole, "");
  EXPECT_EQ(read.StampOf("bank.Bank"), 0x5f1c0a9e2b7d4c31u);
  EXPECT_EQ(read.StampOf("bank.Nobody"), 0u);
  const Section& first = read.sections[0];
  EXPECT_EQ(first.kind, Kind::kLoadStore);
  EXPECT_EQ(first.variable.ToString(), "bank.Bank.total");
  EXPECT_EQ(first.scope.class_name, "bank.Bank");
  EXPECT_EQ(first.scope.name, "add");
  EXPECT_EQ(first.scope.descriptor, "(I)V");
  EXPECT_EQ(first.entry.place, (Place{.bci = 5, .line = 31}));
  EXPECT_TRUE(first.ends[0].allowed.Permits(Op::kRead));
  EXPECT_FALSE(first.ends[0].allowed.Permits(Op::kWrite));
  EXPECT_TRUE(first.ends[1].allowed.Permits(Op::kWrite));
  EXPECT_FALSE(first.ends[2].allowed.Permits(Op::kRead));
  const Section& calls = read.sections[2];
  EXPECT_TRUE(calls.entry.IsCall());
  EXPECT_EQ(calls.MethodOf(calls.entry).ToString(), "bank.Account.get()I");
  EXPECT_EQ(calls.entry.AccessPlace(), (Place{.bci = 1, .line = 12}));
  EXPECT_EQ(read.sections[3].entry.place.bci, Place::kNoIndex);
}

TEST(AtomsFormat, CommentsBlanksAndTheOrderOfClassesDoNotCount) {
  EXPECT_EQ(
      Printed("# mine\r\n\n raddle\tatoms 1 # since today\n"
              "class b.B 0000000000000002\nclass a.A 0000000000000001 # old\n"
              "section x user # why\n# really\n in a.A.m\n entry read line 1\n\n end read line 2\n on field a.A.f"),
      "raddle atoms 1\n\nclass a.A 0000000000000001\nclass b.B 0000000000000002\n\n"
      "section x user\n  on field a.A.f\n  in a.A.m\n  entry read line 1\n  end read line 2\n");
}

TEST(AtomsFormat, AnEndAtTheEntryIsALoop) {
  const Repository read =
      *Parse("raddle atoms 1\nsection x user\non field a.A.f\nin a.A.m\nentry read 4\nend read 4\nend write 4\n", "");
  EXPECT_TRUE(read.sections[0].IsCircular(read.sections[0].ends[0]));
  EXPECT_FALSE(read.sections[0].IsCircular(read.sections[0].ends[1]));
}

struct Bad {
  std::string_view text;  // after the version
  std::string_view error;
};

constexpr Bad kBad[] = {
    {"class", "line 2, column 6: expected the name of a class, found the end of the line"},
    {"class a.B", "line 2, column 10: expected its hash, 16 hexadecimal digits, found the end of the line"},
    {"class a.B 12", "line 2, column 11: expected its hash, 16 hexadecimal digits, found '12'"},
    {"class a.B 0000000000000000",
     "line 2, column 11: expected its hash, 16 hexadecimal digits, found '0000000000000000'"},
    {"class a.B 0000000000000001\nclass a.B 0000000000000001", "line 3, column 7: class a.B is here twice"},
    {"class a.B 0000000000000001 x", "line 2, column 28: expected the end of the line, found 'x'"},
    {"  frob", "line 2, column 3: expected class, section, on, in, entry, end or exit, found 'frob'"},
    {"  entry read 1", "line 2, column 3: 'entry' belongs to a section, and there is none yet"},
    {"section", "line 2, column 8: expected the section's name, found the end of the line"},
    {"section x",
     "line 2, column 10: expected 'load-store', 'test-use', 'invariant' or 'user', found the end of the line"},
    {"section x y", "line 2, column 11: expected 'load-store', 'test-use', 'invariant' or 'user', found 'y'"},
    {"section x user", "line 2, column 1: section x of line 2 has no 'on'"},
    {"section x user\non field a.B.c\nsection y user", "line 4, column 1: section x of line 2 has no 'in'"},
    {"section x user\non field a.B.c\nin a.B.m", "line 2, column 1: section x of line 2 has no 'entry'"},
    {"section x user\non field a.B.c\nin a.B.m\nentry read 1", "line 2, column 1: section x of line 2 has no 'end'"},
    {"section x user\non a.B.c", "line 3, column 4: expected 'field', 'element' or 'object', found 'a.B.c'"},
    {"section x user\non field c", "line 3, column 10: expected CLASS.FIELD, found 'c'"},
    {"section x user\non field .c", "line 3, column 10: expected CLASS.FIELD, found '.c'"},
    {"section x user\non element int", "line 3, column 12: expected the type of an array, such as int[], found 'int'"},
    {"section x user\non field a.B.c\non field a.B.c", "line 4, column 1: section x has 'on' twice"},
    {"section x user\nin m()V", "line 3, column 4: expected CLASS.METHOD(PARAMETERS)RESULT, found 'm()V'"},
    {"section x user\nin a.B.m(", "line 3, column 4: '(' is no descriptor of a method, such as (I)V"},
    {"section x user\nentry 5", "line 3, column 7: expected 'read' or 'write', found '5'"},
    {"section x user\nentry read", "line 3, column 11: expected a bytecode index or 'line', found the end of the line"},
    {"section x user\nentry read -1", "line 3, column 12: expected a bytecode index or 'line', found '-1'"},
    {"section x user\nentry read 65535", "line 3, column 12: no method has a bytecode index 65535"},
    {"section x user\nentry read 1 line 0", "line 3, column 19: expected the number of a line, 1 to 65535, found '0'"},
    {"section x user\nentry read 1 in a.B.m()V",
     "line 3, column 25: expected a bytecode index or 'line', found the end of the line"},
    {"section x user\nend read 1 allow",
     "line 3, column 17: expected 'read', 'write', 'add' or 'remove', found the end of the line"},
    {"section x user\nend read 1 allow write read", "line 3, column 24: expected the end of the line, found 'read'"},
    {"section x user\nexit", "line 3, column 5: expected a bytecode index or 'line', found the end of the line"},
};

TEST(AtomsFormat, WhatIsWrongIsSaidWithLineAndColumn) {
  for (const Bad& bad : kBad) {
    EXPECT_EQ(Printed("raddle atoms 1\n" + std::string(bad.text)), "a.atoms: " + std::string(bad.error)) << bad.text;
  }
}

TEST(AtomsFormat, TwoSectionsOfOneNameAreOneTooMany) {
  const std::string section = "section x user\non field a.B.c\nin a.B.m\nentry read 1\nend read 2\n";
  EXPECT_EQ(Printed("raddle atoms 1\n" + section + section), "a.atoms: line 7, column 9: there are two sections x");
}

TEST(AtomsFormat, TheVersionComesFirst) {
  EXPECT_EQ(Printed(""), "a.atoms: line 1, column 1: the first line must be 'raddle atoms 1'");
  EXPECT_EQ(Printed("# only this"), "a.atoms: line 1, column 1: the first line must be 'raddle atoms 1'");
  EXPECT_EQ(Printed("class a.B 0000000000000001"),
            "a.atoms: line 1, column 1: the first line must be 'raddle atoms 1'");
  EXPECT_EQ(Printed("raddle atoms 2"), "a.atoms: line 1, column 14: version '2' is not known, only 1");
}

TEST(Serialisable, LeavesOutTheFourCasesThatAreNot) {
  const auto permits = [](Op first, Op between, Op last) { return Serialisable(first, last).Permits(between); };
  constexpr Op kR = Op::kRead, kW = Op::kWrite;
  EXPECT_FALSE(permits(kR, kW, kR));
  EXPECT_FALSE(permits(kW, kW, kR));
  EXPECT_FALSE(permits(kW, kR, kW));
  EXPECT_FALSE(permits(kR, kW, kW));
  EXPECT_TRUE(permits(kR, kR, kR));
  EXPECT_TRUE(permits(kW, kR, kR));
  EXPECT_TRUE(permits(kW, kW, kW));
  EXPECT_TRUE(permits(kR, kR, kW));
}

TEST(Allowed, OfACollectionTellsAddingFromRemoving) {
  const Allowed some{.read = true, .add = true};
  EXPECT_TRUE(some.Permits(Effect::kRead));
  EXPECT_TRUE(some.Permits(Effect::kAdd));
  EXPECT_FALSE(some.Permits(Effect::kRemove));
  EXPECT_FALSE(some.Permits(Effect::kChange));
  EXPECT_TRUE(Allowed{.write = true}.Permits(Effect::kRemove));
}

TEST(HashOf, IsOfTheBytesAndNeverZero) {
  EXPECT_EQ(HashOf("raddle"), HashOf("raddle"));
  EXPECT_NE(HashOf("raddle"), HashOf("Raddle"));
  EXPECT_NE(HashOf(""), 0u);
}

}  // namespace
}  // namespace raddle::atoms
