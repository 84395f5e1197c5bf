#include "facts/facts.h"

#include <gtest/gtest.h>

namespace raddle::facts {
namespace {

ProgramFacts Some() {
  ProgramFacts facts;
  facts.notes = {"a.B.c is native"};
  facts.classes = {{"a/B", 0x00ff, {{"run", "()V", {{3, Argument::kUnshared}, {9, Argument::kOrdered}}}}},
                   {"a/C", 7, {{"<init>", "(I)V", {{65535, Argument::kLocal}}}}}};
  return facts;
}

TEST(FactsFile, IsReadAsItWasWritten) {
  Result<ProgramFacts> read = Parse(ToText(Some()));
  ASSERT_TRUE(read) << read.error().ToString();
  EXPECT_EQ(*read, Some());
}

TEST(FactsFile, CutShortAnywhereIsAnError) {
  const std::string text = ToText(Some());
  for (size_t size = 0; size < text.size(); ++size) EXPECT_FALSE(Parse(text.substr(0, size))) << size;
}

TEST(FactsFile, WithAnyByteChangedIsAnError) {
  const std::string text = ToText(Some());
  for (size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] ^= 1;
    EXPECT_FALSE(Parse(changed)) << changed;
  }
}

TEST(FactsFile, AnErrorNamesTheLine) {
  EXPECT_EQ(Parse("raddle facts 2\nclass a/B zz\nend\n").error().ToString(), "line 2: this line is not understood");
  EXPECT_EQ(Parse("raddle facts 2\nclass a/B 1\nend 7\n").error().ToString(),
            "line 3: the file is not as it was written");
  EXPECT_EQ(Parse(Ended("raddle facts 1\n")).error().ToString(),
            "line 1: this is no file of facts, or one of another version");
}

TEST(FactsFile, RefusesWhatItWouldNotWrite) {
  for (const char* lines : {"method a ()V\n", "class b 1\nclass a 2\n", "class a 1\nlocal 3\n",
                            "class a 1\nmethod m ()V\nlocal 70000\n", "class a 1\nmethod m ()V\nlocal\n",
                            "class a 1\nmethod m ()V\nmaybe 3\n", "class a 1\nmethod m ()V W\n", "end\n"}) {
    EXPECT_FALSE(Parse(Ended(std::string("raddle facts 2\n") + lines))) << lines;
  }
}

TEST(FactsFile, NamesWithBlanksAreLeftOut) {
  ProgramFacts facts = Some();
  facts.classes[0].methods[0].name = "two words";
  Result<ProgramFacts> read = Parse(ToText(facts));
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->classes[0].methods.empty());
}

TEST(ProgramFacts, AClassWithAnotherHashHasNone) {
  const ProgramFacts facts = Some();
  EXPECT_NE(facts.Find("a/C", 7), nullptr);
  EXPECT_EQ(facts.Find("a/C", 8), nullptr);
  EXPECT_EQ(facts.Find("a/D", 7), nullptr);
  EXPECT_TRUE(facts.Knows("a/C"));
  EXPECT_FALSE(facts.Knows("a/D"));
}

TEST(FactsLevel, IsOneOfThree) {
  EXPECT_EQ(*ParseLevel("closed"), Level::kClosed);
  EXPECT_EQ(ParseLevel("fast").error().reason, "fast: it is safe, closed or none");
}

}  // namespace
}  // namespace raddle::facts
