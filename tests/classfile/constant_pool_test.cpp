#include "classfile/constant_pool.h"

#include <gtest/gtest.h>

#include <cmath>

namespace raddle::classfile {
namespace {

using Body = std::vector<uint8_t>;

std::string ReadError(const Body& bytes, size_t base = 100) {
  ByteReader reader(bytes, base);
  const Result<ConstantPool> pool = ConstantPool::Read(reader);
  return pool ? "no error" : pool.error().ToString();
}

Body Written(const ConstantPool& pool) {
  ByteWriter writer;
  pool.Write(writer);
  return {writer.bytes().begin(), writer.bytes().end()};
}

TEST(ConstantPoolTest, EveryKindIsAddedWrittenAndReadBack) {
  ConstantPool made;
  const Index utf8 = made.AddUtf8("text"), integer = made.AddInteger(-7), number = made.AddFloat(-0.0f);
  const Index wide = made.AddLong(INT64_MIN), real = made.AddDouble(2.5), type = made.AddClass("a/B");
  const Index string = made.AddString("text"), pair = made.AddNameAndType("run", "()V");
  const Index field = made.AddMember(Tag::kFieldref, "a/B", "f", "I");
  const Index method = made.AddMember(Tag::kMethodref, "a/B", "run", "()V");
  const Index of_interface = made.AddMember(Tag::kInterfaceMethodref, "a/I", "run", "()V");
  const Index handle = made.AddMethodHandle(HandleKind::kInvokeInterface, of_interface);
  const Index method_type = made.AddMethodType("(J)I");
  const Index dynamic = made.AddDynamic(Tag::kDynamic, 3, "d", "I");
  const Index call = made.AddDynamic(Tag::kInvokeDynamic, 4, "run", "()V");

  const Body bytes = Written(made);
  ByteReader reader(bytes);
  const Result<ConstantPool> read = ConstantPool::Read(reader);
  ASSERT_TRUE(read) << read.error().ToString();
  EXPECT_TRUE(reader.AtEnd());
  EXPECT_EQ(read->size(), made.size());
  EXPECT_EQ(read->Utf8(utf8), "text");
  EXPECT_EQ(read->Integer(integer), -7);
  EXPECT_TRUE(std::signbit(read->Float(number)));
  EXPECT_EQ(read->Long(wide), INT64_MIN);
  EXPECT_EQ(read->Double(real), 2.5);
  EXPECT_EQ(read->ClassName(type), "a/B");
  EXPECT_EQ(read->String(string), "text");
  EXPECT_EQ(read->GetNameAndType(pair).descriptor, "()V");
  EXPECT_EQ(read->Member(field).name, "f");
  EXPECT_EQ(read->Member(method).owner, "a/B");
  EXPECT_EQ(read->tag(of_interface), Tag::kInterfaceMethodref);
  EXPECT_EQ(read->MethodHandle(handle).kind, HandleKind::kInvokeInterface);
  EXPECT_EQ(read->MethodHandle(handle).reference, of_interface);
  EXPECT_EQ(read->MethodType(method_type), "(J)I");
  EXPECT_EQ(read->Dynamic(dynamic).bootstrap, 3);
  EXPECT_EQ(read->Dynamic(call).name, "run");
  EXPECT_EQ(Written(*read), bytes);
}

TEST(ConstantPoolTest, WhatIsThereIsNotAddedAgain) {
  ConstantPool pool;
  const Index member = pool.AddMember(Tag::kMethodref, "a/B", "run", "()V");
  const uint32_t size = pool.size();
  EXPECT_EQ(size, 7u);  // nothing, a/B, Class, run, ()V, NameAndType, Methodref
  EXPECT_EQ(pool.AddMember(Tag::kMethodref, "a/B", "run", "()V"), member);
  EXPECT_EQ(pool.AddNameAndType("run", "()V"), member - 1);
  EXPECT_EQ(pool.AddUtf8("()V"), member - 2);
  EXPECT_EQ(pool.size(), size);
  EXPECT_NE(pool.AddMember(Tag::kInterfaceMethodref, "a/B", "run", "()V"), member);  // same bytes, other tag
  EXPECT_NE(pool.AddString("a/B"), pool.AddClass("a/B"));
}

TEST(ConstantPoolTest, NumbersAreTheSameByTheirBits) {
  ConstantPool pool;
  EXPECT_NE(pool.AddFloat(0.0f), pool.AddFloat(-0.0f));
  EXPECT_EQ(pool.AddDouble(std::nan("")), pool.AddDouble(std::nan("")));
  EXPECT_NE(pool.AddInteger(1), pool.AddFloat(1));
  EXPECT_NE(pool.AddLong(0), pool.AddDouble(0));
}

TEST(ConstantPoolTest, ALongOrDoubleTakesTwoPlaces) {
  ConstantPool pool;
  const Index wide = pool.AddLong(5);
  const Index next = pool.AddInteger(5);
  EXPECT_EQ(next, wide + 2);
  EXPECT_EQ(pool.tag(wide + 1), Tag::kNone);
  EXPECT_FALSE(pool.IsLoadable(wide + 1));
  EXPECT_EQ(Written(pool), Body({0, 4, 5, 0, 0, 0, 0, 0, 0, 0, 5, 3, 0, 0, 0, 5}));
}

TEST(ConstantPoolTest, AFilesOwnEntriesAreFoundAndTheFirstOfTwoEqualOnesWins) {
  // 1 "A", 2 "A", 3 Class of 2, 4 Class of 1
  const Body bytes = {0, 5, 1, 0, 1, 'A', 1, 0, 1, 'A', 7, 0, 2, 7, 0, 1};
  ByteReader reader(bytes);
  Result<ConstantPool> pool = ConstantPool::Read(reader);
  ASSERT_TRUE(pool);
  EXPECT_EQ(pool->AddUtf8("A"), 1);
  EXPECT_EQ(pool->AddClass("A"), 4);
  EXPECT_EQ(pool->AddUtf8("B"), 5);
  Body with_more = bytes;
  with_more[1] = 6;
  with_more.insert(with_more.end(), {1, 0, 1, 'B'});
  EXPECT_EQ(Written(*pool), with_more);
}

TEST(ConstantPoolTest, NamesStayWhereTheyAreWhenThePoolGrowsOrMoves) {
  ConstantPool pool;
  const Index first = pool.AddUtf8("first");
  const std::string_view name = pool.Utf8(first);
  for (int i = 0; i < 10'000; ++i) pool.AddInteger(i);
  ConstantPool moved = std::move(pool);
  EXPECT_EQ(name, "first");
  EXPECT_EQ(moved.AddUtf8("first"), first);
}

TEST(ConstantPoolTest, ThePoolIsFullAt65535) {
  ConstantPool pool;
  for (int i = 0; pool.size() < 65'534; ++i) ASSERT_NE(pool.AddInteger(i), 0);
  EXPECT_EQ(pool.AddInteger(0), 1);
  EXPECT_FALSE(pool.overflowed());
  ConstantPool other = std::move(pool);
  EXPECT_EQ(other.AddInteger(1'000'000), 65'534);  // the last place
  EXPECT_EQ(other.size(), 65'535u);
  EXPECT_FALSE(other.overflowed());
  EXPECT_EQ(other.AddInteger(1'000'001), 0);
  EXPECT_TRUE(other.overflowed());
  EXPECT_EQ(other.AddInteger(1'000'000), 65'534);  // what is there is still found
}

TEST(ConstantPoolTest, ALongDoesNotFitIntoTheLastPlace) {
  ConstantPool pool;
  for (int i = 0; pool.size() < 65'534; ++i) pool.AddInteger(i);
  EXPECT_EQ(pool.AddLong(1), 0);
  EXPECT_TRUE(pool.overflowed());
}

TEST(ConstantPoolTest, AStringOfMoreThan65535BytesHasNoConstant) {
  ConstantPool pool;
  EXPECT_NE(pool.AddUtf8(std::string(65'535, 'x')), 0);
  EXPECT_FALSE(pool.overflowed());
  EXPECT_EQ(pool.AddUtf8(std::string(65'536, 'x')), 0);
  EXPECT_TRUE(pool.overflowed());
}

TEST(ConstantPoolTest, HostileBytesAreErrorsWithTheirOffset) {
  struct {
    Body bytes;
    const char* error;
  } const cases[] = {
      {{}, "offset 100: unexpected end"},
      {{0}, "offset 100: unexpected end"},
      {{0, 0}, "offset 100: constant pool count is 0"},
      {{0, 2}, "offset 102: unexpected end"},
      {{255, 255, 3, 0, 0, 0, 1}, "offset 107: unexpected end"},
      {{0, 2, 0}, "offset 102: constant 1 has unknown tag 0"},
      {{0, 2, 2, 0, 0}, "offset 102: constant 1 has unknown tag 2"},
      {{0, 2, 21, 0, 0}, "offset 102: constant 1 has unknown tag 21"},
      {{0, 2, 255, 0, 0}, "offset 102: constant 1 has unknown tag 255"},
      {{0, 2, 1, 0}, "offset 103: unexpected end"},
      {{0, 2, 1, 0, 3, 'a', 'b'}, "offset 105: unexpected end"},
      {{0, 3, 5, 0, 0, 0, 0, 0, 0, 0}, "offset 103: unexpected end"},
      {{0, 2, 5, 0, 0, 0, 0, 0, 0, 0, 1}, "offset 111: the last constant takes two places but only one is left"},
      {{0, 2, 7, 0, 1}, "offset 102: constant 1 (Class) refers to a constant of the wrong kind"},
      {{0, 2, 7, 0, 9}, "offset 102: constant 1 (Class) refers to a constant of the wrong kind"},
      {{0, 2, 8, 0, 0}, "offset 102: constant 1 (String) refers to a constant of the wrong kind"},
      {{0, 2, 16, 0, 1}, "offset 102: constant 1 (MethodType) refers to a constant of the wrong kind"},
      {{0, 2, 19, 0, 1}, "offset 102: constant 1 (Module) refers to a constant of the wrong kind"},
      {{0, 2, 20, 0, 1}, "offset 102: constant 1 (Package) refers to a constant of the wrong kind"},
      {{0, 3, 1, 0, 0, 12, 0, 1, 0, 2}, "offset 105: constant 2 (NameAndType) refers to a constant of the wrong kind"},
      {{0, 3, 1, 0, 0, 9, 0, 1, 0, 1}, "offset 105: constant 2 (Fieldref) refers to a constant of the wrong kind"},
      {{0, 4, 1, 0, 0, 7, 0, 1, 10, 0, 2, 0, 2},
       "offset 108: constant 3 (Methodref) refers to a constant of the wrong kind"},
      {{0, 3, 1, 0, 0, 18, 0, 0, 0, 1},
       "offset 105: constant 2 (InvokeDynamic) refers to a constant of the wrong kind"},
      // The second half of a long is nothing.
      {{0, 4, 5, 0, 0, 0, 0, 0, 0, 0, 1, 7, 0, 2},
       "offset 111: constant 3 (Class) refers to a constant of the wrong kind"},
  };
  for (const auto& it : cases) EXPECT_EQ(ReadError(it.bytes), it.error);
}

TEST(ConstantPoolTest, AMethodHandlesKindMustFitWhatItRefersTo) {
  // 1 "x", 2 Class, 3 NameAndType, 4 Fieldref, 5 Methodref, 6 InterfaceMethodref, 7 the handle
  auto fits = [](uint8_t kind, uint8_t reference) {
    return ReadError({0, 8, 1,  0, 1, 'x', 7, 0,  1, 12, 0, 1, 0,  1,    9, 0,        2,
                      0, 3, 10, 0, 2, 0,   3, 11, 0, 2,  0, 3, 15, kind, 0, reference}) == "no error";
  };
  const std::string_view wanted[] = {"---", "f--", "f--", "f--", "f--", "-m-", "-mi", "-mi", "-m-", "--i", "---"};
  for (uint8_t kind = 0; kind <= 10; ++kind) {
    const std::string found = {fits(kind, 4) ? 'f' : '-', fits(kind, 5) ? 'm' : '-', fits(kind, 6) ? 'i' : '-'};
    EXPECT_EQ(found, wanted[kind]) << static_cast<int>(kind);
  }
  EXPECT_FALSE(fits(6, 2));
  EXPECT_FALSE(fits(6, 0));
}

}  // namespace
}  // namespace raddle::classfile
