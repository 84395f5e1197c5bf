#include "atomicity/touches.h"

#include <algorithm>

#include "atomicity/summaries.h"

namespace raddle::atomicity {

using atoms::Effect;
using atoms::Op;
using ir::Instruction;
using ir::Opcode;
using ir::Reg;
using VariableKind = atoms::Variable::Kind;

namespace {

bool IsList(std::string_view class_name) {
  return class_name.ends_with("List") || class_name == "java/util/Vector" || class_name == "java/util/Stack";
}

}  // namespace

Touches::Touches(const Code& code, const Body& body, Summaries& summaries) : body_(body), values_(code, body) {
  for (uint32_t at = 0; at < body.ir.instructions.size(); ++at) {
    switch (body.ir.instructions[at].op) {
      case Opcode::kGetField:
      case Opcode::kPutField:
      case Opcode::kGetStatic:
      case Opcode::kPutStatic:
        AddField(code, at);
        break;
      case Opcode::kArrayLoad:
      case Opcode::kArrayStore:
        AddElement(at);
        break;
      case Opcode::kInvoke:
        AddCall(code, at, summaries);
        break;
      default:
        break;
    }
  }
}

void Touches::AddField(const Code& code, uint32_t at) {
  const Instruction& access = body_.ir.instructions[at];
  const FieldId field = code.Field(body_, access);
  if (!field.valid()) return;
  const classpath::FieldInfo& info = code.types()[field];
  if (info.Has(classfile::kFinal) || info.Has(classfile::kSynthetic)) return;
  const auto operands = body_.ir.Operands(access);
  const bool writes = access.op == Opcode::kPutField || access.op == Opcode::kPutStatic;
  const bool of_object = access.op == Opcode::kGetField || access.op == Opcode::kPutField;
  Touch touch{.at = at, .field = field, .access = {writes ? Effect::kChange : Effect::kRead}};
  if (of_object) touch.base = values_.PathOf(operands[0]);
  if (of_object && values_.IsFresh(touch.base)) return;
  if (writes) {
    touch.inputs = {operands.back()};
  } else {
    touch.value = access.result;
    touch.is_retest = !values_.Tests(access.result).empty();
  }
  all_.push_back(std::move(touch));
}

void Touches::AddElement(uint32_t at) {
  const Instruction& access = body_.ir.instructions[at];
  const auto operands = body_.ir.Operands(access);
  const Path& base = values_.PathOf(operands[0]);
  // Arrays in locals and parameters are mostly somebody's own, and their loops are hot.
  if (!base.IsHeld() || values_.IsFresh(base)) return;
  const bool writes = access.op == Opcode::kArrayStore;
  Touch touch{.at = at, .kind = VariableKind::kElement, .base = base, .key = operands[1]};
  touch.access = {writes ? Effect::kChange : Effect::kRead};
  touch.type = body_.ir.context->types().Name(body_.ir.At(operands[0]).type);
  if (writes) {
    touch.inputs = {operands[2]};
  } else {
    touch.value = access.result;
    touch.is_retest = !values_.Tests(access.result).empty();
  }
  if (touch.type.starts_with('[')) all_.push_back(std::move(touch));
}

void Touches::AddCall(const Code& code, uint32_t at, Summaries& summaries) {
  const Instruction& call = body_.ir.instructions[at];
  const auto operands = body_.ir.Operands(call);
  const classfile::MemberRef member = body_.ir.Member(call);
  const bool is_static = static_cast<ir::InvokeKind>(call.sub) == ir::InvokeKind::kStatic;
  if (const auto access = atoms::AccessOfCall(member.owner, member.name, member.descriptor); access && !is_static) {
    const Path& base = values_.PathOf(operands[0]);
    if (!base.IsHeld() && base.root != Path::Root::kParameter) return;
    Touch touch{.at = at, .kind = VariableKind::kObject, .base = base, .access = *access};
    touch.type = member.owner;
    if (access->keyed && operands.size() > 1) touch.key = operands[1];
    if (IsList(member.owner) && member.descriptor.starts_with("(I")) touch.index = operands[1];
    const bool tells = atoms::FamilyOf(member.owner) == atoms::Family::kAtomic;  // each update what it found
    if (access->op() == Op::kRead || access->effect == Effect::kRemove || tells) {
      touch.value = call.result;
      touch.is_retest = call.result != ir::kNoReg && !values_.Tests(call.result).empty();
    }
    if (access->op() == Op::kWrite) {
      touch.inputs.assign(operands.begin() + 1, operands.end());
      // Nobody looks whether there was something to take away: it is gone either way.
      const bool gone_anyway = access->keyed || member.name.starts_with("poll");
      if (access->effect == Effect::kRemove && gone_anyway && values_.IsUnused(call.result)) {
        touch.access.checks_again = true;
      }
    }
    all_.push_back(std::move(touch));
    return;
  }
  const Body* target = code.Target(body_, call);
  if (target == nullptr) return;
  for (const Summary& effect : summaries.Of(*target)) {
    Touch touch{.at = at, .kind = effect.kind, .field = effect.field, .base = effect.base, .access = effect.access};
    if (touch.base.root == Path::Root::kParameter) {
      if (touch.base.number >= operands.size()) continue;
      Path base = values_.PathOf(operands[touch.base.number]);
      for (uint8_t i = 0; i < effect.base.length; ++i) base = base.Then(effect.base.fields[i]);
      if (base.IsNone() || values_.IsFresh(base)) continue;
      touch.base = base;
    }
    if (effect.key >= 0) {
      if (static_cast<size_t>(effect.key) >= operands.size()) continue;
      touch.key = operands[static_cast<size_t>(effect.key)];
    }
    if (effect.is_returned) touch.value = call.result;
    for (size_t i = 0; i < operands.size() && i < 32; ++i) {
      if ((effect.inputs >> i & 1) != 0) touch.inputs.push_back(operands[i]);
    }
    touch.type = effect.type;
    touch.callee = effect.body;
    touch.callee_bci = effect.bci;
    touch.is_first = effect.is_first;
    touch.is_last = effect.is_last;
    touch.is_retest =
        effect.is_retest || (effect.is_returned && call.result != ir::kNoReg && !values_.Tests(call.result).empty());
    all_.push_back(std::move(touch));
  }
}

std::span<const Touch> Touches::Between(uint32_t first, uint32_t end) const {
  const auto before = [](const Touch& touch, uint32_t at) { return touch.at < at; };
  const auto from = std::lower_bound(all_.begin(), all_.end(), first, before);
  const auto to = std::lower_bound(from, all_.end(), end, before);
  return {from, to};
}

bool Touches::Meets(const Touch& a, const Touch& b) const {
  if (a.kind != b.kind || a.field != b.field || !(a.base == b.base)) return false;
  if (a.kind == VariableKind::kElement) return values_.SameValue(a.key, b.key);
  return a.key == ir::kNoReg || b.key == ir::kNoReg || values_.SameValue(a.key, b.key);
}

}  // namespace raddle::atomicity
