#include "facts/confined_method.h"

#include <algorithm>

#include "facts/known_calls.h"

namespace raddle::facts {

using ir::Instruction;
using ir::Num;
using ir::Opcode;
using ir::Reg;

ConfinedMethod::ConfinedMethod(const ir::Method& method, bool is_confinable, bool own, const Callee& callee)
    : method_(method),
      is_confinable_(is_confinable),
      callee_(callee),
      regions_(static_cast<uint32_t>(method.registers.size()) + 1) {
  for (uint32_t i = 0; i < method.parameters; ++i) {
    if (!IsReference(Reg{i})) continue;
    own ? CloseBelow(i) : SetForeign(Reg{i});
  }
  if (!own) found_foreign_.push_back(ResultNode());
  for (const Instruction& it : method.instructions) Step(it);
  Spread();
}

// What is below is not known in detail: one node, which leads to itself.
void ConfinedMethod::CloseBelow(uint32_t node) {
  const uint32_t below = regions_.Below(node);
  regions_.Unite(below, regions_.Below(below));
}

void ConfinedMethod::Collapse(uint32_t a, uint32_t b) {
  regions_.Unite(a, b);
  regions_.Unite(a, regions_.Below(a));
}

void ConfinedMethod::Step(const Instruction& it) {
  const auto operands = method_.Operands(it);
  auto give_all = [&] {
    for (const Reg reg : operands) SetForeign(reg);
  };
  auto contents = [&](Reg of, Reg value) {
    if (IsReference(value)) regions_.Unite(regions_.Below(Num(of)), Num(value));
  };
  switch (it.op) {
    case Opcode::kPhi:
    case Opcode::kCast:
      for (const Reg reg : operands) Unite(it.result, reg);
      break;
    case Opcode::kConst:
      if (it.sub != static_cast<uint8_t>(ir::ConstKind::kNull)) SetForeign(it.result);
      break;
    case Opcode::kNewObject: {
      const std::string_view made = method_.context->pool().ClassName(static_cast<classfile::Index>(it.index));
      if (!is_confinable_ || made != method_.context->file().Name()) SetForeign(it.result);
      break;
    }
    case Opcode::kNewArray:
    case Opcode::kArrayLength:
    case Opcode::kInstanceOf:
    case Opcode::kMonitorEnter:
    case Opcode::kMonitorExit:
    case Opcode::kIf:
      break;
    case Opcode::kArrayLoad:
    case Opcode::kGetField:
      contents(operands[0], it.result);
      break;
    case Opcode::kArrayStore:
    case Opcode::kPutField:
      contents(operands[0], operands.back());
      break;
    case Opcode::kReturn:
      if (!operands.empty() && IsReference(operands[0])) regions_.Unite(ResultNode(), Num(operands[0]));
      break;
    case Opcode::kInvoke:
      Call(it);
      break;
    default:  // statics, exceptions, invokedynamic, and whatever comes to be
      give_all();
      SetForeign(it.result);
  }
}

void ConfinedMethod::Call(const Instruction& it) {
  const auto operands = method_.Operands(it);
  switch (WhatKeeps(method_.Member(it))) {
    case Keeps::kNothing:
      return SetForeign(it.result);
    case Keeps::kContents: {
      std::vector<uint32_t> arrays;
      for (const Reg reg : operands) {
        if (IsReference(reg)) arrays.push_back(Num(reg));
      }
      if (IsReference(it.result)) arrays.push_back(Num(it.result));
      for (const uint32_t array : arrays) regions_.Unite(regions_.Below(arrays[0]), regions_.Below(array));
      return;
    }
    case Keeps::kNotKnown:
      break;
  }
  const Summary* summary = callee_(method_, it);
  if (summary != nullptr && summary->gives.size() == operands.size() + 1) return Apply(it, *summary);
  for (const Reg reg : operands) SetForeign(reg);
  SetForeign(it.result);
}

void ConfinedMethod::Apply(const Instruction& it, const Summary& summary) {
  std::vector<Reg> roots(method_.Operands(it).begin(), method_.Operands(it).end());
  roots.push_back(it.result);
  for (size_t i = 0; i < roots.size(); ++i) {
    if (!IsReference(roots[i])) continue;
    CloseBelow(Num(roots[i]));
    if (summary.gives[i]) SetForeign(roots[i]);
    if (summary.gives_below[i]) found_foreign_.push_back(regions_.Below(Num(roots[i])));
  }
  for (const auto& [a, b] : summary.meet) {
    if (IsReference(roots[a]) && IsReference(roots[b])) Collapse(Num(roots[a]), Num(roots[b]));
  }
}

void ConfinedMethod::Spread() {
  foreign_.assign(regions_.size(), false);
  std::vector<uint32_t> pending;
  auto mark = [&](uint32_t node) {
    node = regions_.Find(node);
    if (foreign_[node]) return;
    foreign_[node] = true;
    pending.push_back(node);
  };
  for (const uint32_t node : found_foreign_) mark(node);
  while (!pending.empty()) {
    const uint32_t node = pending.back();
    pending.pop_back();
    for (const uint32_t child : regions_.ChildrenOf(node)) mark(child);
  }
}

Summary ConfinedMethod::Summarise() {
  Summary summary;
  std::vector<std::vector<uint32_t>> reached;  // by root; empty for a primitive
  for (uint32_t i = 0; i <= method_.parameters; ++i) {
    const bool is_result = i == method_.parameters;
    const uint32_t node = is_result ? ResultNode() : i;
    if (is_result || IsReference(Reg{i})) {
      reached.push_back(regions_.From(node));
    } else {
      reached.emplace_back();
    }
    const auto& all = reached.back();
    summary.gives.push_back(!all.empty() && foreign_[all[0]]);
    summary.gives_below.push_back(std::ranges::any_of(all, [&](uint32_t each) { return foreign_[each]; }));
    for (uint32_t j = 0; j < i; ++j) {
      const bool meets = std::ranges::any_of(
          all, [&](uint32_t each) { return std::ranges::find(reached[j], each) != reached[j].end(); });
      if (meets) summary.meet.emplace_back(j, i);
    }
  }
  return summary;
}

}  // namespace raddle::facts
