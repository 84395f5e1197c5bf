#include <algorithm>

#include "aspect/shadow_weaver.h"
#include "classfile/descriptor.h"

namespace raddle::aspect {

using namespace classfile;  // the code below is about instructions from end to end
using pointcut::Shadow;
using pointcut::ShadowKind;
using pointcut::Slot;

bool Advised::Needs(const Slot& slot) const {
  auto needs = [&](const Applied& each) { return aspect::Needs(each, slot, *shadow); };
  return std::ranges::any_of(before, needs) || std::ranges::any_of(after, needs);
}

namespace {

class InstructionWeaver {
 public:
  InstructionWeaver(const MethodToWeave& to, const Advised& advised, uint16_t self)
      : to_(to), advised_(advised), shadow_(*advised.shadow), self_(self), at_(advised.shadow->instruction) {}

  void Weave() {
    Snippet& before = to_.editor.Before(at_);
    if (advised_.Needs({Slot::Kind::kThis})) values_.self = Kept{shadow_.this_type, self_};
    values_.arguments.resize(shadow_.arguments.size());
    KeepOperands(before);
    if (shadow_.kind == ShadowKind::kUnlock) {
      CallQuietly(before, advised_.before);
    } else {
      for (const Applied& each : advised_.before) to_.caller.Call(before, each, shadow_, values_);
    }
    ReloadOperands(before);
    if (advised_.after.empty() || shadow_.kind == ShadowKind::kHandler) return;
    if (IsMonitor()) {
      WeaveAfterMonitor();
    } else {
      WeaveAfter(before);
    }
  }

 private:
  struct Operand {
    std::string type;
    std::optional<Kept>* into;
  };

  bool IsMonitor() const { return shadow_.kind == ShadowKind::kLock || shadow_.kind == ShadowKind::kUnlock; }

  // The handler of a block covers its own release: what is thrown there before the monitorexit comes back to it, for
  // ever. An advice does not throw there (quiet), but calling it can, where the stack overflows. Elsewhere the block's
  // handler takes care.
  void CallQuietly(Snippet& snippet, const std::vector<Applied>& advice) {
    if (advice.empty()) return;
    const Label from = to_.editor.NewLabel(), to = to_.editor.NewLabel();
    const Label caught = to_.editor.NewLabel(), end = to_.editor.NewLabel();
    if (shadow_.alone) snippet.Place(from);
    for (const Applied& each : advice) to_.caller.Call(snippet, each, shadow_, values_, {.quiet = true});
    if (!shadow_.alone) return;
    snippet.Place(to).Jump(Op::goto_, end).Place(caught).Do(Op::pop).Place(end);
    to_.editor.Cover(from, to, caught);
  }

  // What the instruction finds on the stack, the deepest first, and where it belongs.
  void KeepOperands(Snippet& before) {
    std::vector<Operand>& operands = operands_;
    bool wanted = IsMonitor();
    // A constructor's object cannot be touched before the call.
    if (!shadow_.target_type.empty()) {
      operands.push_back({shadow_.target_type, &values_.target});
      wanted |= advised_.Needs({Slot::Kind::kTarget});
    }
    for (uint32_t i = 0; i < shadow_.arguments.size(); ++i) {
      operands.push_back({shadow_.arguments[i], &values_.arguments[i]});
      wanted |= advised_.Needs({Slot::Kind::kArgument, i});
    }
    if (!wanted) operands.clear();
    for (auto operand = operands.rbegin(); operand != operands.rend(); ++operand) {
      const BaseKind kind = TypeDescriptor{operand->type}.kind();
      const uint16_t local = to_.editor.AddScratch(kind);
      *operand->into = Kept{operand->type, local};
      before.Store(kind, local);
    }
  }

  void ReloadOperands(Snippet& before) {
    for (const Operand& operand : operands_) before.Load(TypeDescriptor{operand.type}.kind(), (*operand.into)->local);
  }

  // Behind a monitorexit the block's own handler must not see what the advice throws: it would release once more.
  void WeaveAfterMonitor() {
    if (shadow_.kind == ShadowKind::kUnlock) to_.editor.LeaveRangesBeforeAfter(at_);
    Snippet& after = to_.editor.After(at_);
    if (shadow_.kind == ShadowKind::kLock) return CallQuietly(after, advised_.after);
    for (const Applied& each : advised_.after) to_.caller.Call(after, each, shadow_, values_);
  }

  void WeaveAfter(Snippet& before) {
    const bool on_throw =
        std::ranges::any_of(advised_.after, [](auto& it) { return it.advice->kind != AdviceKind::kAfterReturning; });
    const Label from = to_.editor.NewLabel(), to = to_.editor.NewLabel();
    const Label caught = to_.editor.NewLabel(), end = to_.editor.NewLabel();
    Snippet& after = to_.editor.After(at_);
    if (on_throw) {
      before.Place(from);
      after.Place(to);
    }
    Values values = values_;
    KeepResult(after, values);
    for (const Applied& each : advised_.after) to_.caller.Call(after, each, shadow_, values, {});
    if (!on_throw) return;
    after.Jump(Op::goto_, end).Place(caught);
    values = values_;
    values.outcome = Kept{"Ljava/lang/Throwable;", to_.editor.AddScratch(BaseKind::kReference)};
    after.Store(BaseKind::kReference, values.outcome->local);
    for (const Applied& each : advised_.after) to_.caller.Call(after, each, shadow_, values, {.thrown = true});
    after.Load(BaseKind::kReference, values.outcome->local).Do(Op::athrow).Place(end);
    to_.editor.Cover(from, to, caught);
  }

  // What the instruction has left on the stack, if an advice asks for it.
  void KeepResult(Snippet& after, Values& values) {
    const bool asked = std::ranges::any_of(advised_.after, [](auto& it) {
      return it.advice->kind == AdviceKind::kAfterReturning && it.advice->Find(Parameter::Role::kOutcome) != nullptr;
    });
    const std::string type = ResultType();
    if (!asked || type.empty()) return;
    const BaseKind kind = TypeDescriptor{type}.kind();
    values.outcome = Kept{type, to_.editor.AddScratch(kind)};
    after.Do(Slots(kind) == 2 ? Op::dup2 : Op::dup).Store(kind, values.outcome->local);
  }

  std::string ResultType() const {
    switch (shadow_.kind) {
      case ShadowKind::kMethodCall: {
        const std::string type(MethodDescriptor(shadow_.descriptor).Return().text);
        return type == "V" ? "" : type;
      }
      case ShadowKind::kConstructorCall:
        return LeavesObject() ? pointcut::DescriptorOf(shadow_.owner) : "";
      case ShadowKind::kFieldGet:
        return std::string(shadow_.descriptor);
      case ShadowKind::kArrayGet: {
        if (shadow_.target_type.starts_with('[')) return shadow_.target_type.substr(1);
        return "Ljava/lang/Object;";
      }
      default:
        return {};
    }
  }

  // Compilers write `new, dup, arguments, call`; without the dup nobody has the object behind the call.
  bool LeavesObject() const {
    const auto& instructions = to_.editor.code().instructions;
    int open = 0;
    for (uint32_t i = at_; i-- > 0;) {
      const Instruction& it = instructions[i];
      if (it.op == Op::invokespecial && to_.file.pool.Member(it.index).name == "<init>") ++open;
      if (it.op == Op::new_ && open-- == 0) return i + 1 < at_ && instructions[i + 1].op == Op::dup;
    }
    return false;
  }

  const MethodToWeave& to_;
  const Advised& advised_;
  const Shadow& shadow_;
  const uint16_t self_;
  const uint32_t at_;
  Values values_;
  std::vector<Operand> operands_;  // where an advice needs one of them, and of monitors
};

// Where `this` is: in local 0, unless the method's own code writes there.
uint16_t LocalOfThis(const MethodToWeave& to) {
  const auto& instructions = to.editor.code().instructions;
  const bool written = std::ranges::any_of(instructions, [](const Instruction& it) {
    const bool stores = Between(it.op, Op::istore, Op::astore_3);
    return stores && LocalOf(it) == 0;
  });
  if (!written || to.file.NameOf(to.method) == "<init>") return 0;
  const uint16_t copy = to.editor.AddLocal({"Ljava/lang/Object;"});
  to.editor.AtEntry().Load(BaseKind::kReference, 0).Store(BaseKind::kReference, copy);
  return copy;
}

}  // namespace

void WeaveInstructions(const MethodToWeave& to, const std::vector<Advised>& shadows) {
  uint16_t self = 0;
  if (std::ranges::any_of(shadows, [](const Advised& it) { return it.Needs({Slot::Kind::kThis}); })) {
    self = LocalOfThis(to);
  }
  for (const Advised& advised : shadows) InstructionWeaver(to, advised, self).Weave();
}

}  // namespace raddle::aspect
