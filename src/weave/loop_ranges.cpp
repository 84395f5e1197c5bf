#include "weave/loop_ranges.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "weave/covered.h"
#include "weave/operand_stack.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

constexpr uint32_t kMaxAddends = 4;

// One loop, the instructions from `head` to the jump back at `back`.
class LoopFinder {
 public:
  LoopFinder(const ClassFile& file, const Member& method, const Code& code, uint32_t head, uint32_t back)
      : file_(file), method_(method), code_(code), head_(head), back_(back) {}

  std::optional<RangeLoop> Find() {
    if (!HasOneWayIn() || !IsQuiet()) return {};
    FindCounters();
    Walk();
    if (loop_.accesses.empty()) return {};
    if (HasOneSetOfHandlers()) FindFaults();
    return loop_;
  }

 private:
  // What is known of a slot of the operand stack.
  struct Value {
    bool is_int = false;
    int counter = -1;
    std::vector<uint16_t> addends;
    int32_t constant = 0;           // with a counter: beyond its value at the start of the round
    std::vector<uint32_t> pushers;  // of a reference that does not change: the instructions that push it
  };

  const Instruction& At(uint32_t i) const { return code_.instructions[i]; }
  bool IsInside(uint32_t i) const { return i >= head_ && i <= back_; }

  template <typename Visit>
  void ForEachTarget(uint32_t i, Visit&& visit) const {
    const Instruction& it = At(i);
    if (IsJump(it.op)) visit(static_cast<uint32_t>(it.value));
    if (!IsSwitch(it.op)) return;
    const Switch& cases = code_.switches[static_cast<uint32_t>(it.value)];
    visit(cases.default_target);
    for (const uint32_t target : cases.targets) visit(target);
  }

  // Notes the ways out too.
  bool HasOneWayIn() {
    if (head_ == 0 || !FallsThrough(At(head_ - 1).op) || IsJump(At(head_ - 1).op)) return false;
    bool sound = true;
    for (uint32_t i = 0; i < code_.instructions.size(); ++i) {
      ForEachTarget(i, [&](uint32_t target) {
        if (!IsInside(i)) {
          sound &= !IsInside(target);
        } else if (!IsInside(target)) {
          sound &= IsConditional(At(i).op) || IsGoto(At(i).op);
          loop_.exits.push_back({i, {}});
        } else if (i != back_) {
          sound &= target > i;  // or it is not innermost
          jumps_.push_back(i);
        }
      });
      const Op op = At(i).op;
      if (IsInside(i) && (IsReturn(op) || op == Op::athrow)) loop_.exits.push_back({i, {}});
    }
    if (IsConditional(At(back_).op)) loop_.exits.push_back({back_, {}});
    for (const Handler& handler : code_.handlers) sound &= !IsInside(handler.handler);
    loop_.entry = head_ - 1;
    loop_.back = back_;
    return sound;
  }

  // Nothing here synchronises, or runs code that may.
  bool IsQuiet() const {
    for (uint32_t i = head_; i <= back_; ++i) {
      const Instruction& it = At(i);
      if (IsInvoke(it.op)) {
        if (!IsPureCall(file_, it)) return false;
      } else if (IsFieldAccess(it.op)) {
        const Member* field = DeclaredField(file_, it);
        if (field == nullptr || field->Has(kVolatile)) return false;
      } else if (IsSwitch(it.op) || IsJsr(it.op)) {
        return false;
      }
      switch (it.op) {
        case Op::ret:
        case Op::monitorenter:
        case Op::monitorexit:
        case Op::new_:
        case Op::anewarray:
        case Op::multianewarray:
        case Op::checkcast:
        case Op::instanceof_:
          return false;
        case Op::ldc:
        case Op::ldc_w:
        case Op::ldc2_w:
          if (!IsNumber(it.index)) return false;
          break;
        default:
          break;
      }
    }
    return true;
  }

  bool IsNumber(Index index) const {
    const Tag tag = file_.pool.tag(index);
    return tag == Tag::kInteger || tag == Tag::kFloat || tag == Tag::kLong || tag == Tag::kDouble;
  }

  // A round makes it exactly once: no jump leads past it.
  bool IsInEveryRound(uint32_t i) const {
    return std::ranges::none_of(jumps_,
                                [&](uint32_t from) { return from<i&& static_cast<uint32_t>(At(from).value)> i; });
  }

  // Locals that only `iinc` changes, once in a round each time; and those that nothing changes.
  void FindCounters() {
    for (uint32_t i = head_; i <= back_; ++i) {
      const Instruction& it = At(i);
      const int local = LocalOf(it);
      if (IsStore(it)) {
        const bool wide = Info(it.op).pops == "J" || Info(it.op).pops == "D";
        changed_[local] = true;
        if (wide) changed_[local + 1] = true;
      } else if (it.op == Op::iinc) {
        if (!IsInEveryRound(i)) changed_[local] = true;
        steps_[local] += it.value;
      }
    }
  }

  bool IsChanged(int local) const { return changed_.contains(local); }

  Value Int(int local) const {
    Value value;
    if (IsChanged(local)) return value;
    value.is_int = true;
    if (steps_.contains(local)) {
      value.counter = local;
      const auto made = made_.find(local);
      value.constant = made == made_.end() ? 0 : made->second;
    } else {
      value.addends = {static_cast<uint16_t>(local)};
    }
    return value;
  }

  static Value Constant(int32_t constant) {
    Value value;
    value.is_int = true;
    value.constant = constant;
    return value;
  }

  static Value Sum(const Value& a, const Value& b, bool minus) {
    const bool plain = b.counter < 0 && b.addends.empty();
    if (!a.is_int || !b.is_int || (minus && !plain)) return {};
    if (a.counter >= 0 && b.counter >= 0) return {};
    Value sum = a;
    if (b.counter >= 0) sum.counter = b.counter;
    sum.addends.insert(sum.addends.end(), b.addends.begin(), b.addends.end());
    const uint32_t second = static_cast<uint32_t>(b.constant);
    sum.constant = static_cast<int32_t>(static_cast<uint32_t>(a.constant) + (minus ? 0u - second : second));
    return sum.addends.size() > kMaxAddends ? Value{} : sum;
  }

  // What each instruction leaves on the stack. Where paths meet nothing is known of it.
  void Walk() {
    for (uint32_t i = head_; i <= back_; ++i) {
      for (const uint32_t from : jumps_) {
        if (static_cast<uint32_t>(At(from).value) == i) stack_.Clear();
      }
      Step(i);
    }
    // Where the loop is left the counter has what the rounds and this part of the last one have made of it.
    for (size_t i = 0; i < loop_.exits.size(); ++i) {
      LoopExit& exit = loop_.exits[i];
      for (const RangeAccess& access : loop_.accesses) {
        const bool made_in_last = access.instruction < exit.instruction;
        exit.last.push_back(access.first - made_at_exits_[i][access.counter] - (made_in_last ? 0 : access.step));
      }
    }
  }

  // What is thrown anew behind the jump back is caught by whoever would have caught it in the loop.
  bool HasOneSetOfHandlers() const {
    return std::ranges::all_of(code_.handlers, [&](const Handler& handler) {
      return handler.end <= head_ || handler.start > back_ || (handler.start <= head_ && handler.end > back_);
    });
  }

  void FindFaults() {
    std::map<int, int32_t> made;
    for (uint32_t i = head_; i <= back_; ++i) {
      const uint32_t first = i;
      bool may_throw = false;
      for (; i <= back_ && At(i).op != Op::iinc; ++i) may_throw |= MayThrow(At(i).op);
      if (may_throw) {
        LoopFault& fault = loop_.faults.emplace_back(LoopFault{first, i, {}});
        for (const RangeAccess& access : loop_.accesses) {
          fault.last.push_back(access.first - made[access.counter] - access.step);
        }
      }
      if (i <= back_) made[LocalOf(At(i))] += At(i).value;
    }
  }

  static bool MayThrow(Op op) {
    return IsArrayLoad(op) || IsArrayStore(op) || IsFieldAccess(op) || IsInvoke(op) || op == Op::arraylength ||
           op == Op::idiv || op == Op::irem || op == Op::ldiv || op == Op::lrem;
  }

  void Step(uint32_t i) {
    const Instruction& it = At(i);
    for (size_t exit = 0; exit < loop_.exits.size(); ++exit) {
      if (loop_.exits[exit].instruction == i) made_at_exits_[exit] = made_;
    }
    if (IsLoadOf(it, "I")) return stack_.Push(Int(LocalOf(it)));
    if (IsLoadOf(it, "A")) {
      Value value;
      if (!IsChanged(LocalOf(it))) value.pushers = {i};
      return stack_.Push(value);
    }
    if (it.op == Op::iinc) {
      made_[LocalOf(it)] += it.value;
      return;
    }
    if (Between(it.op, Op::iconst_m1, Op::iconst_5)) return stack_.Push(Constant(Byte(it.op) - Byte(Op::iconst_0)));
    if (it.op == Op::bipush || it.op == Op::sipush) return stack_.Push(Constant(it.value));
    if (it.op == Op::iadd || it.op == Op::isub) {
      const Value b = stack_.Pop(), a = stack_.Pop();
      return stack_.Push(Sum(a, b, it.op == Op::isub));
    }
    if (it.op == Op::getfield || it.op == Op::getstatic) return StepField(i, it);
    if (IsArrayLoad(it.op) || IsArrayStore(it.op)) return StepArray(i, it);
    stack_.Step(it, file_.pool);
  }

  // A final field is the same in all rounds, but for the class's own constructors and initialiser.
  void StepField(uint32_t i, const Instruction& it) {
    const bool is_static = it.op == Op::getstatic;
    const Value holder = is_static ? Value{} : stack_.Pop();
    const Member* field = DeclaredField(file_, it);
    const bool wide = file_.DescriptorOf(*field) == "J" || file_.DescriptorOf(*field) == "D";
    if (wide) return stack_.PushUnknown(2);
    Value value;
    const bool of_this = holder.pushers.size() == 1 && LocalOf(At(holder.pushers[0])) == 0 && !method_.Has(kStatic);
    const bool constant = field->Has(kFinal) && !file_.NameOf(method_).starts_with('<');
    if (constant && is_static) value.pushers = {i};
    if (constant && of_this) value.pushers = {holder.pushers[0], i};
    stack_.Push(value);
  }

  void StepArray(uint32_t i, const Instruction& it) {
    const std::string_view pops = Info(it.op).pops;
    stack_.PopSlots(OperandStack<Value>::SlotsOf(pops.substr(2)));
    const Value index = stack_.Pop(), array = stack_.Pop();
    stack_.PushUnknown(OperandStack<Value>::SlotsOf(Info(it.op).pushes));
    if (!index.is_int || index.counter < 0 || array.pushers.empty() || !IsInEveryRound(i)) return;
    const int32_t step = steps_[index.counter];
    if (step == 0) return;
    loop_.accesses.push_back({.instruction = i,
                              .array = array.pushers,
                              .counter = static_cast<uint16_t>(index.counter),
                              .addends = index.addends,
                              .first = index.constant,
                              .step = step});
  }

  const ClassFile& file_;
  const Member& method_;
  const Code& code_;
  const uint32_t head_, back_;
  RangeLoop loop_{};
  std::vector<uint32_t> jumps_;   // forward, inside
  std::map<int, bool> changed_;   // locals, in another way than by fixed steps
  std::map<int, int32_t> steps_;  // of counters, in a round
  std::map<int, int32_t> made_;   // of these, up to here
  std::map<size_t, std::map<int, int32_t>> made_at_exits_;
  OperandStack<Value> stack_;
};

}  // namespace

std::vector<RangeLoop> FindRangeLoops(const ClassFile& file, const Member& method, const Code& code) {
  std::vector<RangeLoop> found;
  const auto count = static_cast<uint32_t>(code.instructions.size());
  for (uint32_t i = 0; i < count; ++i) {
    const Instruction& it = code.instructions[i];
    if (!(IsGoto(it.op) || IsConditional(it.op)) || static_cast<uint32_t>(it.value) > i) continue;
    const auto head = static_cast<uint32_t>(it.value);
    std::optional<RangeLoop> loop = LoopFinder(file, method, code, head, i).Find();
    if (loop) found.push_back(std::move(*loop));
  }
  return found;
}

}  // namespace raddle::weave
