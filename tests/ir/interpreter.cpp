#include "interpreter.h"

#include <bit>
#include <cmath>
#include <cstdlib>

namespace raddle::ir {
namespace {

float F(int64_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits));
}
double D(int64_t bits) {
  return std::bit_cast<double>(bits);
}
int64_t Bits(float value) {
  return std::bit_cast<int32_t>(value);
}
int64_t Bits(double value) {
  return std::bit_cast<int64_t>(value);
}

template <typename To, typename From>
int64_t Saturate(From value) {
  if (std::isnan(value)) return 0;
  if (value >= -static_cast<From>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::max();
  if (value <= static_cast<From>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  return static_cast<To>(value);
}

template <typename T>
int64_t Compare(T left, T right, int64_t unordered) {
  return left < right ? -1 : left > right ? 1 : left == right ? 0 : unordered;
}

bool IsA(std::string type, std::string_view wanted) {
  static const std::map<std::string, std::string> kSuper = {
      {"java/lang/ArithmeticException", "java/lang/RuntimeException"},
      {"java/lang/ArrayIndexOutOfBoundsException", "java/lang/RuntimeException"},
      {"java/lang/NegativeArraySizeException", "java/lang/RuntimeException"},
      {"java/lang/NullPointerException", "java/lang/RuntimeException"},
      {"java/lang/IllegalStateException", "java/lang/RuntimeException"},
      {"java/lang/IllegalArgumentException", "java/lang/RuntimeException"},
      {"java/lang/RuntimeException", "java/lang/Exception"},
      {"java/lang/Exception", "java/lang/Throwable"},
      {"java/lang/Error", "java/lang/Throwable"},
  };
  while (type != wanted) {
    auto super = kSuper.find(type);
    if (super == kSuper.end()) return false;
    type = super->second;
  }
  return true;
}

int64_t Convert(UnaryOp op, Kind kind, int64_t value) {
  switch (op) {
    case UnaryOp::kNeg:
      return kind == Kind::kInt     ? static_cast<int32_t>(0 - static_cast<uint32_t>(value))
             : kind == Kind::kLong  ? static_cast<int64_t>(0 - static_cast<uint64_t>(value))
             : kind == Kind::kFloat ? Bits(-F(value))
                                    : Bits(-D(value));
    case UnaryOp::kI2L:
      return value;
    case UnaryOp::kI2F:
    case UnaryOp::kL2F:
      return Bits(static_cast<float>(value));
    case UnaryOp::kI2D:
    case UnaryOp::kL2D:
      return Bits(static_cast<double>(value));
    case UnaryOp::kL2I:
      return static_cast<int32_t>(value);
    case UnaryOp::kF2I:
      return Saturate<int32_t>(F(value));
    case UnaryOp::kF2L:
      return Saturate<int64_t>(F(value));
    case UnaryOp::kF2D:
      return Bits(static_cast<double>(F(value)));
    case UnaryOp::kD2I:
      return Saturate<int32_t>(D(value));
    case UnaryOp::kD2L:
      return Saturate<int64_t>(D(value));
    case UnaryOp::kD2F:
      return Bits(static_cast<float>(D(value)));
    case UnaryOp::kI2B:
      return static_cast<int8_t>(value);
    case UnaryOp::kI2C:
      return static_cast<uint16_t>(value);
    case UnaryOp::kI2S:
      return static_cast<int16_t>(value);
  }
  std::abort();
}

template <typename T>
T FloatBinary(BinaryOp op, T left, T right) {
  switch (op) {
    case BinaryOp::kAdd:
      return left + right;
    case BinaryOp::kSub:
      return left - right;
    case BinaryOp::kMul:
      return left * right;
    case BinaryOp::kDiv:
      return left / right;
    default:
      return std::fmod(left, right);
  }
}

template <typename T>
T IntBinary(BinaryOp op, T left, T right) {
  using U = std::make_unsigned_t<T>;
  U a = static_cast<U>(left), b = static_cast<U>(right);
  int by = static_cast<int>(right & (sizeof(T) * 8 - 1));
  switch (op) {
    case BinaryOp::kAdd:
      return static_cast<T>(a + b);
    case BinaryOp::kSub:
      return static_cast<T>(a - b);
    case BinaryOp::kMul:
      return static_cast<T>(a * b);
    case BinaryOp::kDiv:
      return right == -1 ? static_cast<T>(0 - a) : left / right;
    case BinaryOp::kRem:
      return right == -1 ? 0 : left % right;
    case BinaryOp::kShl:
      return static_cast<T>(a << by);
    case BinaryOp::kShr:
      return left >> by;
    case BinaryOp::kUshr:
      return static_cast<T>(a >> by);
    case BinaryOp::kAnd:
      return left & right;
    case BinaryOp::kOr:
      return left | right;
    case BinaryOp::kXor:
      return left ^ right;
  }
  std::abort();
}

bool Holds(Condition condition, int64_t left, int64_t right) {
  switch (condition) {
    case Condition::kEq:
      return left == right;
    case Condition::kNe:
      return left != right;
    case Condition::kLt:
      return left < right;
    case Condition::kGe:
      return left >= right;
    case Condition::kGt:
      return left > right;
    case Condition::kLe:
      return left <= right;
  }
  std::abort();
}

}  // namespace

Interpreter::Outcome Interpreter::Run(const Method& method, std::vector<int64_t> arguments) {
  std::vector<int64_t> registers = std::move(arguments);
  registers.resize(method.registers.size());
  BlockId block{0}, before{0};
  while (true) {
    // Phis are read together, before any of them is written.
    std::vector<std::pair<Reg, int64_t>> phis;
    std::span<const BlockId> from = method.Predecessors(block);
    size_t edge = static_cast<size_t>(std::find(from.begin(), from.end(), before) - from.begin());
    std::optional<BlockId> next;
    for (const Instruction& instruction : method.Instructions(block)) {
      if (steps_-- <= 0) return {.exception = "", .value = 0, .tired = true};
      std::span<const Reg> operands = method.Operands(instruction);
      auto value = [&](size_t i) { return registers[Num(operands[i])]; };
      if (instruction.op == Opcode::kPhi) {
        phis.push_back({instruction.result, value(edge)});
        continue;
      }
      for (const auto& [reg, read] : phis) registers[Num(reg)] = read;
      phis.clear();
      if (instruction.op == Opcode::kReturn) return {.exception = "", .value = operands.empty() ? 0 : value(0)};
      if (instruction.op == Opcode::kGoto) {
        next = BlockId{instruction.index};
      } else if (instruction.op == Opcode::kIf) {
        bool holds = Holds(Condition{instruction.sub}, value(0), operands.size() == 2 ? value(1) : 0);
        next = BlockId{holds ? instruction.index : instruction.extra};
      } else if (instruction.op == Opcode::kSwitch) {
        const SwitchTable& table = method.switches[instruction.index];
        next = table.default_target;
        for (size_t i = 0; i < table.keys.size(); i++) {
          if (table.keys[i] == value(0)) next = table.targets[i];
        }
      } else if (!Execute(method, instruction, registers)) {
        if (steps_ <= 0) return {.exception = "", .value = 0, .tired = true};
        next = HandlerFor(method, block);
        if (!next) return {.exception = heap_[static_cast<size_t>(pending_)].type};
        break;
      }
    }
    before = block;
    block = *next;
  }
}

std::optional<BlockId> Interpreter::HandlerFor(const Method& method, BlockId block) {
  for (const HandlerEdge& handler : method.Handlers(block)) {
    if (IsA(heap_[static_cast<size_t>(pending_)].type, method.context->types().Name(handler.catch_type))) {
      return handler.block;
    }
  }
  return {};
}

bool Interpreter::Throw(std::string type) {
  pending_ = Allocate(std::move(type), 0);
  return false;
}

int64_t Interpreter::Allocate(std::string type, size_t size) {
  heap_.push_back({std::move(type), std::vector<int64_t>(size)});
  return static_cast<int64_t>(heap_.size()) - 1;
}

bool Interpreter::Execute(const Method& method, const Instruction& instruction, std::vector<int64_t>& registers) {
  std::span<const Reg> operands = method.Operands(instruction);
  auto value = [&](size_t i) { return registers[Num(operands[i])]; };
  int64_t result = 0;
  switch (instruction.op) {
    case Opcode::kCatch:
      result = pending_;
      break;
    case Opcode::kConst:
      switch (ConstKind{instruction.sub}) {
        case ConstKind::kInt:
        case ConstKind::kFloat:
          result = Method::Int(instruction);
          break;
        default:
          result = Method::Long(instruction);
      }
      break;
    case Opcode::kUnary:
      result = Convert(UnaryOp{instruction.sub}, method.At(instruction.result).kind, value(0));
      break;
    case Opcode::kBinary:
      if (!Binary(method.At(instruction.result).kind, BinaryOp{instruction.sub}, value(0), value(1), result))
        return false;
      break;
    case Opcode::kCompare:
      switch (CompareOp{instruction.sub}) {
        case CompareOp::kLong:
          result = Compare(value(0), value(1), 0);
          break;
        case CompareOp::kFloatLess:
        case CompareOp::kFloatGreater:
          result = Compare(F(value(0)), F(value(1)), CompareOp{instruction.sub} == CompareOp::kFloatLess ? -1 : 1);
          break;
        default:
          result = Compare(D(value(0)), D(value(1)), CompareOp{instruction.sub} == CompareOp::kDoubleLess ? -1 : 1);
      }
      break;
    case Opcode::kNewObject:
      result = Allocate(std::string(method.context->types().Name(method.Type(instruction))), 0);
      break;
    case Opcode::kNewArray:
      if (value(0) < 0) return Throw("java/lang/NegativeArraySizeException");
      result = Allocate("array", static_cast<size_t>(value(0)));
      break;
    case Opcode::kArrayLength:
    case Opcode::kArrayLoad:
    case Opcode::kArrayStore: {
      if (value(0) == 0) return Throw("java/lang/NullPointerException");
      std::vector<int64_t>& elements = heap_[static_cast<size_t>(value(0))].elements;
      if (instruction.op == Opcode::kArrayLength) {
        result = static_cast<int64_t>(elements.size());
        break;
      }
      if (value(1) < 0 || value(1) >= static_cast<int64_t>(elements.size())) {
        return Throw("java/lang/ArrayIndexOutOfBoundsException");
      }
      int64_t& element = elements[static_cast<size_t>(value(1))];
      if (instruction.op == Opcode::kArrayStore) element = value(2);
      result = element;
      break;
    }
    case Opcode::kMonitorEnter:
    case Opcode::kMonitorExit:
      break;
    case Opcode::kThrow:
      if (value(0) == 0) return Throw("java/lang/NullPointerException");
      pending_ = value(0);
      return false;
    case Opcode::kInvoke:
      return Invoke(method, instruction, registers);
    default:
      std::abort();  // the programs have no such instruction
  }
  if (instruction.result != kNoReg) registers[Num(instruction.result)] = result;
  return true;
}

bool Interpreter::Binary(Kind kind, BinaryOp op, int64_t left, int64_t right, int64_t& result) {
  bool divides = op == BinaryOp::kDiv || op == BinaryOp::kRem;
  switch (kind) {
    case Kind::kInt:
      if (divides && right == 0) return Throw("java/lang/ArithmeticException");
      result = IntBinary(op, static_cast<int32_t>(left), static_cast<int32_t>(right));
      return true;
    case Kind::kLong:
      if (divides && right == 0) return Throw("java/lang/ArithmeticException");
      result = IntBinary(op, left, right);
      return true;
    case Kind::kFloat:
      result = Bits(FloatBinary(op, F(left), F(right)));
      return true;
    default:
      result = Bits(FloatBinary(op, D(left), D(right)));
      return true;
  }
}

bool Interpreter::Invoke(const Method& method, const Instruction& instruction, std::vector<int64_t>& registers) {
  classfile::MemberRef member = method.Member(instruction);
  if (member.name == "<init>") return true;
  std::vector<int64_t> arguments;
  for (Reg operand : method.Operands(instruction)) arguments.push_back(registers[Num(operand)]);
  int64_t result = 0;
  if (auto own = methods_.find(std::string(member.name));
      own != methods_.end() && member.owner == method.context->file().Name()) {
    Outcome outcome = Run(own->second, std::move(arguments));
    if (!outcome.exception.empty() || outcome.tired) return false;  // the exception is still pending
    result = outcome.value;
  } else {
    std::optional<int64_t> answer = external_(member.name, arguments);
    if (!answer) return Throw("java/lang/Error");
    result = *answer;
  }
  if (instruction.result != kNoReg) registers[Num(instruction.result)] = result;
  return true;
}

}  // namespace raddle::ir
