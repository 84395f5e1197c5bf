#include "weave/object_analysis.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/arena.h"
#include "ir/builder.h"
#include "ir/method_ir.h"
#include "weave/object_cover.h"
#include "weave/object_hoist.h"
#include "weave/object_places.h"

namespace raddle::weave {
namespace {

using classfile::MemberRef;
using ir::Instruction;
using ir::Num;
using ir::Opcode;
using Tell = ObjectUse::Tell;
using Where = ObjectPlaces::Where;

// Calls behind which other locks may be held than before, as far as names tell.
bool ChangesLocks(const MemberRef& method) {
  if (method.owner.starts_with("java/util/concurrent/")) return true;
  for (const std::string_view word : {"lock", "Lock", "acquire", "Acquire", "release", "enter", "leave", "exit"}) {
    if (method.name.find(word) != std::string_view::npos) return true;
  }
  return method.name == "wait" && method.owner == "java/lang/Object";
}

ObjectCategory FieldCategory(Where where) {
  switch (where) {
    case Where::kThis:
      return ObjectCategory::kFieldThis;
    case Where::kThreadLocal:
      return ObjectCategory::kFieldThreadLocal;
    case Where::kObjectLocal:
      return ObjectCategory::kFieldObjectLocal;
    case Where::kOther:
      break;
  }
  return ObjectCategory::kFieldOther;
}

// Whether a constructor lets others have the object.
bool Leaks(const std::vector<RegUse>& uses_of_this) {
  return std::ranges::any_of(uses_of_this, [](const RegUse& use) {
    const Instruction& it = *use.it;
    if (it.op == Opcode::kGetField || it.op == Opcode::kPutField || it.op == Opcode::kInvoke) {
      return use.operand != 0 || (it.op == Opcode::kInvoke && it.sub != static_cast<uint8_t>(ir::InvokeKind::kSpecial));
    }
    return it.op != Opcode::kMonitorEnter && it.op != Opcode::kMonitorExit;
  });
}

bool Uses(const ir::Method& method, const Instruction& it) {
  switch (it.op) {
    case Opcode::kGetField:
    case Opcode::kPutField:
    case Opcode::kGetStatic:
    case Opcode::kPutStatic:
    case Opcode::kArrayLoad:
    case Opcode::kArrayStore:
      return true;
    case Opcode::kInvoke:
      return method.Member(it).name != "<init>";
    default:
      return false;
  }
}

// A subroutine was copied for each of its callers: what one of the copies needs is told.
void MergeCopies(std::vector<ObjectUse>& uses) {
  std::ranges::stable_sort(uses, {}, &ObjectUse::bci);
  std::vector<ObjectUse> once;
  for (const ObjectUse& use : uses) {
    if (once.empty() || once.back().bci != use.bci) {
      once.push_back(use);
    } else if (use.tell != Tell::kNot) {
      once.back() = use;
    }
  }
  uses = std::move(once);
}

// Whether there is a way back from behind the instruction to before it.
bool IsInLoop(const ir::Method& method, size_t i) {
  for (uint32_t block = 0; block < method.blocks.size(); ++block) {
    if (method.blocks[block].end <= i) continue;
    for (const ir::BlockId next : method.Successors(ir::BlockId{block})) {
      if (method.At(next).first <= i) return true;
    }
  }
  return false;
}

void Collect(const ir::Method& method, ObjectCandidates& candidates, const std::vector<bool>& changes_locks,
             const ObjectPlaces& places, ObjectMethod& out) {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> numbers;  // by register and, of a call, the method
  auto number = [&](ir::Reg reg, uint32_t called) {
    return numbers.try_emplace({Num(reg), called}, numbers.size()).first->second;
  };
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (changes_locks[i]) out.locks.push_back(method.instructions[i].bci);
    if (!Uses(method, method.instructions[i])) continue;
    ObjectUse& use = candidates[i].use;
    const Instruction& it = method.instructions[i];
    if (use.tell == Tell::kArray) use.number = number(candidates[i].object, 0);
    if (use.tell == Tell::kCall && IsInLoop(method, i)) {
      use.number = number(places.Same(method, method.Operands(it)[0]), it.index);
    }
    out.uses.push_back(use);
  }
  MergeCopies(out.uses);
}

class ClassAnalysis {
 public:
  ClassAnalysis(const classfile::ClassFile& file, const ObjectRules& rules) : file_(file), rules_(rules) {}

  Result<std::vector<ObjectMethod>> Run() {
    RADDLE_TRY(const std::unique_ptr<ir::ClassContext> context, ir::ClassContext::Create(file_));
    ir::Builder builder;
    Arena arena;
    std::vector<std::optional<ir::Method>> methods(file_.methods.size());
    for (size_t i = 0; i < file_.methods.size(); ++i) {
      Result<ir::Method> method = builder.Build(*context, file_.methods[i], arena);
      if (method && !method->blocks.empty()) methods[i] = *method;
    }
    places_.emplace(file_, rules_.calls, methods);
    std::vector<ObjectMethod> results;
    for (const std::optional<ir::Method>& method : methods) {
      results.push_back(method ? Analyse(*method) : ObjectMethod{});
    }
    return results;
  }

 private:
  ObjectUse FieldUse(const ir::Method& method, const RegUses& uses, const Instruction& it) const {
    ObjectUse use{.bci = it.bci};
    use.write = it.op == Opcode::kPutField || it.op == Opcode::kPutStatic;
    const ObjectPlaces::FieldFacts facts = places_->FactsOf(method.Member(it));
    if (facts.is_final || facts.is_volatile) {
      use.category = facts.is_final ? ObjectCategory::kFieldFinal : ObjectCategory::kFieldVolatile;
      return use;
    }
    if (it.op == Opcode::kGetStatic || it.op == Opcode::kPutStatic) {
      use.category = ObjectCategory::kFieldStatic;
      use.tell = method.name == "<clinit>" ? Tell::kNot : Tell::kStatic;
      return use;
    }
    const Where where = places_->WhereIs(method, uses, method.Operands(it)[0]);
    use.category = FieldCategory(where);
    if (where == Where::kThis || where == Where::kObjectLocal) use.tell = Tell::kThis;
    if (where == Where::kOther) use.tell = Tell::kObject;
    return use;
  }

  ObjectUse ArrayUse(const ir::Method& method, const RegUses& uses, const Instruction& it) const {
    ObjectUse use{.bci = it.bci, .write = it.op == Opcode::kArrayStore};
    switch (places_->WhereIs(method, uses, method.Operands(it)[0])) {
      case Where::kThreadLocal:
        use.category = ObjectCategory::kArrayThreadLocal;
        break;
      case Where::kObjectLocal:
        use.category = ObjectCategory::kArrayObjectLocal;
        use.tell = Tell::kThis;
        break;
      default:
        const bool references = it.sub == static_cast<uint8_t>(ir::ElementKind::kReference);
        use.category = references ? ObjectCategory::kArrayReferences : ObjectCategory::kArrayOther;
        use.tell = references ? Tell::kNot : Tell::kArray;
    }
    return use;
  }

  // What the contract of such a method says, for a receiver whose class is not known for sure.
  bool Writes(const MemberRef& called) const {
    const int32_t number = rules_.calls->Find(called.name, called.descriptor);
    for (const std::string_view name : {called.owner, std::string_view("java/util/ArrayList"),
                                        std::string_view("java/util/HashMap"), std::string_view("java/util/HashSet")}) {
      const CallContracts::Meaning meaning = rules_.calls->On(name, number);
      if (meaning.effect != nullptr) return meaning.effect->verb == contracts::Verb::kWrite;
    }
    return true;
  }

  ObjectUse CallUse(const ir::Method& method, const RegUses& uses, const Instruction& it) const {
    ObjectUse use{.bci = it.bci, .write = true};
    const MemberRef called = method.Member(it);
    if (it.sub == static_cast<uint8_t>(ir::InvokeKind::kStatic)) {
      use.category = ObjectCategory::kCallStatic;
      return use;
    }
    const bool contract = rules_.calls != nullptr && called.owner.starts_with("java/") &&
                          rules_.calls->Find(called.name, called.descriptor) >= 0;
    if (contract) use.write = Writes(called);
    switch (places_->WhereIs(method, uses, method.Operands(it)[0])) {
      case Where::kThis:
        use.category = ObjectCategory::kCallThis;
        break;
      case Where::kThreadLocal:
        use.category = ObjectCategory::kCallThreadLocal;
        break;
      case Where::kObjectLocal:
        use.category = ObjectCategory::kCallObjectLocal;
        if (contract) use.tell = Tell::kThis;
        break;
      case Where::kOther:
        use.category = ObjectCategory::kCallOther;
        if (contract) use.tell = Tell::kCall;
    }
    return use;
  }

  ObjectMethod Analyse(const ir::Method& method) {
    ObjectMethod out;
    const RegUses uses = UsesOf(method);
    const bool constructor = method.name == "<init>";
    ObjectCandidates candidates(method.instructions.size());
    std::vector<bool> changes_locks(method.instructions.size());
    for (size_t i = 0; i < method.instructions.size(); ++i) {
      const Instruction& it = method.instructions[i];
      ObjectCandidate& at = candidates[i];
      switch (it.op) {
        case Opcode::kGetField:
        case Opcode::kPutField:
        case Opcode::kGetStatic:
        case Opcode::kPutStatic:
          at.use = FieldUse(method, uses, it);
          break;
        case Opcode::kArrayLoad:
        case Opcode::kArrayStore:
          at.use = ArrayUse(method, uses, it);
          break;
        case Opcode::kInvoke:
          changes_locks[i] = ChangesLocks(method.Member(it));
          if (method.Member(it).name == "<init>") {
            const bool super = method.Member(it).owner == file_.SuperName() && method.Operands(it)[0] == kThisReg;
            if (constructor && super) out.super_call = it.bci;
            continue;
          }
          at.use = CallUse(method, uses, it);
          break;
        case Opcode::kMonitorEnter:
        case Opcode::kMonitorExit:
          changes_locks[i] = true;
          continue;
        default:
          continue;
      }
      if (at.use.tell == Tell::kThis) {
        at.object = kThisReg;
        if (constructor) at.use.tell = Tell::kNot;
      } else if (at.use.tell == Tell::kObject || at.use.tell == Tell::kArray) {
        at.object = method.Operands(it)[0];
      }
      if (at.use.tell == Tell::kNot) at.object = ir::kNoReg;
    }
    if (constructor) out.leaks_this = Leaks(uses[Num(kThisReg)]);
    for (ObjectCandidate& each : candidates) {
      if (each.object != ir::kNoReg) each.object = places_->Same(method, each.object);
    }
    std::map<uint32_t, HoistedUse> hoisted;
    if (std::ranges::none_of(changes_locks, [](bool changes) { return changes; })) {
      hoisted = HoistUses(method, candidates, *places_);
      for (const auto& [reg, hoist] : hoisted) out.hoists.push_back(hoist.hoist);
    }
    TellAtEntry(method, candidates, changes_locks, rules_.strict, out);
    DropCovered(method, candidates, changes_locks, hoisted, *places_, out);
    Collect(method, candidates, changes_locks, *places_, out);
    return out;
  }

  const classfile::ClassFile& file_;
  const ObjectRules& rules_;
  std::optional<ObjectPlaces> places_;
};

}  // namespace

Result<std::vector<ObjectMethod>> AnalyseObjects(const classfile::ClassFile& file, const ObjectRules& rules) {
  return ClassAnalysis(file, rules).Run();
}

}  // namespace raddle::weave
