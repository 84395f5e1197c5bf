// Which fields the methods of java/covered/Together.java tell together, and which reads of Compound.java not at all.
#include "weave/covered.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "classfile/attributes.h"
#include "compiled_class.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

// Calls `see` with the class, a method's code, and its coverage.
template <typename See>
void Look(const std::string& type, const std::string& name, See see) {
  const CompiledClass compiled("covered/covered/" + type);
  const ClassFile& file = *compiled;
  bool found = false;
  for (const Member& method : file.methods) {
    if (file.NameOf(method) != name) continue;
    Arena arena;
    const Code code = *DecodeCode(*Find(method.attributes, AttributeKind::kCode), file.pool, arena);
    see(file, code, FindCovered(file, method, code, {}));
    found = true;
  }
  EXPECT_TRUE(found) << name;
}

// "ab b!c": a and b are told together, and b, which is written, and c.
std::string Together(const std::string& name) {
  std::string text;
  Look("Together", name, [&](const ClassFile& file, const Code& code, const Coverage& coverage) {
    for (const ToldTogether& told : coverage.together) {
      if (!text.empty()) text += ' ';
      for (const FieldAccess& access : told) {
        const Instruction& it = code.instructions[access.instruction];
        text.append(file.pool.Member(it.index).name).append(it.op == Op::putfield ? "!" : "");
      }
    }
  });
  return text;
}

ptrdiff_t CoveredIn(const std::string& name) {
  ptrdiff_t covered = 0;
  Look("Compound", name, [&](const ClassFile&, const Code&, const Coverage& coverage) {
    covered = std::ranges::count(coverage.covered, true);
  });
  return covered;
}

TEST(Covered, FieldsOfOneObjectAreToldTogether) {
  EXPECT_EQ(Together("reads"), "abc");
  EXPECT_EQ(Together("readsMany"), "abcdef") << "six at most";
  EXPECT_EQ(Together("writes"), "a!b!");
  EXPECT_EQ(Together("updates"), "a!b!") << "each write tells of its read";
  EXPECT_EQ(Together("updatesTheLast"), "a") << "the write of b tells of its read";
  EXPECT_EQ(Together("ofTwo"), "aabb");
  EXPECT_EQ(Together("copies"), "aa!bb!");
  EXPECT_EQ(Together("fixedBetween"), "ab");
  EXPECT_EQ(Together("inALoop"), "ab");
}

TEST(Covered, NotAcrossWhatMayOrderThem) {
  EXPECT_EQ(Together("volatileBetween"), "");
  EXPECT_EQ(Together("callBetween"), "");
  EXPECT_EQ(Together("lockBetween"), "");
}

TEST(Covered, NotWhereTheLaterOneMayNotCome) {
  EXPECT_EQ(Together("elementBetween"), "");
  EXPECT_EQ(Together("divisionBetween"), "");
  EXPECT_EQ(Together("pureCallBetween"), "");
  EXPECT_EQ(Together("branchBetween"), "");
  EXPECT_EQ(Together("handlerBetween"), "");
}

// A race of one may decide what another's is (detect/hb/hb.h).
TEST(Covered, NotAcrossWhatIsToldAtOnce) {
  EXPECT_EQ(Together("staticBetween"), "");
  EXPECT_EQ(Together("objectOfAnotherBetween"), "anext");
}

TEST(Covered, NotOfAnotherObject) {
  EXPECT_EQ(Together("anotherObject"), "");
}

TEST(Covered, AWriteTellsOfTheReadItBeginsWith) {
  for (const char* name : {"element", "elementOfField", "elementAndValue", "quotient", "fieldOfAnother"}) {
    EXPECT_EQ(CoveredIn(name), 1) << name;
  }
}

TEST(Covered, ButNotOfOthersNorWhereItMayNotCome) {
  for (const char* name : {"ofAnotherElement", "ofUnknownElements", "apart", "choice", "call", "receives"}) {
    EXPECT_EQ(CoveredIn(name), 0) << name;
  }
}

}  // namespace
}  // namespace raddle::weave
