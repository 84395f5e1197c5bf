#include "atomicity/facts.h"

#include <algorithm>
#include <iterator>

namespace raddle::atomicity {

using VariableKind = atoms::Variable::Kind;

namespace {

bool IsNeverNull(const ir::Method& method, ir::Reg value) {
  const uint32_t definition = method.At(value).definition;
  if (method.At(value).kind != ir::Kind::kReference) return true;
  if (definition == ir::Register::kParameter) return false;
  const ir::Instruction& made = method.instructions[definition];
  const bool is_text = made.op == ir::Opcode::kConst && made.sub != static_cast<uint8_t>(ir::ConstKind::kNull);
  return made.op == ir::Opcode::kNewObject || made.op == ir::Opcode::kNewArray || made.op == ir::Opcode::kDynamic ||
         is_text;
}

// A collection of the JDK each of whose calls holds its own monitor.
bool LocksItself(const ir::Method& method, ir::Reg value) {
  const uint32_t definition = method.At(value).definition;
  if (definition == ir::Register::kParameter) return false;
  const ir::Instruction& made = method.instructions[definition];
  if (made.op != ir::Opcode::kInvoke) return false;
  const classfile::MemberRef member = method.Member(made);
  return member.owner == "java/util/Collections" && member.name.starts_with("synchronized");
}

bool LocksItself(std::string_view type) {
  return type == "java/util/Vector" || type == "java/util/Stack" || type == "java/util/Hashtable" ||
         type == "java/lang/StringBuffer";
}

// Those that all accesses seen so far have.
void Keep(std::vector<Guard>& kept, const std::vector<Guard>& guards, bool any_before) {
  if (!any_before) {
    kept = guards;
    return;
  }
  std::erase_if(kept, [&](const Guard& each) { return !std::binary_search(guards.begin(), guards.end(), each); });
}

}  // namespace

VariableKeyOf Facts::KeyOf(const Touch& touch) {
  if (touch.kind == VariableKind::kField) return {touch.kind, touch.field};
  return {touch.kind, touch.base.IsHeld() ? touch.base.LastField() : FieldId()};
}

void Facts::Add(const Code& code, const Touches& touches, const Held& held) {
  const ir::Method& method = touches.body().ir;
  for (const ir::Instruction& each : method.instructions) {
    if (each.op != ir::Opcode::kPutField && each.op != ir::Opcode::kPutStatic) continue;
    const bool locks = LocksItself(method, method.Operands(each).back());
    if (!locks) holds_others_.insert(code.Field(touches.body(), each));
    if (locks) holds_locking_.insert(code.Field(touches.body(), each));
  }
  for (const Touch& touch : touches.all()) {
    if (touch.callee != nullptr) continue;  // counted where it is
    const bool while_made =
        (method.name == "<init>" && touch.base.root == Path::Root::kParameter && touch.base.number == 0) ||
        method.name == "<clinit>";
    if (while_made) continue;
    Fact& fact = facts_[KeyOf(touch)];
    const std::vector<Guard> guards = held.GuardsOf(touch);
    Keep(fact.guards, guards, fact.is_read || fact.is_written);
    if (touch.op() == atoms::Op::kWrite) {
      Keep(fact.write_guards, guards, fact.is_written);
      fact.is_written = true;
      if (touch.inputs.empty() || !IsNeverNull(method, touch.inputs[0])) fact.may_become_null = true;
    } else {
      fact.is_read = true;
    }
  }
}

const Facts::Fact* Facts::Find(const Touch& touch) const {
  const auto found = facts_.find(KeyOf(touch));
  return found == facts_.end() ? nullptr : &found->second;
}

bool Facts::IsEverWritten(const Touch& touch) const {
  const Fact* fact = Find(touch);
  return fact != nullptr && fact->is_written;
}

bool Facts::MayBecomeNull(const Touch& touch) const {
  const Fact* fact = Find(touch);
  return fact == nullptr || fact->may_become_null;
}

bool Facts::AreGuarded(const Touch& entry, const Touch& end, bool reads_matter_not, const Held& held) const {
  const Fact* fact = Find(entry);
  if (fact == nullptr) return false;
  const FieldId holder = KeyOf(entry).field;
  const bool locks_itself =
      entry.kind == VariableKind::kObject &&
      (LocksItself(entry.type) || (holds_locking_.contains(holder) && !holds_others_.contains(holder)));
  const std::vector<Guard>& guards = reads_matter_not ? fact->write_guards : fact->guards;
  const std::vector<Lock>& there = held.At(end);
  for (const Lock& lock : held.At(entry)) {
    Guard guard{Guard::Kind::kItself};
    if (std::find(there.begin(), there.end(), lock) == there.end() || !Held::AsGuard(lock, entry, guard)) continue;
    if (locks_itself && guard.kind == Guard::Kind::kItself) return true;
    if (std::binary_search(guards.begin(), guards.end(), guard)) return true;
  }
  return false;
}

}  // namespace raddle::atomicity
