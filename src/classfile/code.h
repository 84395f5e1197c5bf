// The Code attribute decoded: instructions, switches, exception table, and the attributes inside.
//
// DecodeCode() checks what later stages rely on: every opcode exists, operands name constants of the right tag, every
// jump, switch case and handler lands on an instruction, local indices lie below max_locals. What takes an analysis to
// tell (types, stack depth, whether execution can run off the end) is not checked here.
//
// Jumps name instructions by their place in `instructions`, not by offset, so code that walks them needs no map.
// All spans lie in the arena that was given.
#pragma once

#include <cstdint>
#include <span>

#include "base/arena.h"
#include "base/result.h"
#include "classfile/class_file.h"
#include "classfile/opcodes.h"

namespace raddle::classfile {

struct Instruction {
  uint16_t offset;  // in the method's code
  Op op;
  bool wide;       // has the prefix
  uint16_t index;  // constant, or local (for iload_1 and its kind: the 1, decoded)
  uint16_t extra;  // multianewarray: dimensions; invokeinterface: count
  int32_t value;   // immediate, iinc's delta, newarray's type; the target of a jump; which of Code::switches
};
static_assert(sizeof(Instruction) == 12);

struct Switch {
  uint32_t default_target;
  int32_t low;                        // tableswitch only
  std::span<const int32_t> keys;      // lookupswitch only, ascending
  std::span<const uint32_t> targets;  // one a key, or one for each of low, low+1, ...
};

struct Handler {
  uint32_t start;  // instructions [start, end) are covered
  uint32_t end;    // may be instructions.size()
  uint32_t handler;
  Index catch_type;  // 0: any
};

struct Code {
  uint16_t max_stack = 0;
  uint16_t max_locals = 0;
  uint32_t length = 0;  // bytes of code
  std::span<const Instruction> instructions;
  std::span<const Switch> switches;
  std::span<const Handler> handlers;
  Attributes attributes;

  static constexpr uint32_t kNone = ~uint32_t{0};
  // The instruction at a code offset; kNone if none starts there. length gives instructions.size(). Binary search.
  uint32_t At(uint32_t offset) const;
  uint32_t OffsetOf(uint32_t instruction) const {
    return instruction < instructions.size() ? instructions[instruction].offset : length;
  }
};

// The attribute must be of kind kCode.
Result<Code> DecodeCode(const Attribute& attribute, const ConstantPool& pool, Arena& arena);
// The attribute's body, byte for byte what DecodeCode read, nested attributes re-encoded too.
Result<void> EncodeCode(const Code& code, const ConstantPool& pool, Arena& scratch, ByteWriter& writer);

// One instruction at its offset, any but a short jump widened. distance(label) is what a jump or switch writes for the
// value that stands in the instruction or table.
template <typename Distance>
void EncodeInstruction(const Instruction& it, uint32_t offset, std::span<const Switch> switches, Distance&& distance,
                       ByteWriter& writer);

// How many slots deeper the operand stack is after the instruction. Descriptors must have been checked; a bad one
// counts as no values.
int StackChange(const Instruction& instruction, const ConstantPool& pool);

// The local a load, store, iinc or ret names, and its kind; -1 for any other instruction.
int LocalOf(const Instruction& instruction);

template <typename Distance>
void EncodeInstruction(const Instruction& it, uint32_t offset, std::span<const Switch> switches, Distance&& distance,
                       ByteWriter& writer) {
  if (it.wide) writer.U1(Byte(Op::wide));
  writer.U1(Byte(it.op));
  switch (Format(it.op)) {
    case OperandFormat::kUndefined:
    case OperandFormat::kNone:
    case OperandFormat::kImplicitLocal:
    case OperandFormat::kWide:
      break;
    case OperandFormat::kByte:
      writer.U1(static_cast<uint8_t>(it.value));
      break;
    case OperandFormat::kShort:
      writer.U2(static_cast<uint16_t>(it.value));
      break;
    case OperandFormat::kConstant1:
      writer.U1(static_cast<uint8_t>(it.index));
      break;
    case OperandFormat::kConstant2:
      writer.U2(it.index);
      break;
    case OperandFormat::kLocal:
      it.wide ? writer.U2(it.index) : writer.U1(static_cast<uint8_t>(it.index));
      break;
    case OperandFormat::kIinc:
      it.wide ? writer.U2(it.index) : writer.U1(static_cast<uint8_t>(it.index));
      it.wide ? writer.U2(static_cast<uint16_t>(it.value)) : writer.U1(static_cast<uint8_t>(it.value));
      break;
    case OperandFormat::kJump2:
      writer.U2(static_cast<uint16_t>(distance(it.value)));
      break;
    case OperandFormat::kJump4:
      writer.U4(distance(it.value));
      break;
    case OperandFormat::kTableSwitch:
    case OperandFormat::kLookupSwitch: {
      const Switch& table = switches[it.value];
      const uint8_t padding[3] = {static_cast<uint8_t>(it.index >> 8), static_cast<uint8_t>(it.index),
                                  static_cast<uint8_t>(it.extra)};
      writer.Raw(Bytes(padding, 3 - offset % 4));
      writer.U4(distance(table.default_target));
      if (it.op == Op::tableswitch) {
        writer.U4(static_cast<uint32_t>(table.low));
        writer.U4(static_cast<uint32_t>(table.low + static_cast<int64_t>(table.targets.size()) - 1));
      } else {
        writer.U4(static_cast<uint32_t>(table.targets.size()));
      }
      for (size_t i = 0; i < table.targets.size(); ++i) {
        if (it.op == Op::lookupswitch) writer.U4(static_cast<uint32_t>(table.keys[i]));
        writer.U4(distance(table.targets[i]));
      }
      break;
    }
    case OperandFormat::kInterface:
      writer.U2(it.index);
      writer.U1(static_cast<uint8_t>(it.extra));
      writer.U1(0);
      break;
    case OperandFormat::kDynamic:
      writer.U2(it.index);
      writer.U2(0);
      break;
    case OperandFormat::kMultiNew:
      writer.U2(it.index);
      writer.U1(static_cast<uint8_t>(it.extra));
      break;
  }
}

}  // namespace raddle::classfile
