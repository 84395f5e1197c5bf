#include "weave/object_places.h"

#include <algorithm>
#include <array>

#include "classfile/attributes.h"

namespace raddle::weave {

using classfile::MemberRef;
using ir::Instruction;
using ir::Num;
using ir::Opcode;
using ir::Reg;

namespace {

// Collections hand out views and iterators of themselves.
bool HandsOutItself(std::string_view name) {
  constexpr std::array<std::string_view, 12> kNames = {"iterator", "listIterator", "spliterator", "subList",
                                                       "keySet",   "entrySet",     "values",      "stream",
                                                       "headMap",  "tailMap",      "subMap",      "descendingIterator"};
  return std::ranges::find(kNames, name) != kNames.end();
}

bool IsNull(const ir::Method& method, Reg reg) {
  const ir::Register& info = method.At(reg);
  if (info.definition == ir::Register::kParameter) return false;
  const Instruction& made = method.instructions[info.definition];
  return made.op == Opcode::kConst && made.sub == static_cast<uint8_t>(ir::ConstKind::kNull);
}

bool HasNestMates(const classfile::ClassFile& file) {
  for (const classfile::Attribute& attribute : file.attributes) {
    if (attribute.kind == classfile::AttributeKind::kNestMembers ||
        attribute.kind == classfile::AttributeKind::kNestHost) {
      return true;
    }
  }
  return false;
}

bool HasMutableField(const classfile::ClassFile& file) {
  return std::ranges::any_of(file.fields, [](const classfile::Member& field) {
    return !field.Has(classfile::kStatic) && !field.Has(classfile::kFinal);
  });
}

}  // namespace

RegUses UsesOf(const ir::Method& method) {
  RegUses uses(method.registers.size());
  for (const Instruction& it : method.instructions) {
    const auto operands = method.Operands(it);
    for (size_t i = 0; i < operands.size(); ++i) uses[Num(operands[i])].push_back({&it, i});
  }
  return uses;
}

ObjectPlaces::ObjectPlaces(const classfile::ClassFile& file, const CallContracts* calls,
                           std::span<const std::optional<ir::Method>> methods)
    : file_(file), calls_(calls) {
  FindObjectLocalFields(methods);
}

ObjectPlaces::FieldFacts ObjectPlaces::FactsOf(const MemberRef& field) const {
  if (field.owner != file_.Name()) return {};
  for (const classfile::Member& member : file_.fields) {
    if (file_.NameOf(member) == field.name && file_.DescriptorOf(member) == field.descriptor) {
      return {true, member.Has(classfile::kFinal), member.Has(classfile::kVolatile)};
    }
  }
  return {};
}

bool ObjectPlaces::IsLibraryCall(const ir::Method& method, const Instruction& it) const {
  const MemberRef called = method.Member(it);
  if (!called.owner.starts_with("java/")) return false;
  if (called.name == "<init>") return true;
  return calls_ != nullptr && calls_->Find(called.name, called.descriptor) >= 0 && !HandsOutItself(called.name);
}

// Whether what the register holds stays what it is to everybody else: unknown. `into`: it may be put into fields
// that pass it.
template <typename Into>
bool ObjectPlaces::Stays(const ir::Method& method, const std::vector<RegUse>& uses, Into&& into) const {
  for (const auto& [it, operand] : uses) {
    switch (it->op) {
      case Opcode::kArrayLoad:
      case Opcode::kArrayStore:
      case Opcode::kGetField:
        if (operand != 0) return false;
        break;
      case Opcode::kPutField:
        if (operand != 0 && !into(*it)) return false;
        break;
      case Opcode::kInvoke:
        if (operand != 0 || it->sub == static_cast<uint8_t>(ir::InvokeKind::kStatic) || !IsLibraryCall(method, *it)) {
          return false;
        }
        break;
      case Opcode::kArrayLength:
      case Opcode::kIf:
      case Opcode::kMonitorEnter:
      case Opcode::kMonitorExit:
      case Opcode::kInstanceOf:
        break;
      default:
        return false;
    }
  }
  return true;
}

bool ObjectPlaces::IsMadeHere(const ir::Method& method, Reg reg) const {
  const ir::Register& info = method.At(reg);
  if (info.definition == ir::Register::kParameter) return false;
  const Instruction& made = method.instructions[info.definition];
  if (made.op == Opcode::kNewArray) return true;
  return made.op == Opcode::kNewObject &&
         file_.pool.ClassName(static_cast<classfile::Index>(made.index)).starts_with("java/");
}

// They count as part of `this`, so there must be something of `this` to watch.
void ObjectPlaces::FindObjectLocalFields(std::span<const std::optional<ir::Method>> methods) {
  if (HasNestMates(file_) || !HasMutableField(file_)) return;
  for (const classfile::Member& field : file_.fields) {
    const std::string_view type = file_.DescriptorOf(field);
    const bool object = type.starts_with('[') || type.starts_with("Ljava/");
    if (object && field.Has(classfile::kPrivate) && !field.Has(classfile::kStatic)) {
      local_fields_.insert(std::string(file_.NameOf(field)));
    }
  }
  for (bool changed = true; changed && !local_fields_.empty();) {
    const size_t before = local_fields_.size();
    for (const std::optional<ir::Method>& method : methods) {
      if (method) DropEscaping(*method);
    }
    changed = local_fields_.size() != before;
  }
  // What a method that is not understood does with them, nobody knows.
  for (size_t i = 0; i < methods.size(); ++i) {
    if (!methods[i] && Find(file_.methods[i].attributes, classfile::AttributeKind::kCode) != nullptr) {
      local_fields_.clear();
    }
  }
}

bool ObjectPlaces::IsLocalField(const ir::Method& method, const Instruction& it) const {
  const MemberRef field = method.Member(it);
  return field.owner == file_.Name() && local_fields_.contains(std::string(field.name)) && !method.IsStatic() &&
         method.Operands(it)[0] == kThisReg;
}

void ObjectPlaces::DropEscaping(const ir::Method& method) {
  const RegUses uses = UsesOf(method);
  auto into = [&](const Instruction& it) { return IsLocalField(method, it); };
  auto drop = [&](const Instruction& it) { local_fields_.erase(std::string(method.Member(it).name)); };
  for (const Instruction& it : method.instructions) {
    if (it.op != Opcode::kGetField && it.op != Opcode::kPutField) continue;
    if (method.Member(it).owner != file_.Name() || !local_fields_.contains(std::string(method.Member(it).name))) {
      continue;
    }
    if (!into(it)) {
      drop(it);
    } else if (it.op == Opcode::kGetField) {
      if (!Stays(method, uses[Num(it.result)], [](const Instruction&) { return false; })) drop(it);
    } else {
      const Reg value = method.Operands(it)[1];
      const bool own = IsNull(method, value) || (IsMadeHere(method, value) && Stays(method, uses[Num(value)], into));
      if (!own) drop(it);
    }
  }
}

ObjectPlaces::Where ObjectPlaces::WhereIs(const ir::Method& method, const RegUses& uses, Reg reg) const {
  if (!method.IsStatic() && reg == kThisReg) return Where::kThis;
  const ir::Register& info = method.At(reg);
  if (info.definition == ir::Register::kParameter) return Where::kOther;
  const Instruction& made = method.instructions[info.definition];
  if (made.op == Opcode::kGetField && IsLocalField(method, made)) return Where::kObjectLocal;
  if (!IsMadeHere(method, reg)) return Where::kOther;
  if (Stays(method, uses[Num(reg)], [](const Instruction&) { return false; })) return Where::kThreadLocal;
  const bool to_this = Stays(method, uses[Num(reg)], [&](const Instruction& it) { return IsLocalField(method, it); });
  return to_this ? Where::kObjectLocal : Where::kOther;
}

// A final field of `this` is the same each time: one register stands for all that were read from it.
Reg ObjectPlaces::Same(const ir::Method& method, Reg reg) const {
  const Instruction* made = FinalFieldOfThis(method, reg);
  if (made == nullptr) return reg;
  for (const Instruction& it : method.instructions) {
    if (it.op == Opcode::kGetField && it.index == made->index && method.Operands(it)[0] == kThisReg) return it.result;
  }
  return reg;
}

const Instruction* ObjectPlaces::FinalFieldOfThis(const ir::Method& method, Reg reg) const {
  const ir::Register& info = method.At(reg);
  if (info.definition == ir::Register::kParameter || method.IsStatic() || method.name == "<init>") return nullptr;
  const Instruction& made = method.instructions[info.definition];
  const bool field = made.op == Opcode::kGetField && method.Operands(made)[0] == kThisReg;
  return field && FactsOf(method.Member(made)).is_final ? &made : nullptr;
}

}  // namespace raddle::weave
