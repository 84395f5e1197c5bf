// The instruction set: one table (opcodes.inc), and the questions asked of it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace raddle::classfile {

enum class Op : uint8_t {
#define X(code, name, format, pops, pushes) name = code,
#include "classfile/opcodes.inc"
#undef X
};

inline constexpr int kOpCount = 0xca;

enum class OperandFormat : uint8_t {
  kUndefined,  // there is no such opcode
  kNone,
  kImplicitLocal,  // the local is in the opcode: iload_1
  kByte,           // signed immediate (bipush), or newarray's type
  kShort,          // sipush
  kConstant1,      // constant index in one byte
  kConstant2,
  kLocal,  // local index, two bytes after wide
  kIinc,
  kJump2,
  kJump4,
  kTableSwitch,
  kLookupSwitch,
  kInterface,  // constant, count, 0
  kDynamic,    // constant, 0, 0
  kMultiNew,   // constant, dimensions
  kWide,
};

struct OpInfo {
  std::string_view name;
  OperandFormat format;
  std::string_view pops;
  std::string_view pushes;
};

extern const std::array<OpInfo, 256> kOps;             // an opcode that does not exist has an empty name
extern const std::array<OperandFormat, 256> kFormats;  // apart from the rest, for code that walks instructions

inline const OpInfo& Info(Op op) {
  return kOps[static_cast<uint8_t>(op)];
}
inline OperandFormat Format(Op op) {
  return kFormats[static_cast<uint8_t>(op)];
}
constexpr uint8_t Byte(Op op) {
  return static_cast<uint8_t>(op);
}
inline Op Offset(Op op, int by) {
  return static_cast<Op>(static_cast<uint8_t>(op) + by);
}
inline bool Between(Op op, Op first, Op last) {
  return op >= first && op <= last;
}

inline bool IsConditional(Op op) {
  return Between(op, Op::ifeq, Op::if_acmpne) || op == Op::ifnull || op == Op::ifnonnull;
}
inline bool IsGoto(Op op) {
  return op == Op::goto_ || op == Op::goto_w;
}
inline bool IsJsr(Op op) {
  return op == Op::jsr || op == Op::jsr_w;
}
inline bool IsJump(Op op) {
  return IsConditional(op) || IsGoto(op) || IsJsr(op);
}
inline bool IsSwitch(Op op) {
  return op == Op::tableswitch || op == Op::lookupswitch;
}
inline bool IsReturn(Op op) {
  return Between(op, Op::ireturn, Op::return_);
}
inline bool IsInvoke(Op op) {
  return Between(op, Op::invokevirtual, Op::invokedynamic);
}
inline bool IsArrayLoad(Op op) {
  return Between(op, Op::iaload, Op::saload);
}
inline bool IsArrayStore(Op op) {
  return Between(op, Op::iastore, Op::sastore);
}
inline bool IsFieldAccess(Op op) {
  return Between(op, Op::getstatic, Op::putfield);
}
// Whether the next instruction can be reached by falling through. (A jsr comes back to it, which counts.)
inline bool FallsThrough(Op op) {
  return !IsGoto(op) && !IsSwitch(op) && !IsReturn(op) && op != Op::athrow && op != Op::ret;
}
// ifeq for ifne, if_acmpeq for if_acmpne, and so on.
Op Negated(Op conditional);

}  // namespace raddle::classfile
