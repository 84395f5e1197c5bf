#include "weave/covered.h"

#include <algorithm>
#include <array>

#include "weave/operand_stack.h"
#include "weave/straight_code.h"

namespace raddle::weave {

using namespace classfile;  // the code below is about instructions from end to end

const Member* DeclaredField(const ClassFile& file, const Instruction& access) {
  const MemberRef field = file.pool.Member(access.index);
  if (field.owner != file.Name()) return nullptr;
  for (const Member& member : file.fields) {
    if (file.NameOf(member) == field.name && file.DescriptorOf(member) == field.descriptor) return &member;
  }
  return nullptr;
}

bool IsPureCall(const ClassFile& file, const Instruction& it) {
  static constexpr std::array<std::string_view, 6> kPure = {"java/lang/Math",  "java/lang/StrictMath",
                                                            "java/lang/Float", "java/lang/Double",
                                                            "java/lang/Long",  "java/lang/Integer"};
  return it.op == Op::invokestatic && std::ranges::find(kPure, file.pool.Member(it.index).owner) != kPure.end();
}

namespace {

class CoverageFinder {
 public:
  CoverageFinder(const ClassFile& file, const Member& method, const Code& code, const std::vector<bool>& told)
      : file_(file), method_(method), code_(code), told_(told) {
    const size_t count = code.instructions.size();
    found_.covered.assign(count, false);
    found_.on_this.assign(count, false);
    meets_ = MeetingPoints(code);
    // A handler may be entered from anywhere in its range: what is told there must not wait for later.
    for (const Handler& handler : code.handlers) meets_[handler.start] = meets_[handler.end] = true;
    this_changes_ = OverwritesThis(code);
  }

  Coverage Find() {
    for (uint32_t i = 0; i < code_.instructions.size(); ++i) {
      if (meets_[i]) Forget();
      Step(i, code_.instructions[i]);
    }
    Close();
    return std::move(found_);
  }

 private:
  struct Value {
    int local = -1;
    bool is_constant = false;
    int32_t constant = 0;
    uint32_t number = 0;  // of one that is neither, and was copied
    bool copied = false;  // on the stack, as for a += e

    bool known() const { return local >= 0 || is_constant || number > 0; }
    bool operator==(const Value& other) const {
      return local == other.local && is_constant == other.is_constant && constant == other.constant &&
             number == other.number;
    }
  };

  // An access that was told.
  struct Fact {
    uint32_t instruction;
    Value object;
    Index field;    // 0: an element
    Value element;  // its index
    bool write;
  };

  void Forget() {
    EndEpoch();
    stack_.Clear();
    not_null_.clear();
  }

  void EndEpoch() {
    facts_.clear();
    Close();
  }

  // What was to be told together is, here at the latest.
  void Close() {
    if (open_.size() > 1) found_.together.push_back(open_);
    open_.clear();
  }

  void Step(uint32_t i, const Instruction& it) {
    if (IsLoadOf(it, "A") || IsLoadOf(it, "I")) return stack_.Push({.local = LocalOf(it)});
    if (Between(it.op, Op::iconst_m1, Op::iconst_5)) {
      return stack_.Push({.is_constant = true, .constant = Byte(it.op) - Byte(Op::iconst_0)});
    }
    if (it.op == Op::getfield || it.op == Op::putfield) return StepField(i, it);
    if (IsArrayLoad(it.op) || IsArrayStore(it.op)) return StepArray(i, it);
    if (EndsEpoch(it)) {
      EndEpoch();
    } else if (MayThrow(it.op)) {
      last_throw_ = i;
      if (IsJump(it.op)) last_jump_ = i;
      Close();
    } else if (IsFieldAccess(it.op)) {
      Close();  // of a static
    } else if (it.op == Op::dup) {
      NameTop(1);
    } else if (it.op == Op::dup2) {
      NameTop(2);
    }
    stack_.Step(it, file_.pool);
    const int local = LocalOf(it);
    if (local < 0 || !(IsStore(it) || it.op == Op::iinc)) return;
    const bool wide = Info(it.op).pops == "J" || Info(it.op).pops == "D";
    ForgetLocal(local);
    if (wide) ForgetLocal(local + 1);
  }

  // The topmost values are about to be copied.
  void NameTop(int count) {
    std::array<Value, 2> values;
    for (int i = 0; i < count; ++i) values[i] = stack_.Pop();
    for (int i = count; i > 0; --i) {
      Value& value = values[i - 1];
      if (!value.known()) value.number = ++last_number_;
      value.copied = true;
      stack_.Push(value);
    }
  }

  void StepField(uint32_t i, const Instruction& it) {
    const bool write = it.op == Op::putfield;
    const std::string_view descriptor = file_.pool.Member(it.index).descriptor;
    const int slots = descriptor == "J" || descriptor == "D" ? 2 : 1;
    if (write) stack_.PopSlots(slots);
    const Value object = stack_.Pop();
    if (!write) stack_.PushUnknown(slots);
    found_.on_this[i] = object.local == 0 && !method_.Has(kStatic) && !this_changes_;
    const Member* field = DeclaredField(file_, it);
    if (field == nullptr || field->Has(kVolatile)) {
      EndEpoch();
      last_throw_ = i;
      return;
    }
    // Final fields have no word.
    if (!field->Has(kFinal)) Tell({i, object, it.index, {}, write});
    if (IsNotNull(object.local)) return;
    if (!found_.on_this[i]) last_throw_ = i;
    if (object.local >= 0) not_null_.push_back(object.local);
  }

  void StepArray(uint32_t i, const Instruction& it) {
    const bool write = IsArrayStore(it.op);
    stack_.PopSlots(OperandStack<Value>::SlotsOf(Info(it.op).pops.substr(2)));
    const Value index = stack_.Pop(), array = stack_.Pop();
    stack_.PushUnknown(OperandStack<Value>::SlotsOf(Info(it.op).pushes));
    // A store of a reference may fail, and then has not been made; its check comes before it all the same.
    if (index.known()) Tell({i, array, 0, index, write});
    last_throw_ = i;
    Close();
  }

  bool IsNotNull(int local) const { return std::ranges::find(not_null_, local) != not_null_.end(); }

  void Tell(const Fact& fact) {
    if (!IsTold(told_, fact.instruction)) return;
    if (!fact.object.known()) return Close();
    auto same = [&](const Fact& other) {
      return other.object == fact.object && other.field == fact.field && other.element == fact.element;
    };
    for (Fact& other : facts_) {
      if (!same(other)) continue;
      if (other.write || !fact.write) {
        found_.covered[fact.instruction] = true;
        return;
      }
      // A read before: this write tells of it, if it is sure to come. It is not quite where e of a += e may throw.
      const bool is_compound = fact.object.copied && other.object.copied;
      if ((is_compound ? last_jump_ : last_throw_) <= other.instruction) {
        found_.covered[other.instruction] = true;
        TakeOut(other.instruction);
      }
      other = fact;
      return TellTogether(fact);
    }
    facts_.push_back(fact);
    TellTogether(fact);
  }

  void TellTogether(const Fact& fact) {
    if (fact.field == 0) return;  // StepArray ends it
    if (fact.object.local < 0) return Close();
    open_.push_back({fact.instruction, fact.object.local});
    if (open_.size() == kMostTogether) Close();
  }

  void TakeOut(uint32_t instruction) {
    auto is = [&](const FieldAccess& it) { return it.instruction == instruction; };
    std::erase_if(open_, is);
    for (ToldTogether& told : found_.together) std::erase_if(told, is);
    std::erase_if(found_.together, [](const ToldTogether& told) { return told.empty(); });
  }

  void ForgetLocal(int local) {
    std::erase(not_null_, local);
    if (std::ranges::any_of(open_, [&](const FieldAccess& it) { return it.object == local; })) Close();
    std::erase_if(facts_, [&](const Fact& fact) { return fact.object.local == local || fact.element.local == local; });
    stack_.Clear();  // what was pushed from it is another value now
  }

  bool EndsEpoch(const Instruction& it) const {
    if (IsInvoke(it.op)) return it.op == Op::invokedynamic || !IsPureCall(file_, it);
    if (it.op == Op::getstatic || it.op == Op::putstatic) {
      const Member* field = DeclaredField(file_, it);
      return field == nullptr || field->Has(kVolatile);
    }
    switch (it.op) {
      case Op::monitorenter:
      case Op::monitorexit:
      case Op::new_:
      case Op::anewarray:
      case Op::multianewarray:
      case Op::checkcast:
      case Op::instanceof_:
      case Op::athrow:
        return true;
      case Op::ldc:
      case Op::ldc_w: {
        const Tag tag = file_.pool.tag(it.index);
        return tag != Tag::kInteger && tag != Tag::kFloat && tag != Tag::kString;
      }
      default:
        // Behind a jump that is not taken, what was to be told later may never be.
        return IsReturn(it.op) || IsSwitch(it.op);
    }
  }

  static bool MayThrow(Op op) {
    switch (op) {
      case Op::idiv:
      case Op::irem:
      case Op::ldiv:
      case Op::lrem:
      case Op::arraylength:
      case Op::newarray:
        return true;
      default:
        return IsJump(op) || IsInvoke(op);
    }
  }

  const ClassFile& file_;
  const Member& method_;
  const Code& code_;
  const std::vector<bool>& told_;
  Coverage found_;
  std::vector<bool> meets_;
  std::vector<Fact> facts_;
  ToldTogether open_;
  std::vector<int> not_null_;  // locals that were used already
  OperandStack<Value> stack_;
  uint32_t last_throw_ = 0;  // the last instruction behind which this stretch may have been left
  uint32_t last_jump_ = 0;   // the same by a jump
  uint32_t last_number_ = 0;
  bool this_changes_ = false;
};

}  // namespace

Coverage FindCovered(const ClassFile& file, const Member& method, const Code& code, const std::vector<bool>& told) {
  return CoverageFinder(file, method, code, told).Find();
}

}  // namespace raddle::weave
