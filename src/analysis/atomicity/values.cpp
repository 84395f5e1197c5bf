#include "atomicity/values.h"

#include <algorithm>

namespace raddle::atomicity {

using ir::Instruction;
using ir::Num;
using ir::Opcode;
using ir::Reg;

namespace {

constexpr size_t kMaxWalk = 200;  // registers; longer dependences are not what a person means by x = x + 1

bool IsPure(Opcode op) {
  return op == Opcode::kBinary || op == Opcode::kUnary || op == Opcode::kCompare || op == Opcode::kInstanceOf ||
         op == Opcode::kCast;
}

}  // namespace

Path Path::Then(FieldId field) const {
  if (length == kMaxFields || IsNone()) return {};
  Path longer = *this;
  longer.fields[longer.length++] = field;
  return longer;
}

Values::Values(const Code& code, const Body& body) : method_(body.ir) {
  first_use_.assign(method_.registers.size() + 1, 0);
  for (const Instruction& each : method_.instructions) {
    for (const Reg operand : method_.Operands(each)) ++first_use_[Num(operand) + 1];
  }
  for (size_t i = 1; i < first_use_.size(); ++i) first_use_[i] += first_use_[i - 1];
  uses_.resize(first_use_.back());
  std::vector<uint32_t> next(first_use_.begin(), first_use_.end() - 1);
  for (uint32_t at = 0; at < method_.instructions.size(); ++at) {
    for (const Reg operand : method_.Operands(method_.instructions[at])) uses_[next[Num(operand)]++] = at;
  }
  FindPaths(code, body);
}

// Definitions come before uses but for phis, which have paths of their own: one pass.
void Values::FindPaths(const Code& code, const Body& body) {
  paths_.resize(method_.registers.size());
  for (uint32_t i = 0; i < paths_.size(); ++i) paths_[i] = {.root = Path::Root::kRegister, .number = i};
  for (uint32_t i = 0; i < method_.parameters; ++i) paths_[i] = {.root = Path::Root::kParameter, .number = i};
  for (const Instruction& each : method_.instructions) {
    if (each.result == ir::kNoReg) continue;
    Path& path = paths_[Num(each.result)];
    if (each.op == Opcode::kCast) {
      path = PathOf(method_.Operands(each)[0]);
    } else if (each.op == Opcode::kGetStatic) {
      const FieldId field = code.Field(body, each);
      if (field.valid()) path = {.root = Path::Root::kStatic, .number = field.value()};
    } else if (each.op == Opcode::kGetField) {
      const FieldId field = code.Field(body, each);
      const Path longer = field.valid() ? PathOf(method_.Operands(each)[0]).Then(field) : Path();
      if (!longer.IsNone()) path = longer;
    }
  }
}

std::span<const uint32_t> Values::UsesOf(Reg reg) const {
  return std::span(uses_).subspan(first_use_[Num(reg)], first_use_[Num(reg) + 1] - first_use_[Num(reg)]);
}

bool Values::IsFresh(const Path& path) const {
  if (path.root != Path::Root::kRegister) return false;
  const ir::Register& reg = method_.registers[path.number];
  if (reg.definition == ir::Register::kParameter) return false;
  const Opcode op = method_.instructions[reg.definition].op;
  return op == Opcode::kNewObject || op == Opcode::kNewArray;
}

// Integer.valueOf(k) -> k
Reg Values::Unboxed(Reg reg) const {
  const ir::Register& info = method_.At(reg);
  if (info.definition == ir::Register::kParameter) return reg;
  const Instruction& made = method_.instructions[info.definition];
  const bool boxes = made.op == Opcode::kInvoke && made.operand_count == 1 && method_.Member(made).name == "valueOf" &&
                     method_.Member(made).owner.starts_with("java/lang/");
  return boxes ? method_.Operands(made)[0] : reg;
}

bool Values::SameValue(Reg a, Reg b) const {
  a = Unboxed(a);
  b = Unboxed(b);
  if (a == b) return true;
  const Path &pa = PathOf(a), &pb = PathOf(b);
  if (pa.length > 0 && pa == pb) return true;
  const uint32_t da = method_.At(a).definition, db = method_.At(b).definition;
  if (da == ir::Register::kParameter || db == ir::Register::kParameter) return false;
  const Instruction &ia = method_.instructions[da], &ib = method_.instructions[db];
  return ia.op == Opcode::kConst && ib.op == Opcode::kConst && ia.sub == ib.sub && ia.index == ib.index &&
         ia.extra == ib.extra;
}

// All registers that a value is made of, each once, until visit says stop (true).
template <typename Visit>
void Values::WalkBack(Reg from, Visit&& visit) const {
  std::vector<Reg> seen = {from};
  const auto add = [&](Reg reg) {
    if (std::find(seen.begin(), seen.end(), reg) == seen.end()) seen.push_back(reg);
  };
  for (size_t i = 0; i < seen.size() && i < kMaxWalk; ++i) {
    if (visit(seen[i])) return;
    const uint32_t definition = method_.At(seen[i]).definition;
    if (definition == ir::Register::kParameter) continue;
    const Instruction& made = method_.instructions[definition];
    for (const Reg operand : method_.Operands(made)) add(operand);
    if (made.op != Opcode::kNewObject) continue;
    // An object is made of what its constructor got, and of what was put into it.
    for (const uint32_t use : UsesOf(seen[i])) {
      const Instruction& user = method_.instructions[use];
      const bool fills =
          user.op == Opcode::kPutField || (user.op == Opcode::kInvoke && method_.Member(user).name == "<init>");
      if (!fills || method_.Operands(user)[0] != seen[i]) continue;
      for (const Reg operand : method_.Operands(user)) add(operand);
    }
  }
}

bool Values::DependsOn(Reg value, Reg source) const {
  bool found = false;
  WalkBack(value, [&](Reg reg) { return found = found || reg == source; });
  return found;
}

uint32_t Values::ParametersOf(Reg value) const {
  uint32_t bits = 0;
  WalkBack(value, [&](Reg reg) {
    if (Num(reg) < method_.parameters && Num(reg) < 32) bits |= uint32_t{1} << Num(reg);
    return false;
  });
  return bits;
}

// `switch (state)` of an enum is $SwitchMap$...[state.ordinal()].
bool Values::IsOfEnumSwitch(const Instruction& it) const {
  if (it.op == Opcode::kInvoke) return method_.Member(it).name == "ordinal" && method_.Member(it).descriptor == "()I";
  if (it.op != Opcode::kArrayLoad) return false;
  const uint32_t table = method_.At(method_.Operands(it)[0]).definition;
  if (table == ir::Register::kParameter || method_.instructions[table].op != Opcode::kGetStatic) return false;
  return method_.Member(method_.instructions[table]).name.starts_with("$SwitchMap$");
}

std::vector<uint32_t> Values::Tests(Reg value) const {
  std::vector<uint32_t> tests;
  std::vector<Reg> seen = {value};
  for (size_t i = 0; i < seen.size() && i < kMaxWalk; ++i) {
    for (const uint32_t use : UsesOf(seen[i])) {
      const Instruction& user = method_.instructions[use];
      if (user.op == Opcode::kIf || user.op == Opcode::kSwitch) tests.push_back(use);
      const bool asks = user.op == Opcode::kInvoke && user.result != ir::kNoReg &&
                        method_.At(user.result).kind == ir::Kind::kInt &&
                        method_.Member(user).owner.starts_with("java/lang/");  // equals, compareTo, booleanValue
      if ((IsPure(user.op) || asks || IsOfEnumSwitch(user)) &&
          std::find(seen.begin(), seen.end(), user.result) == seen.end()) {
        seen.push_back(user.result);
      }
    }
  }
  return tests;
}

bool Values::IsUsed(Reg value) const {
  std::vector<Reg> seen = {value};
  for (size_t i = 0; i < seen.size() && i < kMaxWalk; ++i) {
    for (const uint32_t use : UsesOf(seen[i])) {
      const Instruction& user = method_.instructions[use];
      if (user.op == Opcode::kIf || user.op == Opcode::kSwitch) continue;
      if (!IsPure(user.op)) return true;
      if (std::find(seen.begin(), seen.end(), user.result) == seen.end()) seen.push_back(user.result);
    }
  }
  return false;
}

bool Values::IsReturned(Reg value) const {
  bool only_constants = true;
  const auto is_constant = [&](Reg reg) {
    const uint32_t definition = method_.At(reg).definition;
    return definition != ir::Register::kParameter && method_.instructions[definition].op == Opcode::kConst;
  };
  for (const Instruction& each : method_.instructions) {
    if (each.op != Opcode::kReturn || each.operand_count != 1) continue;
    const Reg result = method_.Operands(each)[0];
    if (DependsOn(result, value)) return true;
    const uint32_t definition = method_.At(result).definition;
    if (definition == ir::Register::kParameter) return false;
    const Instruction& made = method_.instructions[definition];
    const auto operands = method_.Operands(made);
    only_constants =
        only_constants && (is_constant(result) ||
                           (made.op == Opcode::kPhi && std::all_of(operands.begin(), operands.end(), is_constant)));
  }
  // `return x != null;` is a branch and two constants.
  return only_constants && !Tests(value).empty();
}

}  // namespace raddle::atomicity
