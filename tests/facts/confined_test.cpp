#include "facts/confined.h"

#include <gtest/gtest.h>

#include "base/arena.h"
#include "base/mapped_file.h"
#include "classfile/attributes.h"
#include "classfile/code.h"

namespace raddle::facts {
namespace {

using classfile::ClassFile;
using classfile::Op;

// Field and element accesses of the method, statics apart.
size_t AccessesIn(const ClassFile& file, const classfile::Member& method) {
  const classfile::Attribute* attribute = Find(method.attributes, classfile::AttributeKind::kCode);
  Arena arena;
  Result<classfile::Code> code = classfile::DecodeCode(*attribute, file.pool, arena);
  size_t count = 0;
  for (const classfile::Instruction& it : code->instructions) {
    count += it.op == Op::getfield || it.op == Op::putfield || classfile::IsArrayLoad(it.op) ||
             classfile::IsArrayStore(it.op);
  }
  return count;
}

class ConfinedTest : public testing::TestWithParam<const char*> {};

TEST_P(ConfinedTest, WhatStaysIsDroppedAndWhatLeavesIsNot) {
  Result<MappedFile> mapped = MappedFile::Open(std::string(RADDLE_CLASSES "/") + GetParam() + ".class");
  ASSERT_TRUE(mapped);
  Result<ClassFile> file = classfile::ReadClass(mapped->bytes());
  ASSERT_TRUE(file);
  const ClassFacts facts = FindConfined(*file);
  size_t looked_at = 0;
  for (const classfile::Member& method : file->methods) {
    const std::string_view name = file->NameOf(method);
    const bool stays = name.starts_with("stays");
    if (!stays && !name.starts_with("leaves")) continue;
    ++looked_at;
    const MethodFacts* found = facts.Find(name, file->DescriptorOf(method));
    const size_t dropped = found == nullptr ? 0 : found->facts.size();
    EXPECT_EQ(dropped, stays ? AccessesIn(*file, method) : 0) << name;
    EXPECT_GT(AccessesIn(*file, method), 0) << name << " tests nothing";
  }
  EXPECT_GT(looked_at, 0);
}

INSTANTIATE_TEST_SUITE_P(Classes, ConfinedTest, testing::Values("Confined", "Finalized", "Derived"));

}  // namespace
}  // namespace raddle::facts
