#include "program/number.h"

#include <algorithm>

#include "program/program.h"

namespace raddle::program {
namespace {

using ir::Instruction;
using ir::Opcode;

class NumberMaker {
 public:
  NumberMaker(Program& program, const ir::Method& method, const std::vector<Var>& vars)
      : program_(program), method_(method), vars_(vars) {}

  Number Make(ir::Reg reg) {
    number_.shape = Visit(reg);
    return std::move(number_);
  }

 private:
  static constexpr uint32_t kSource = 1, kOpaque = 2, kConstant = 3, kOperation = 4;
  static constexpr uint32_t kDeepest = 64;

  static uint32_t Mix(uint32_t a, uint32_t b) { return (a ^ b * 0x9E3779B1u) * 0x85EBCA77u + 1; }
  uint32_t Opaque() {
    number_.is_opaque = true;
    return kOpaque;
  }

  uint32_t Visit(ir::Reg reg) {
    if (++visits_ > kDeepest) return Opaque();
    uint32_t at = method_.At(reg).definition;
    if (at == ir::Register::kParameter) {
      number_.parameters.push_back(ir::Num(reg));
      return kSource;
    }
    const Instruction& in = method_.instructions[at];
    auto operands = method_.Operands(in);
    switch (in.op) {
      case Opcode::kConst: {
        auto kind = ir::ConstKind{in.sub};
        if (kind != ir::ConstKind::kInt && kind != ir::ConstKind::kLong) return Opaque();
        number_.constant = ir::Method::Int(in);
        number_.is_constant = visits_ == 1;
        return Mix(kConstant, static_cast<uint32_t>(number_.constant));
      }
      case Opcode::kGetField: {
        classfile::MemberRef ref = method_.Member(in);
        auto found = program_.types().ResolveField(program_.Load(ref.owner), ref.name, ref.descriptor);
        if (!found.id) return Opaque();
        number_.fields.push_back({vars_[ir::Num(operands[0])], found.id});
        return kSource;
      }
      case Opcode::kInvoke: {
        std::string_view name = method_.Member(in).name;
        bool counts = name == "getAndIncrement" || name == "incrementAndGet" || name == "getAndDecrement" ||
                      name == "decrementAndGet" || name == "getAndAdd" || name == "addAndGet";
        if (!counts) return Opaque();
        number_.is_unique = true;
        return kSource;
      }
      case Opcode::kUnary:
        return Visit(operands[0]);
      case Opcode::kBinary: {
        auto op = ir::BinaryOp{in.sub};
        bool keeps_apart = op <= ir::BinaryOp::kMul || op == ir::BinaryOp::kShl;
        if (!keeps_apart) return Opaque();
        uint32_t left = Visit(operands[0]);
        return Mix(Mix(left, Visit(operands[1])), kOperation + static_cast<uint32_t>(op));
      }
      case Opcode::kPhi:
        return Phi(in);
      default:
        return Opaque();
    }
  }

  // A loop variable has the shape of what it starts from; the step back to itself says only that it varies.
  uint32_t Phi(const Instruction& in) {
    if (std::find(phis_.begin(), phis_.end(), &in) != phis_.end()) {
      number_.varies = true;
      return 0;
    }
    phis_.push_back(&in);
    uint32_t start = 0;
    for (ir::Reg operand : method_.Operands(in)) {
      bool varied = std::exchange(number_.varies, false);
      uint32_t shape = Visit(operand);
      if (!number_.varies) start = std::max(start, shape);
      number_.varies |= varied;
    }
    return start;
  }

  Program& program_;
  const ir::Method& method_;
  const std::vector<Var>& vars_;
  Number number_;
  std::vector<const Instruction*> phis_;
  uint32_t visits_ = 0;
};

}  // namespace

Number MakeNumber(Program& program, const ir::Method& method, const std::vector<Var>& vars, ir::Reg reg) {
  return NumberMaker(program, method, vars).Make(reg);
}

}  // namespace raddle::program
