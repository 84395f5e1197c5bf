// Code decoded and encoded again to the same bytes, and what is refused.
#include "classfile/code.h"

#include <gtest/gtest.h>

#include "tests/support/class_maker.h"

namespace raddle::classfile {
namespace {

using Body = std::vector<uint8_t>;

class CodeTest : public testing::Test {
 protected:
  // The attribute of a method with this code, and where its code starts in the file it claims to be from.
  static constexpr uint32_t kOffset = 1000, kCodeOffset = 1008;
  Attribute Made(const MadeCode& code) {
    const Member& method = made.Method(kStatic, "m", "()V", code);
    Attribute attribute = method.attributes[0];
    attribute.offset = kOffset;
    return attribute;
  }

  Result<Code> Decode(const MadeCode& code) { return DecodeCode(Made(code), made.pool, arena); }

  std::string ErrorOf(const MadeCode& code) {
    const Result<Code> decoded = Decode(code);
    return decoded ? "no error" : decoded.error().ToString();
  }
  std::string ErrorOf(const Body& code) { return ErrorOf({.max_locals = 4, .code = code}); }

  Code ExpectSameBytes(const MadeCode& code) {
    const Attribute attribute = Made(code);
    Result<Code> decoded = DecodeCode(attribute, made.pool, arena);
    EXPECT_TRUE(decoded) << decoded.error().ToString();
    if (!decoded) return {};
    ByteWriter writer;
    EXPECT_TRUE(EncodeCode(*decoded, made.pool, arena, writer));
    EXPECT_EQ(Body(writer.bytes().begin(), writer.bytes().end()), Body(attribute.body.begin(), attribute.body.end()));
    return *std::move(decoded);
  }

  ClassMaker made;
  ConstantPool& pool = made.pool;
  Arena arena;
};

TEST_F(CodeTest, EveryOperandFormatSurvives) {
  const Index type = pool.AddClass("a/B"), field = pool.AddMember(Tag::kFieldref, "a/B", "f", "I");
  const Index method = pool.AddMember(Tag::kMethodref, "a/B", "m", "()V");
  const Index of_interface = pool.AddMember(Tag::kInterfaceMethodref, "a/I", "m", "(JI)V");
  const Index call = pool.AddDynamic(Tag::kInvokeDynamic, 0, "d", "()I");
  Assembler code;
  code.At("top")
      .Do(Op::nop)
      .Do(Op::iload_3)
      .Do(Op::dstore_2)
      .Byte1(Op::bipush, -128)
      .Byte2(Op::sipush, -2)
      .Byte1(Op::ldc, pool.AddString("s"))
      .Byte2(Op::ldc_w, pool.AddInteger(3))
      .Byte2(Op::ldc2_w, pool.AddLong(4))
      .Byte1(Op::aload, 200)
      .Wide(Op::aload, 200)
      .Wide(Op::dload, 300)
      .Increment(9, -9)
      .Raw({Byte(Op::wide), Byte(Op::iinc), 1, 44, 0xfc, 0x18})
      .Wide(Op::ret, 5)
      .Jump(Op::ifeq, "top")
      .Jump(Op::goto_, "end")
      .Jump(Op::jsr, "end")
      .Jump(Op::goto_w, "top")
      .Jump(Op::jsr_w, "end")
      .Byte2(Op::getfield, field)
      .Byte2(Op::invokespecial, method)
      .Byte2(Op::invokestatic, of_interface)
      .Interface(of_interface, 4)
      .Byte2(Op::invokedynamic, call)
      .Raw({0, 0})
      .Byte2(Op::new_, type)
      .Byte1(Op::newarray, 4)
      .Byte2(Op::anewarray, type)
      .Byte2(Op::multianewarray, type)
      .Raw({255});
  code.At("end").Do(Op::return_);
  const Code decoded = ExpectSameBytes({.max_locals = 400, .code = code.bytes()});
  ASSERT_EQ(decoded.instructions.size(), 29u);
  EXPECT_EQ(decoded.instructions[1].index, 3);
  EXPECT_EQ(decoded.instructions[2].index, 2);
  EXPECT_EQ(decoded.instructions[3].value, -128);
  EXPECT_EQ(decoded.instructions[12].value, -1000);
  EXPECT_TRUE(decoded.instructions[12].wide);
  EXPECT_EQ(decoded.instructions[14].value, 0);
  EXPECT_EQ(decoded.instructions[18].value, 28);
  EXPECT_EQ(decoded.instructions[27].extra, 255);
}

TEST_F(CodeTest, SwitchesKeepTheirPaddingAndOrder) {
  for (int before = 0; before < 4; ++before) {
    for (const uint8_t padding : {0, 0xa5}) {
      Assembler code;
      for (int i = 0; i < before; ++i) code.Do(Op::nop);
      code.Table(-3, {"a", "b", "a"}, "b", padding).At("a").Do(Op::nop);
      code.Lookup({{INT32_MIN, "a"}, {-1, "b"}, {0, "a"}, {INT32_MAX, "b"}}, "a", padding).At("b").Do(Op::return_);
      const Code decoded = ExpectSameBytes({.code = code.bytes()});
      ASSERT_EQ(decoded.switches.size(), 2u);
      EXPECT_EQ(decoded.switches[0].low, -3);
      EXPECT_EQ(decoded.switches[0].targets[2], static_cast<uint32_t>(before) + 1);
      EXPECT_EQ(decoded.switches[1].keys[0], INT32_MIN);
      EXPECT_EQ(decoded.switches[1].targets[3], static_cast<uint32_t>(before) + 3);
    }
  }
}

TEST_F(CodeTest, HandlersAndNestedAttributesSurvive) {
  const Code decoded = ExpectSameBytes({.code = {Byte(Op::nop), Byte(Op::nop), Byte(Op::return_)},
                                        .handlers = {{0, 1, 2, pool.AddClass("a/E")}, {1, 3, 0}},
                                        .attributes = {{"LineNumberTable", {0, 1, 0, 0, 0, 7}}, {"Other", {1, 2, 3}}}});
  ASSERT_EQ(decoded.handlers.size(), 2u);
  EXPECT_EQ(decoded.handlers[1].end, 3u);  // the end of the code is not an instruction
  EXPECT_EQ(decoded.attributes.size(), 2u);
}

TEST_F(CodeTest, AtFindsInstructionsByTheirOffset) {
  const Code code = ExpectSameBytes({.code = {Byte(Op::sipush), 0, 1, Byte(Op::pop), Byte(Op::return_)}});
  EXPECT_EQ(code.At(0), 0u);
  EXPECT_EQ(code.At(1), Code::kNone);
  EXPECT_EQ(code.At(3), 1u);
  EXPECT_EQ(code.At(4), 2u);
  EXPECT_EQ(code.At(5), 3u);  // the end
  EXPECT_EQ(code.At(6), Code::kNone);
  EXPECT_EQ(code.OffsetOf(3), 5u);
}

TEST_F(CodeTest, MalformedInstructionsAreErrorsWithTheirOffset) {
  const auto type = static_cast<uint8_t>(pool.AddClass("a/B"));
  const auto wide = static_cast<uint8_t>(pool.AddLong(1));
  const auto text = static_cast<uint8_t>(pool.AddUtf8("text"));
  ASSERT_LT(text, 100);
  const auto op = [](Op it) { return Byte(it); };
  const std::string long_is = std::to_string(wide), class_is = std::to_string(type);
  struct {
    Body code;
    std::string error;
  } const cases[] = {
      {{0, 202}, "offset 1009: unknown opcode 202"},
      {{0, 255}, "offset 1009: unknown opcode 255"},
      {{op(Op::sipush), 0}, "offset 1009: unexpected end"},
      {{op(Op::wide)}, "offset 1009: unexpected end"},
      {{op(Op::wide), op(Op::nop)}, "offset 1008: wide before opcode 0"},
      {{op(Op::wide), op(Op::iload_0)}, "offset 1008: wide before opcode 26"},
      {{op(Op::wide), op(Op::wide), op(Op::iload), 0, 0}, "offset 1008: wide before opcode 196"},
      {{op(Op::wide), 250}, "offset 1008: wide before opcode 250"},
      {{op(Op::iload), 4}, "offset 1008: local 4 outside max_locals 4"},
      {{op(Op::lload), 3}, "offset 1008: local 3 outside max_locals 4"},
      {{op(Op::dstore_3)}, "offset 1008: local 3 outside max_locals 4"},
      {{op(Op::wide), op(Op::iinc), 1, 0, 0, 1}, "offset 1008: local 256 outside max_locals 4"},
      {{op(Op::newarray), 3}, "offset 1008: newarray of an unknown type"},
      {{op(Op::newarray), 12}, "offset 1008: newarray of an unknown type"},
      {{op(Op::ldc), wide}, "offset 1008: ldc of constant " + long_is + ", which is Long"},
      {{op(Op::ldc), 0}, "offset 1008: ldc of constant 0, which is nothing"},
      {{op(Op::ldc2_w), 0, type}, "offset 1008: ldc2_w of constant " + class_is + ", which is Class"},
      {{op(Op::getfield), 0, type}, "offset 1008: getfield of constant " + class_is + ", which is Class"},
      {{op(Op::invokevirtual), 255, 255}, "offset 1008: invokevirtual of constant 65535, which is nothing"},
      {{op(Op::multianewarray), 0, type, 0}, "offset 1008: multianewarray of no dimension"},
      {{op(Op::goto_), 0, 1, 0}, "offset 1008: 1 is not the offset of an instruction"},
      {{op(Op::goto_), 0, 3}, "offset 1008: 3 is not the offset of an instruction"},
      {{0, op(Op::goto_), 255, 254}, "offset 1009: -1 is not the offset of an instruction"},
      {{op(Op::goto_w), 0x7f, 255, 255, 255}, "offset 1008: -1 is not the offset of an instruction"},
      {{op(Op::goto_w), 0x80, 0, 0, 0}, "offset 1008: -1 is not the offset of an instruction"},
      {{op(Op::goto_w), 0, 1, 0, 0}, "offset 1008: -1 is not the offset of an instruction"},
  };
  for (const auto& it : cases) EXPECT_EQ(ErrorOf(it.code), it.error);
  const Index of_interface = pool.AddMember(Tag::kInterfaceMethodref, "a/I", "m", "()V");
  const auto index = static_cast<uint8_t>(of_interface);
  EXPECT_EQ(ErrorOf(Body{op(Op::invokeinterface), 0, index, 1, 1}),
            "offset 1008: invokeinterface whose last byte is not 0");
}

TEST_F(CodeTest, HostileSwitchesAreErrors) {
  const auto table = [](uint32_t low, uint32_t high, uint32_t target) {
    ByteWriter writer;
    writer.U4(uint32_t{Byte(Op::tableswitch)} << 24);
    for (const uint32_t value : {0u, low, high, target}) writer.U4(value);
    return Body(writer.bytes().begin(), writer.bytes().end());
  };
  const auto lookup = [](uint32_t count, std::initializer_list<uint32_t> pairs) {
    ByteWriter writer;
    writer.U4(uint32_t{Byte(Op::lookupswitch)} << 24);
    writer.U4(0);
    writer.U4(count);
    for (const uint32_t value : pairs) writer.U4(value);
    return Body(writer.bytes().begin(), writer.bytes().end());
  };
  EXPECT_EQ(ErrorOf(table(5, 5, 0)), "no error");
  EXPECT_EQ(ErrorOf(table(5, 6, 0)), "offset 1008: switch of 2 cases");
  EXPECT_EQ(ErrorOf(table(5, 3, 0)), "offset 1008: switch of -1 cases");
  EXPECT_EQ(ErrorOf(table(0x80000000, 0x7fffffff, 0)), "offset 1008: switch of 4294967296 cases");
  EXPECT_EQ(ErrorOf(table(0x7fffffff, 0x80000000, 0)), "offset 1008: switch of -4294967294 cases");
  EXPECT_EQ(ErrorOf(table(5, 5, 4)), "offset 1008: 4 is not the offset of an instruction");
  EXPECT_EQ(ErrorOf(table(5, 5, 0x80000000)), "offset 1008: -1 is not the offset of an instruction");
  EXPECT_EQ(ErrorOf(lookup(2, {1, 0, 2, 0})), "no error");
  EXPECT_EQ(ErrorOf(lookup(2, {1, 0, 1, 0})), "offset 1008: lookupswitch whose keys do not ascend");
  EXPECT_EQ(ErrorOf(lookup(2, {1, 0, 0xffffffff, 0})), "offset 1008: lookupswitch whose keys do not ascend");
  EXPECT_EQ(ErrorOf(lookup(1, {})), "offset 1008: switch of 1 cases");
  EXPECT_EQ(ErrorOf(lookup(0xffffffff, {})), "offset 1008: switch of -1 cases");
  EXPECT_EQ(ErrorOf(lookup(0x20000000, {1, 0})), "offset 1008: switch of 536870912 cases");
  EXPECT_EQ(ErrorOf(Body{Byte(Op::tableswitch), 0, 0}), "offset 1011: unexpected end");
}

TEST_F(CodeTest, MalformedTablesAreErrors) {
  const Body code = {Byte(Op::sipush), 0, 0, Byte(Op::return_)};
  const auto handler = [&](uint16_t start, uint16_t end, uint16_t at, Index type = 0) {
    return ErrorOf({.code = code, .handlers = {{start, end, at, type}}});
  };
  EXPECT_EQ(handler(0, 4, 3), "no error");
  EXPECT_EQ(handler(1, 4, 3), "offset 1014: 1 is not the offset of an instruction");
  EXPECT_EQ(handler(0, 2, 3), "offset 1014: 2 is not the offset of an instruction");
  EXPECT_EQ(handler(0, 5, 3), "offset 1014: 5 is not the offset of an instruction");
  EXPECT_EQ(handler(0, 4, 4), "offset 1014: 4 is not the offset of an instruction");
  EXPECT_EQ(handler(3, 3, 0), "offset 1014: exception range that is empty");
  EXPECT_EQ(handler(3, 0, 0), "offset 1014: exception range that is empty");
  EXPECT_EQ(handler(0, 3, 3, pool.AddUtf8("text")), "offset 1014: catch type is not a Class");
  EXPECT_EQ(ErrorOf(Body{}), "offset 1004: code of 0 bytes");
  EXPECT_EQ(ErrorOf(Body(65536, 0)), "offset 1004: code of 65536 bytes");
  EXPECT_EQ(ErrorOf(Body(65535, 0)), "no error");
}

TEST_F(CodeTest, EveryCutIsAnError) {
  Attribute attribute =
      Made({.code = {Byte(Op::nop), Byte(Op::return_)}, .handlers = {{0, 1, 1}}, .attributes = {{"Other", {1}}}});
  const Bytes whole = attribute.body;
  for (size_t length = 0; length < whole.size(); ++length) {
    attribute.body = whole.first(length);
    EXPECT_FALSE(DecodeCode(attribute, pool, arena)) << "cut to " << length;
  }
  Body longer(whole.begin(), whole.end());
  longer.push_back(0);
  attribute.body = longer;
  EXPECT_EQ(DecodeCode(attribute, pool, arena).error().reason, "bytes behind the end of Code");
}

TEST_F(CodeTest, StackChangeCountsSlots) {
  const auto change = [&](Op op, Index index = 0, uint16_t extra = 0) {
    return StackChange({0, op, false, index, extra, 0}, pool);
  };
  EXPECT_EQ(change(Op::nop), 0);
  EXPECT_EQ(change(Op::lconst_0), 2);
  EXPECT_EQ(change(Op::ladd), -2);
  EXPECT_EQ(change(Op::lshl), -1);
  EXPECT_EQ(change(Op::dcmpg), -3);
  EXPECT_EQ(change(Op::dastore), -4);
  EXPECT_EQ(change(Op::dup2_x2), 2);
  EXPECT_EQ(change(Op::swap), 0);
  EXPECT_EQ(change(Op::pop2), -2);
  EXPECT_EQ(change(Op::ldc, pool.AddInteger(1)), 1);
  EXPECT_EQ(change(Op::ldc2_w, pool.AddLong(1)), 2);
  EXPECT_EQ(change(Op::jsr), 1);
  EXPECT_EQ(change(Op::if_icmpeq), -2);
  EXPECT_EQ(change(Op::multianewarray, pool.AddClass("[[I"), 2), -1);
  const Index wide = pool.AddMember(Tag::kFieldref, "a/B", "w", "D");
  EXPECT_EQ(change(Op::getstatic, wide), 2);
  EXPECT_EQ(change(Op::putstatic, wide), -2);
  EXPECT_EQ(change(Op::getfield, wide), 1);
  EXPECT_EQ(change(Op::putfield, wide), -3);
  const Index method = pool.AddMember(Tag::kMethodref, "a/B", "m", "(JI[D)J");
  EXPECT_EQ(change(Op::invokestatic, method), -2);
  EXPECT_EQ(change(Op::invokevirtual, method), -3);
  EXPECT_EQ(change(Op::invokedynamic, pool.AddDynamic(Tag::kInvokeDynamic, 0, "d", "(I)V")), -1);
  EXPECT_EQ(change(Op::invokestatic, pool.AddMember(Tag::kMethodref, "a/B", "m", "nonsense")), 0);
  EXPECT_EQ(change(Op::getstatic, pool.AddMember(Tag::kFieldref, "a/B", "f", "")), 0);
}

TEST_F(CodeTest, LocalOfKnowsWhoNamesALocal) {
  EXPECT_EQ(LocalOf({0, Op::iload_2, false, 2, 0, 0}), 2);
  EXPECT_EQ(LocalOf({0, Op::wide, false, 2, 0, 0}), -1);
  EXPECT_EQ(LocalOf({0, Op::iinc, true, 300, 0, 1}), 300);
  EXPECT_EQ(LocalOf({0, Op::ret, false, 7, 0, 0}), 7);
  EXPECT_EQ(LocalOf({0, Op::ldc, false, 7, 0, 0}), -1);
}

}  // namespace
}  // namespace raddle::classfile
