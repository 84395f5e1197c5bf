// One method as three-address code in typed registers: what every static analysis reads.
//
// Registers are in pruned SSA form: each is defined once, by a parameter or by one instruction, and joins have phis
// only for values that are used later. SSA was chosen over the coarser webs of definitions and uses because
//   - a points-to analysis that ignores the order of statements still tells the values of one variable apart;
//   - the operand of a monitorenter and that of its monitorexits is the same register exactly if it is the same object
//     on that path, which is the must-alias question of lock analysis;
//   - copies vanish: loads, stores, dup and swap leave no instruction, so there is no Move.
//
// Blocks are numbered in reverse post order; block 0 is the entry and has no predecessor. Each block ends with one
// terminator (If, Goto, Switch, Return, Throw), and all its instructions have one list of handlers. An exception can
// leave a block only from an instruction for which MayThrow() holds. The values that a handler may read are the same at
// all these instructions: where a local changes between two of them, the block is cut. So a phi of a handler has one
// operand for each block that can reach it, like any other phi. Exceptions that may strike anywhere (Thread.stop,
// VirtualMachineError) are not modelled beyond that; a handler that only they could reach is dropped like other
// unreachable code.
//
// Subroutines (jsr, ret) are copied into each of their call sites and leave no trace except repeated bytecode indices.
// The monitor of a synchronized method has no instructions: see access.
//
// A Method is a bundle of spans into the arena it was built in; copy it freely. It refers to its ClassContext for
// names. An instruction takes 24 bytes and 4 for each operand, a register 12, a block 32.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "classfile/attributes.h"
#include "classfile/class_file.h"
#include "ir/class_context.h"
#include "ir/types.h"

namespace raddle::ir {

enum class Reg : uint32_t {};
enum class BlockId : uint32_t {};
inline constexpr Reg kNoReg{~uint32_t{0}};
inline constexpr uint32_t Num(Reg reg) {
  return static_cast<uint32_t>(reg);
}
inline constexpr uint32_t Num(BlockId block) {
  return static_cast<uint32_t>(block);
}

// X(opcode, printed name): the comment says what sub, index and extra hold, then lists the operands in their order.
#define RADDLE_IR_OPCODES(X)                                                                                       \
  X(Phi, "phi")                   /* one operand a predecessor, in the order of Method::Predecessors */            \
  X(Catch, "catch")               /* first after the phis of a handler: defines the exception */                   \
  X(Const, "const")               /* sub ConstKind; see Method's accessors */                                      \
  X(Unary, "unary")               /* sub UnaryOp */                                                                \
  X(Binary, "binary")             /* sub BinaryOp; the result's kind says of what */                               \
  X(Compare, "compare")           /* sub CompareOp; -1, 0 or 1 */                                                  \
  X(NewObject, "new")             /* index Class constant, extra TypeId; the constructor call is an Invoke */      \
  X(NewArray, "newarray")         /* extra TypeId of the array; operands: a length for each dimension made */      \
  X(ArrayLength, "length")        /* array */                                                                      \
  X(ArrayLoad, "aload")           /* sub ElementKind; array, index */                                              \
  X(ArrayStore, "astore")         /* sub ElementKind; array, index, value */                                       \
  X(GetField, "getfield")         /* index Fieldref; object */                                                     \
  X(PutField, "putfield")         /* index Fieldref; object, value */                                              \
  X(GetStatic, "getstatic")       /* index Fieldref */                                                             \
  X(PutStatic, "putstatic")       /* index Fieldref; value */                                                      \
  X(Cast, "cast")                 /* index Class constant, extra TypeId; object */                                 \
  X(InstanceOf, "instanceof")     /* index Class constant, extra TypeId; object */                                 \
  X(Invoke, "invoke")             /* sub InvokeKind; index method constant; receiver unless static, arguments */   \
  X(Dynamic, "dynamic")           /* index InvokeDynamic constant; arguments. Its meaning: Method::Bootstrap */    \
  X(MonitorEnter, "monitorenter") /* object */                                                                     \
  X(MonitorExit, "monitorexit")   /* object */                                                                     \
  X(Throw, "throw")               /* object */                                                                     \
  X(Return, "return")             /* value, unless void */                                                         \
  X(If, "if")                     /* sub Condition; index block if it holds, extra block if not; */                \
                                  /* one operand (against 0 or null) or two */                                     \
  X(Goto, "goto")                 /* index block */                                                                \
  X(Switch, "switch")             /* index into switches; key */
// clang-format on

enum class Opcode : uint8_t {
#define X(name, text) k##name,
  RADDLE_IR_OPCODES(X)
#undef X
};

enum class ConstKind : uint8_t {
  kNull,
  kInt,
  kLong,
  kFloat,
  kDouble,
  kString,
  kClass,
  kMethodHandle,
  kMethodType,
  kDynamic,
};
enum class UnaryOp : uint8_t {  // kNeg, then the conversions in the order of their opcodes
  kNeg,
  kI2L,
  kI2F,
  kI2D,
  kL2I,
  kL2F,
  kL2D,
  kF2I,
  kF2L,
  kF2D,
  kD2I,
  kD2L,
  kD2F,
  kI2B,
  kI2C,
  kI2S,
};
enum class BinaryOp : uint8_t { kAdd, kSub, kMul, kDiv, kRem, kShl, kShr, kUshr, kAnd, kOr, kXor };
// Less and Greater: the result if an operand is not a number.
enum class CompareOp : uint8_t { kLong, kFloatLess, kFloatGreater, kDoubleLess, kDoubleGreater };
// kByte: also boolean.
enum class ElementKind : uint8_t { kInt, kLong, kFloat, kDouble, kReference, kByte, kChar, kShort };
enum class InvokeKind : uint8_t { kVirtual, kSpecial, kStatic, kInterface };
enum class Condition : uint8_t { kEq, kNe, kLt, kGe, kGt, kLe };

struct Instruction {
  Opcode op;
  uint8_t sub = 0;
  uint16_t bci = 0;  // with class and method: the site
  Reg result = kNoReg;
  uint32_t first_operand = 0;
  uint32_t operand_count = 0;
  uint32_t index = 0;
  uint32_t extra = 0;
};
static_assert(sizeof(Instruction) == 24);

struct Register {
  static constexpr uint32_t kParameter = ~uint32_t{0};
  uint32_t definition = kParameter;  // place in instructions
  TypeId type = TypeId::kNone;
  Kind kind = Kind::kVoid;
};

struct Block {
  uint32_t first, end;  // instructions
  uint32_t first_predecessor, predecessor_count;
  uint32_t first_successor, successor_count;  // each block once, the one that is fallen through to last
  uint32_t first_handler, handler_count;
};

struct HandlerEdge {
  BlockId block;      // starts with phis and a Catch; reached only by exceptions
  TypeId catch_type;  // kThrowable: anything
};

struct SwitchTable {
  BlockId default_target;
  std::span<const int32_t> keys;  // ascending
  std::span<const BlockId> targets;
};

struct Method {
  const ClassContext* context = nullptr;
  const Signature* signature = nullptr;
  std::string_view name;
  uint16_t access = 0;      // classfile::Access: kStatic, kSynchronized, ...
  uint32_t parameters = 0;  // registers 0 to parameters-1, `this` first
  std::span<const Register> registers;
  std::span<const Instruction> instructions;
  std::span<const Block> blocks;
  std::span<const Reg> operands;
  std::span<const BlockId> predecessors;
  std::span<const BlockId> successors;
  std::span<const HandlerEdge> handlers;
  std::span<const SwitchTable> switches;
  std::span<const classfile::LineNumber> lines;  // by ascending pc

  bool IsStatic() const { return (access & classfile::kStatic) != 0; }
  bool IsSynchronized() const { return (access & classfile::kSynchronized) != 0; }

  const Register& At(Reg reg) const { return registers[Num(reg)]; }
  const Block& At(BlockId block) const { return blocks[Num(block)]; }
  std::span<const Instruction> Instructions(BlockId block) const {
    return instructions.subspan(At(block).first, At(block).end - At(block).first);
  }
  const Instruction& Terminator(BlockId block) const { return instructions[At(block).end - 1]; }
  std::span<const Reg> Operands(const Instruction& instruction) const {
    return operands.subspan(instruction.first_operand, instruction.operand_count);
  }
  // Each block once, whether it leads here by a jump or by an exception.
  std::span<const BlockId> Predecessors(BlockId block) const {
    return predecessors.subspan(At(block).first_predecessor, At(block).predecessor_count);
  }
  // Without handlers.
  std::span<const BlockId> Successors(BlockId block) const {
    return successors.subspan(At(block).first_successor, At(block).successor_count);
  }
  // In the order in which the JVM tries them; a block may occur under several types.
  std::span<const HandlerEdge> Handlers(BlockId block) const {
    return handlers.subspan(At(block).first_handler, At(block).handler_count);
  }
  bool IsHandler(BlockId block) const;

  // GetField to PutStatic, Invoke.
  classfile::MemberRef Member(const Instruction& instruction) const {
    return context->pool().Member(static_cast<classfile::Index>(instruction.index));
  }
  // Dynamic, and a Const of ConstKind::kDynamic.
  const BootstrapCall& Bootstrap(const Instruction& instruction) const {
    return *context->FindBootstrap(static_cast<classfile::Index>(instruction.index));
  }
  // NewObject, NewArray, Cast, InstanceOf.
  TypeId Type(const Instruction& instruction) const { return TypeId{instruction.extra}; }
  // For a Const of the kind asked for. String and Class give their text.
  static int32_t Int(const Instruction& instruction) { return static_cast<int32_t>(instruction.index); }
  static int64_t Long(const Instruction& instruction) {
    return static_cast<int64_t>(uint64_t{instruction.extra} << 32 | instruction.index);
  }
  static float Float(const Instruction& instruction);
  static double Double(const Instruction& instruction);
  std::string_view Text(const Instruction& instruction) const;

  // The source line of a bytecode index, 0 if the class file does not give it.
  int Line(uint16_t bci) const;
  // Bytes in the arena.
  size_t Size() const;
};

std::string_view OpcodeName(Opcode op);
inline bool IsTerminator(Opcode op) {
  return op == Opcode::kThrow || op == Opcode::kReturn || op == Opcode::kIf || op == Opcode::kGoto ||
         op == Opcode::kSwitch;
}
// Whether the instruction can complete abruptly (JVMS §6.5, linking errors included).
bool MayThrow(const Instruction& instruction, const Method& method);

}  // namespace raddle::ir
