#include "classfile/class_file.h"

#include <gtest/gtest.h>

#include "tests/support/class_maker.h"

namespace raddle::classfile {
namespace {

using Body = std::vector<uint8_t>;

// A class of every part: interfaces, fields, methods, attributes in each place.
Body WholeClass() {
  ClassMaker made("a/Whole", 61);
  ClassFile& file = made.file;
  file.minor = 3;
  file.interfaces = {file.pool.AddClass("a/I"), file.pool.AddClass("a/J")};
  Member& field = file.AddField(kPrivate | kVolatile, "field", "J");
  const Body constant = Shorts({file.pool.AddLong(77)});
  field.attributes.push_back(
      {AttributeKind::kConstantValue, file.pool.AddUtf8("ConstantValue"), 0, file.arena.Copy(constant)});
  made.DefaultConstructor();
  Assembler code;
  code.Do(Op::iload_0).Table(0, {"a", "b"}, "b", 9).At("a").Do(Op::iconst_1).Do(Op::ireturn);
  code.At("b").Do(Op::iconst_0).Do(Op::ireturn);
  made.Method(kPublic | kStatic, "pick", "(I)I",
              {.max_stack = 1,
               .max_locals = 1,
               .code = code.bytes(),
               .attributes = {{"StackMapTable", {0, 2, 24, 1}}, {"LineNumberTable", {0, 1, 0, 0, 0, 5}}}});
  file.AddMethod(kPublic | kNative, "none", "()V");
  const Body source = Shorts({file.pool.AddUtf8("Whole.java")});
  file.attributes.push_back({AttributeKind::kSourceFile, file.pool.AddUtf8("SourceFile"), 0, file.arena.Copy(source)});
  const Body odd = {1, 2, 3, 4, 5};
  file.attributes.push_back({AttributeKind::kUnknown, file.pool.AddUtf8("Odd"), 0, file.arena.Copy(odd)});
  return made.Write();
}

TEST(ClassFileTest, WhatIsReadIsWhatWasMade) {
  const Reread whole(WholeClass());
  const ClassFile& file = whole.file();
  EXPECT_EQ(file.Name(), "a/Whole");
  EXPECT_EQ(file.SuperName(), "java/lang/Object");
  EXPECT_EQ(file.major, 61);
  EXPECT_EQ(file.minor, 3);
  ASSERT_EQ(file.interfaces.size(), 2u);
  EXPECT_EQ(file.pool.ClassName(file.interfaces[1]), "a/J");
  ASSERT_EQ(file.fields.size(), 1u);
  EXPECT_TRUE(file.fields[0].Has(kVolatile));
  EXPECT_EQ(file.fields[0].attributes[0].kind, AttributeKind::kConstantValue);
  ASSERT_EQ(file.methods.size(), 3u);
  EXPECT_EQ(file.DescriptorOf(file.methods[1]), "(I)I");
  EXPECT_EQ(file.attributes[0].kind, AttributeKind::kSourceFile);
  EXPECT_EQ(file.attributes[1].kind, AttributeKind::kUnknown);
  EXPECT_EQ(Find(file.attributes, AttributeKind::kRecord), nullptr);
}

TEST(ClassFileTest, BothWaysToWriteGiveTheBytesThatWereRead) {
  const Body bytes = WholeClass();
  const Reread whole(bytes);
  for (const WriteMode mode : {WriteMode::kCopy, WriteMode::kReencode}) {
    ByteWriter writer;
    ASSERT_TRUE(WriteClass(whole.file(), writer, mode));
    EXPECT_EQ(Body(writer.bytes().begin(), writer.bytes().end()), bytes);
  }
}

TEST(ClassFileTest, AnAttributeBodysOffsetIsItsPlaceInTheFile) {
  const Body bytes = WholeClass();
  const Reread whole(bytes);
  const Attribute& odd = whole.file().attributes[1];
  EXPECT_EQ(odd.offset, bytes.size() - 5);
  EXPECT_EQ(bytes[odd.offset], 1);
}

TEST(ClassFileTest, AnAttributesNameMeansNothingInAnotherPlace) {
  EXPECT_EQ(AttributeKindOf("Code", Place::kMethod), AttributeKind::kCode);
  EXPECT_EQ(AttributeKindOf("Code", Place::kField), AttributeKind::kUnknown);
  EXPECT_EQ(AttributeKindOf("StackMapTable", Place::kCode), AttributeKind::kStackMapTable);
  EXPECT_EQ(AttributeKindOf("StackMapTable", Place::kMethod), AttributeKind::kUnknown);
  EXPECT_EQ(AttributeKindOf("Signature", Place::kRecordComponent), AttributeKind::kSignature);
  EXPECT_EQ(AttributeKindOf("Signature", Place::kCode), AttributeKind::kUnknown);
  EXPECT_EQ(AttributeKindOf("", Place::kClass), AttributeKind::kUnknown);
}

TEST(ClassFileTest, EveryCutIsAnErrorAtItsEnd) {
  const Body bytes = WholeClass();
  for (size_t length = 0; length < bytes.size(); ++length) {
    const Result<ClassFile> read = ReadClass(Bytes(bytes).first(length));
    ASSERT_FALSE(read) << "cut to " << length;
    EXPECT_EQ(read.error().reason, "unexpected end") << "cut to " << length;
    EXPECT_LE(read.error().offset, length);
  }
}

// A class without members; its parts by offset: 4 minor, 6 major, 8 pool (27 bytes: 1 "A", 2 Class, 3 "B", 4 Class,
// 5 Integer), then access, this, super, ...
Body SmallClass(std::initializer_list<int> behind_pool) {
  return Join({Shorts({0xcafe, 0xbabe, 0, 52, 6}),
               {1, 0, 1, 'A', 7, 0, 1, 1, 0, 1, 'B', 7, 0, 3, 3, 0, 0, 0, 1},
               Shorts(behind_pool)});
}
constexpr size_t kBehindPool = 29;

TEST(ClassFileTest, HostileShapesAreErrorsWithTheirOffset) {
  struct {
    Body bytes;
    std::string error;
  } const cases[] = {
      {SmallClass({0x21, 2, 4, 0, 0, 0, 0}), "no error"},
      {SmallClass({0x21, 2, 0, 0, 0, 0, 0}), "no error"},
      {{0xca, 0xfe, 0xba, 0xbf, 0, 0, 0, 52}, "offset 0: not a class file: no 0xCAFEBABE at its start"},
      {{0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 44, 0, 1}, "offset 6: class file version 44 is outside 45 to 69"},
      {{0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 70, 0, 1}, "offset 6: class file version 70 is outside 45 to 69"},
      {{0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 0}, "offset 8: constant pool count is 0"},
      {SmallClass({0x21, 1, 4, 0, 0, 0, 0}), "offset 31: this_class is not a Class"},
      {SmallClass({0x21, 0, 4, 0, 0, 0, 0}), "offset 31: this_class is not a Class"},
      {SmallClass({0x21, 2, 5, 0, 0, 0, 0}), "offset 33: super_class is not a Class"},
      {SmallClass({0x21, 2, 4, 2, 4, 3, 0, 0, 0}), "offset 39: interface is not a Class"},
      {SmallClass({0x21, 2, 4, 0xffff, 4}), "offset 39: unexpected end"},
      {SmallClass({0x21, 2, 4, 0, 1, 0, 2, 1, 0, 0, 0}), "offset 41: name or descriptor is not a Utf8 constant"},
      {SmallClass({0x21, 2, 4, 0, 1, 0, 1, 5, 0, 0, 0}), "offset 41: name or descriptor is not a Utf8 constant"},
      {SmallClass({0x21, 2, 4, 0, 0, 1, 0, 1, 0xffff, 0, 0}), "offset 43: name or descriptor is not a Utf8 constant"},
      {SmallClass({0x21, 2, 4, 0, 0xffff}), "offset 39: unexpected end"},
      {SmallClass({0x21, 2, 4, 0, 0, 0, 1, 5, 0, 0}), "offset 43: attribute name 5 is not a Utf8 constant"},
      {SmallClass({0x21, 2, 4, 0, 0, 0, 1, 1, 0, 3, 0}), "offset 49: unexpected end"},
      {SmallClass({0x21, 2, 4, 0, 0, 0, 1, 1, 0xffff, 0xffff, 0}), "offset 49: unexpected end"},
      {SmallClass({0x21, 2, 4, 0, 0, 0, 0xffff, 1, 0, 0}), "offset 49: unexpected end"},
      {SmallClass({0x21, 2, 4, 0, 0, 0, 0, 0}), "offset 43: bytes behind the end of the class"},
  };
  ASSERT_EQ(SmallClass({}).size(), kBehindPool);
  for (const auto& it : cases) {
    const Result<ClassFile> read = ReadClass(it.bytes);
    EXPECT_EQ(read ? "no error" : read.error().ToString(), it.error);
  }
}

TEST(ClassFileTest, AModuleOrObjectHasNoSuperclass) {
  const Reread object(SmallClass({0x21, 2, 0, 0, 0, 0, 0}));
  EXPECT_EQ(object.file().SuperName(), "");
}

TEST(ClassFileTest, AnAttributeThatLiesIsFoundWhenItIsEncodedAgain) {
  ClassMaker made("A");
  const Body wrong = {0};
  made.file.attributes.push_back(
      {AttributeKind::kSourceFile, made.pool.AddUtf8("SourceFile"), 0, made.file.arena.Copy(wrong)});
  const Reread read(made.Write());
  ByteWriter writer;
  EXPECT_FALSE(WriteClass(read.file(), writer, WriteMode::kReencode));
}

TEST(ClassFileTest, AClassWhosePoolIsTooSmallIsNotWritten) {
  ClassMaker made("A");
  made.pool.AddUtf8(std::string(70'000, 'x'));
  ByteWriter writer;
  EXPECT_EQ(WriteClass(made.file, writer).error().reason, "the constant pool would pass 65535 entries");
}

TEST(ClassFileTest, AddedMembersAreWritten) {
  ClassMaker made("A");
  made.file.AddField(kPublic | kStatic, "count", "I");
  const Reread read(made.Write());
  ASSERT_EQ(read.file().fields.size(), 1u);
  EXPECT_EQ(read.file().NameOf(read.file().fields[0]), "count");
  EXPECT_EQ(read.file().DescriptorOf(read.file().fields[0]), "I");
}

}  // namespace
}  // namespace raddle::classfile
