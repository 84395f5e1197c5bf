// OperandStack: what is known of the values on the operand stack, along one straight stretch of code.
//
// A slot holds a Value; a default Value says nothing. Nothing is known below the stack's bottom either. So a walk may
// start anywhere with an empty stack, and clears the stack where paths meet.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "classfile/code.h"
#include "classfile/opcodes.h"

namespace raddle::weave {

template <typename Value>
class OperandStack {
 public:
  Value Pop() {
    if (slots_.empty()) return {};
    Value value = std::move(slots_.back());
    slots_.pop_back();
    return value;
  }
  void PopSlots(int count) {
    for (int i = 0; i < count; ++i) Pop();
  }
  void Push(Value value) { slots_.push_back(std::move(value)); }
  void PushUnknown(int count) { slots_.resize(slots_.size() + static_cast<size_t>(count)); }
  void Clear() { slots_.clear(); }

  // Slots of values given by letter, as in opcodes.inc.
  static int SlotsOf(std::string_view letters) {
    int slots = 0;
    for (const char letter : letters) slots += letter == 'J' || letter == 'D' ? 2 : 1;
    return slots;
  }

  // An instruction whose results are of no interest, or that only moves slots.
  void Step(const classfile::Instruction& it, const classfile::ConstantPool& pool) {
    using classfile::Op;
    if (Shuffle(it.op)) return;
    const classfile::OpInfo& info = classfile::Info(it.op);
    const bool depends = info.pops.find('*') != info.pops.npos || info.pushes.find('*') != info.pushes.npos;
    if (!depends) {
      PopSlots(SlotsOf(info.pops));
      return PushUnknown(SlotsOf(info.pushes));
    }
    const int pushed = PushedBy(it, pool);
    PopSlots(pushed - classfile::StackChange(it, pool));
    PushUnknown(pushed);
  }

 private:
  static int PushedBy(const classfile::Instruction& it, const classfile::ConstantPool& pool) {
    using classfile::Op;
    if (classfile::IsFieldAccess(it.op) && (it.op == Op::putfield || it.op == Op::putstatic)) return 0;
    if (classfile::IsInvoke(it.op) || classfile::IsFieldAccess(it.op)) {
      const std::string_view descriptor =
          it.op == Op::invokedynamic ? pool.Dynamic(it.index).descriptor : pool.Member(it.index).descriptor;
      const std::string_view result = descriptor.substr(descriptor.rfind(')') + 1);  // npos + 1 is 0
      return result == "V" ? 0 : result == "J" || result == "D" ? 2 : 1;
    }
    const int change = classfile::StackChange(it, pool);
    return change > 0 ? change : 1;  // constants, multianewarray
  }

  // The instructions that copy some slots below others.
  bool Shuffle(classfile::Op op) {
    using classfile::Op;
    struct Move {
      Op op;
      int copied, over;
    };
    static constexpr std::array<Move, 6> kMoves = {{{Op::dup, 1, 0},
                                                    {Op::dup_x1, 1, 1},
                                                    {Op::dup_x2, 1, 2},
                                                    {Op::dup2, 2, 0},
                                                    {Op::dup2_x1, 2, 1},
                                                    {Op::dup2_x2, 2, 2}}};
    if (op == Op::swap) {
      Value b = Pop(), a = Pop();
      Push(std::move(b));
      Push(std::move(a));
      return true;
    }
    for (const Move& move : kMoves) {
      if (move.op != op) continue;
      std::vector<Value> copied, over;
      for (int i = 0; i < move.copied; ++i) copied.push_back(Pop());
      for (int i = 0; i < move.over; ++i) over.push_back(Pop());
      auto put = [&](const std::vector<Value>& values) { slots_.insert(slots_.end(), values.rbegin(), values.rend()); };
      put(copied);
      put(over);
      put(copied);
      return true;
    }
    return false;
  }

  std::vector<Value> slots_;  // the topmost last
};

// Loads of a local, by the letter of what they push; stores.
inline bool IsLoadOf(const classfile::Instruction& it, std::string_view letter) {
  return classfile::LocalOf(it) >= 0 && it.op != classfile::Op::iinc && classfile::Info(it.op).pops.empty() &&
         classfile::Info(it.op).pushes == letter;
}
inline bool IsStore(const classfile::Instruction& it) {
  return classfile::LocalOf(it) >= 0 && !classfile::Info(it.op).pops.empty();
}

}  // namespace raddle::weave
