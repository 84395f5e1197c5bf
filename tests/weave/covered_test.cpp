// Which fields the methods of java/covered/Together.java tell together.
#include "weave/covered.h"

#include <gtest/gtest.h>

#include <string>

#include "classfile/attributes.h"
#include "compiled_class.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

// "ab b!c": a and b are told together, and b, which is written, and c.
std::string Together(const std::string& name) {
  const CompiledClass compiled("covered/covered/Together");
  const ClassFile& file = *compiled;
  std::string text = "no such method";
  for (const Member& method : file.methods) {
    if (file.NameOf(method) != name) continue;
    Arena arena;
    const Code code = *DecodeCode(*Find(method.attributes, AttributeKind::kCode), file.pool, arena);
    text.clear();
    for (const ToldTogether& told : FindCovered(file, method, code, {}).together) {
      if (!text.empty()) text += ' ';
      for (const FieldAccess& access : told) {
        const Instruction& it = code.instructions[access.instruction];
        text.append(file.pool.Member(it.index).name).append(it.op == Op::putfield ? "!" : "");
      }
    }
  }
  return text;
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

}  // namespace
}  // namespace raddle::weave
