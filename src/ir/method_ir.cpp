#include "ir/method_ir.h"

#include <algorithm>
#include <bit>

namespace raddle::ir {

bool Method::IsHandler(BlockId block) const {
  for (const Instruction& instruction : Instructions(block)) {
    if (instruction.op != Opcode::kPhi) return instruction.op == Opcode::kCatch;
  }
  return false;
}

float Method::Float(const Instruction& instruction) {
  return std::bit_cast<float>(instruction.index);
}
double Method::Double(const Instruction& instruction) {
  return std::bit_cast<double>(Long(instruction));
}

std::string_view Method::Text(const Instruction& instruction) const {
  classfile::Index index = static_cast<classfile::Index>(instruction.index);
  return ConstKind{instruction.sub} == ConstKind::kString ? context->pool().String(index)
                                                          : context->pool().ClassName(index);
}

int Method::Line(uint16_t bci) const {
  auto after = std::upper_bound(lines.begin(), lines.end(), bci,
                                [](uint16_t pc, const classfile::LineNumber& line) { return pc < line.pc; });
  return after == lines.begin() ? 0 : after[-1].line;
}

size_t Method::Size() const {
  return registers.size_bytes() + instructions.size_bytes() + blocks.size_bytes() + operands.size_bytes() +
         predecessors.size_bytes() + successors.size_bytes() + handlers.size_bytes() + switches.size_bytes() +
         lines.size_bytes();
}

std::string_view OpcodeName(Opcode op) {
  static constexpr std::string_view kNames[] = {
#define X(name, text) text,
      RADDLE_IR_OPCODES(X)
#undef X
  };
  return kNames[static_cast<size_t>(op)];
}

bool MayThrow(const Instruction& instruction, const Method& method) {
  switch (instruction.op) {
    case Opcode::kConst:
      return ConstKind{instruction.sub} >= ConstKind::kClass;
    case Opcode::kBinary: {
      BinaryOp op{instruction.sub};
      Kind kind = method.At(instruction.result).kind;
      return (op == BinaryOp::kDiv || op == BinaryOp::kRem) && (kind == Kind::kInt || kind == Kind::kLong);
    }
    case Opcode::kPhi:
    case Opcode::kCatch:
    case Opcode::kUnary:
    case Opcode::kCompare:
    case Opcode::kReturn:
    case Opcode::kIf:
    case Opcode::kGoto:
    case Opcode::kSwitch:
      return false;
    default:
      return true;
  }
}

}  // namespace raddle::ir
