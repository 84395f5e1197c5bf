// The Code attribute decoded: instructions, switches, exception table, and the attributes inside.
//
// DecodeCode() checks what later stages rely on: every opcode exists, operands name constants of the right tag, every
// jump, switch case and handler lands on an instruction, execution cannot run off the end, local indices lie below
// max_locals. What only the verifier can tell (types, stack depth) is not checked here.
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
  bool wide;        // has the prefix
  uint16_t index;   // constant, or local (for iload_1 and its kind: the 1, decoded)
  uint16_t extra;   // multianewarray: dimensions; invokeinterface: count
  int32_t value;    // immediate, iinc's delta, newarray's type; the target of a jump; which of Code::switches
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

// The Code attribute of a method, or nothing for an abstract or native one.
Result<Code> DecodeCode(const Attribute& attribute, const ConstantPool& pool, Arena& arena);
// The attribute's body, byte for byte what DecodeCode read, nested attributes re-encoded too.
Result<void> EncodeCode(const Code& code, const ConstantPool& pool, Arena& scratch, ByteWriter& writer);

// The local a load, store, iinc or ret names, and its kind; -1 for any other instruction.
int LocalOf(const Instruction& instruction);

}  // namespace raddle::classfile
