// Which fields the constructors of java/constructed/Constructed.java write while nobody else knows the object.
#include "weave/construction.h"

#include <gtest/gtest.h>

#include <string>

#include "classfile/attributes.h"
#include "compiled_class.h"
#include "weave/covered.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

// Of the last constructor, in their order.
std::string WrittenAlone(const std::string& name, const std::string& method_name = "<init>") {
  const CompiledClass compiled("constructed/constructed/Constructed" + name);
  const ClassFile& file = *compiled;
  std::string written = "no such method";
  for (const Member& method : file.methods) {
    const Attribute* attribute = Find(method.attributes, AttributeKind::kCode);
    if (file.NameOf(method) != method_name || attribute == nullptr) continue;
    Arena arena;
    const Code code = *DecodeCode(*attribute, file.pool, arena);
    const Coverage coverage = FindCovered(file, method, code, {});
    const Construction construction = FindConstruction(file, method, code, coverage.on_this);
    written.clear();
    for (uint32_t i = construction.ready; i < construction.known; ++i) {
      const Instruction& it = code.instructions[i];
      if (it.op != Op::putfield || !coverage.on_this[i]) continue;
      written += std::string(written.empty() ? "" : " ").append(file.pool.Member(it.index).name);
    }
  }
  return written;
}

TEST(Construction, WritesMeetNobodyWhereNothingIsToldOfTheObject) {
  EXPECT_EQ(WrittenAlone("$DoesNothing"), "before after");
  EXPECT_EQ(WrittenAlone("$StoresItInItself"), "before self after");
  EXPECT_EQ(WrittenAlone("$StoresANumberElsewhere"), "before after");
  EXPECT_EQ(WrittenAlone("$CallsNothingTillTheEnd"), "before after");
}

TEST(Construction, WhatStoresTheObjectMakesItKnown) {
  EXPECT_EQ(WrittenAlone("$StoresItInAStatic"), "before");
  EXPECT_EQ(WrittenAlone("$StoresItInAnArray"), "before");
  EXPECT_EQ(WrittenAlone("$StoresItElsewhere"), "before");
}

TEST(Construction, WhatMayRunOtherCodeMakesItKnown) {
  EXPECT_EQ(WrittenAlone("$Calls"), "before");
  EXPECT_EQ(WrittenAlone("$MakesAFunction"), "before");
  EXPECT_EQ(WrittenAlone("$Locks"), "before");
  EXPECT_EQ(WrittenAlone("$Throws"), "before");
}

TEST(Construction, AnotherConstructorMayHaveMadeItKnown) {
  EXPECT_EQ(WrittenAlone("$Delegates"), "");
  EXPECT_EQ(WrittenAlone("$HasASuperclass"), "");
}

TEST(Construction, WhatIsReachedAgainFromBehindIsNotAlone) {
  EXPECT_EQ(WrittenAlone("$ComesBack"), "before");
  EXPECT_EQ(WrittenAlone("$ComesBackTwice"), "before");
  EXPECT_EQ(WrittenAlone("$ComesBackBySwitch"), "before");
}

TEST(Construction, IsForConstructors) {
  EXPECT_EQ(WrittenAlone("", "before"), "");
}

}  // namespace
}  // namespace raddle::weave
