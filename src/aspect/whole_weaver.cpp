// Advice of whole methods. The shape of what comes out, everything optional:
//
//   entry:    copies of what after advice needs; before advice of the execution
//             lock object -> local; before lock; monitorenter; after lock
//   body:     each return becomes: result -> local; goto leave
//   handler:  (around the body) before unlock; monitorexit; after unlock; after advice of the execution; throw on
//   leave:    the same with the result, outside the handler's range; return
//
// In a constructor the entry's part stands behind super(...) or this(...), and the handler covers what follows that.
//
// An object's initialization is one, also where a constructor calls another by this(...): it begins behind super(...),
// with the advice of the constructor that was called first. So that one, before this(...), has its advice wait in a
// Construction (java/aspect) and hands it on; the one that takes it calls the advice in place of its own.
#include <algorithm>

#include "aspect/shadow_weaver.h"
#include "classfile/descriptor.h"

namespace raddle::aspect {

using namespace classfile;  // the code below is about instructions from end to end
using pointcut::Shadow;
using pointcut::ShadowKind;
using pointcut::Slot;

namespace {

BaseKind KindOf(const std::string& type) {
  return TypeDescriptor{type}.kind();
}

// As the type of an added local, which must be one that every class can name.
std::string Erased(std::string_view type) {
  return TypeDescriptor{type}.IsReference() ? "Ljava/lang/Object;" : std::string(type);
}

void PushZero(Snippet& snippet, BaseKind kind) {
  switch (kind) {
    case BaseKind::kReference:
      snippet.Do(Op::aconst_null);
      return;
    case BaseKind::kLong:
      snippet.Do(Op::lconst_0);
      return;
    case BaseKind::kFloat:
      snippet.Do(Op::fconst_0);
      return;
    case BaseKind::kDouble:
      snippet.Do(Op::dconst_0);
      return;
    default:
      snippet.Do(Op::iconst_0);
  }
}

Op ReturnOf(BaseKind kind) {
  switch (kind) {
    case BaseKind::kVoid:
      return Op::return_;
    case BaseKind::kLong:
      return Op::lreturn;
    case BaseKind::kFloat:
      return Op::freturn;
    case BaseKind::kDouble:
      return Op::dreturn;
    case BaseKind::kReference:
      return Op::areturn;
    default:
      return Op::ireturn;
  }
}

class WholeWeaver {
 public:
  WholeWeaver(const MethodToWeave& to, const std::vector<Advised>& shadows) : to_(to), editor_(to.editor) {
    for (const Advised& each : shadows) {
      const ShadowKind kind = each.shadow->kind;
      if (kind == ShadowKind::kLock) {
        lock_ = &each;
      } else if (kind == ShadowKind::kUnlock) {
        unlock_ = &each;
      } else {
        around_.push_back(&each);
        if (each.called_by_this) handed_ = editor_.AddLocal({"Ljava/lang/Object;"});
        if (each.shadow->instruction != Shadow::kWhole) first_ = each.shadow->instruction;
      }
    }
  }

  Result<void> Weave() {
    const bool leaves = lock_ != nullptr || unlock_ != nullptr || handed_ ||
                        std::ranges::any_of(around_, [](const Advised* it) { return !it->after.empty(); });
    if (handed_) {
      to_.caller.CallRuntime(editor_.AtEntry(), "take", "()Ljava/lang/Object;");
      editor_.AtEntry().Store(BaseKind::kReference, *handed_);
    }
    Snippet& start = first_ == 0 ? editor_.AtEntry() : editor_.After(first_ - 1);
    if (handed_) CopyOfThis(start);
    for (const Advised* each : around_) {
      kept_.push_back(Keep(*each, start));
      if (each->shadow->kind == ShadowKind::kInitialization) {
        BeginInitialization(*each, start);
      } else {
        for (const Applied& advice : each->before) to_.caller.Call(start, advice, *each->shadow, kept_.back());
      }
    }
    if (lock_ != nullptr || unlock_ != nullptr) RADDLE_CHECK(TakeLock(start));
    if (leaves) WeaveExits();
    return {};
  }

 private:
  bool IsStatic() const { return to_.method.Has(kStatic); }

  // What the advice needs, from the parameters; in copies where it is needed when they may be gone.
  Values Keep(const Advised& advised, Snippet& start) {
    const Shadow& shadow = *advised.shadow;
    const bool copies = !advised.after.empty() || first_ != 0;
    Values values;
    if (advised.Needs({Slot::Kind::kThis}) || advised.Needs({Slot::Kind::kTarget})) {
      const uint16_t local = !advised.after.empty() ? CopyOfThis(start) : uint16_t{0};
      if (!shadow.this_type.empty()) values.self = Kept{shadow.this_type, local};
      if (!shadow.target_type.empty()) values.target = Kept{shadow.target_type, local};
    }
    values.arguments.resize(shadow.arguments.size());
    uint16_t slot = IsStatic() ? 0 : 1;
    for (uint32_t i = 0; i < shadow.arguments.size(); ++i) {
      const BaseKind kind = KindOf(shadow.arguments[i]);
      if (advised.Needs({Slot::Kind::kArgument, i})) {
        uint16_t local = slot;
        if (copies) {
          local = editor_.AddLocal({Erased(shadow.arguments[i])});
          editor_.AtEntry().Load(kind, slot).Store(kind, local);
        }
        values.arguments[i] = Kept{shadow.arguments[i], local};
      }
      slot = static_cast<uint16_t>(slot + Slots(kind));
    }
    return values;
  }

  // A constructor has no `this` to keep before super(...).
  uint16_t CopyOfThis(Snippet& start) {
    if (self_) return *self_;
    self_ = editor_.AddLocal({"Ljava/lang/Object;"});
    if (&start != &editor_.AtEntry()) editor_.AtEntry().Do(Op::aconst_null).Store(BaseKind::kReference, *self_);
    start.Load(BaseKind::kReference, 0).Store(BaseKind::kReference, *self_);
    return *self_;
  }

  void BeginInitialization(const Advised& advised, Snippet& start) {
    if (!advised.shadow->calls_this.empty()) return HandOn(advised);
    const Label begun = editor_.NewLabel();
    if (handed_) {
      const Label own = editor_.NewLabel();
      start.Load(BaseKind::kReference, *handed_).Jump(Op::ifnull, own);
      start.Load(BaseKind::kReference, *handed_).Load(BaseKind::kReference, 0);
      to_.caller.CallRuntime(start, "begin", "(Ljava/lang/Object;Ljava/lang/Object;)V");
      start.Jump(Op::goto_, begun).Place(own);
    }
    for (const Applied& advice : advised.before) to_.caller.Call(start, advice, *advised.shadow, kept_.back());
    if (handed_) start.Place(begun);
  }

  // Right before this(...), when its arguments are there: nothing runs between this and the other constructor's entry.
  void HandOn(const Advised& advised) {
    Snippet& snippet = editor_.Before(first_ - 1);
    const uint16_t construction = editor_.AddScratch(BaseKind::kReference);
    const Label known = editor_.NewLabel();
    if (handed_) {
      snippet.Load(BaseKind::kReference, *handed_).Store(BaseKind::kReference, construction);
      snippet.Load(BaseKind::kReference, *handed_).Jump(Op::ifnonnull, known);
    }
    to_.caller.CallRuntime(snippet, "start", "()Ljava/lang/Object;");
    snippet.Store(BaseKind::kReference, construction);
    Values values = kept_.back();
    values.self = values.target = Kept{advised.shadow->this_type};
    for (const Applied& each : advised.before) {
      to_.caller.Call(snippet, each, *advised.shadow, values, {.waits_in = construction});
    }
    values.outcome = Kept{"Ljava/lang/Throwable;"};
    for (const Applied& each : advised.after) {
      to_.caller.Call(snippet, each, *advised.shadow, values, {.thrown = true, .waits_in = construction});
    }
    if (handed_) snippet.Place(known);
    snippet.Load(BaseKind::kReference, construction);
    to_.caller.CallRuntime(snippet, "handOn", "(Ljava/lang/Object;)V");
  }

  Result<void> TakeLock(Snippet& start) {
    to_.method.access &= static_cast<uint16_t>(~kSynchronized);
    const std::string type = IsStatic() ? "Ljava/lang/Class;" : pointcut::DescriptorOf(to_.file.Name());
    monitor_.arguments = {Kept{type, editor_.AddLocal({"Ljava/lang/Object;"})}};
    const uint16_t local = monitor_.arguments[0]->local;
    for (const Advised* each : {lock_, unlock_}) {
      if (each != nullptr && each->Needs({Slot::Kind::kThis})) monitor_.self = Kept{type, local};
    }
    if (IsStatic()) {
      start.PushConstant(to_.file.pool.AddClass(to_.file.Name()));
    } else {
      start.Load(BaseKind::kReference, 0);
    }
    start.Store(BaseKind::kReference, local);
    if (lock_ != nullptr) {
      for (const Applied& each : lock_->before) to_.caller.Call(start, each, *lock_->shadow, monitor_);
    }
    start.Load(BaseKind::kReference, local).Do(Op::monitorenter);
    if (lock_ != nullptr) CallQuietly(start, lock_->after, *lock_->shadow);
    return {};
  }

  // Where the lock is held, not even a stack that overflows may get past its release.
  void CallQuietly(Snippet& snippet, const std::vector<Applied>& advice, const Shadow& shadow) {
    if (advice.empty()) return;
    const Label from = editor_.NewLabel(), to = editor_.NewLabel();
    const Label caught = editor_.NewLabel(), end = editor_.NewLabel();
    snippet.Place(from);
    for (const Applied& each : advice) to_.caller.Call(snippet, each, shadow, monitor_, {.quiet = true});
    snippet.Place(to).Jump(Op::goto_, end).Place(caught).Do(Op::pop).Place(end);
    editor_.Cover(from, to, caught);
  }

  void ReleaseLock(Snippet& snippet) {
    if (monitor_.arguments.empty()) return;
    if (unlock_ != nullptr) CallQuietly(snippet, unlock_->before, *unlock_->shadow);
    snippet.Load(BaseKind::kReference, monitor_.arguments[0]->local).Do(Op::monitorexit);
    if (unlock_ == nullptr) return;
    for (const Applied& each : unlock_->after) to_.caller.Call(snippet, each, *unlock_->shadow, monitor_);
  }

  // Inner ones first: an object's initialization goes on longer than its constructor's execution.
  void CallAfter(Snippet& snippet, const std::optional<Kept>& outcome, bool thrown) {
    for (size_t i = around_.size(); i-- > 0;) {
      Values values = kept_[i];
      values.outcome = outcome;
      const Label end = editor_.NewLabel();
      const bool other = handed_ && around_[i]->shadow->kind == ShadowKind::kInitialization;
      if (other) EndOfOther(snippet, thrown ? outcome : std::nullopt, end);
      for (const Applied& each : around_[i]->after) {
        to_.caller.Call(snippet, each, *around_[i]->shadow, values, {.thrown = thrown});
      }
      if (other) snippet.Place(end);
    }
  }

  // The initialization that was handed to this constructor ends here only by an exception; and then not this one's own.
  void EndOfOther(Snippet& snippet, const std::optional<Kept>& thrown, Label end) {
    snippet.Load(BaseKind::kReference, *handed_);
    if (!thrown) {
      snippet.Jump(Op::ifnonnull, end);
      return;
    }
    const Label own = editor_.NewLabel();
    snippet.Jump(Op::ifnull, own);
    snippet.Load(BaseKind::kReference, *handed_)
        .Load(BaseKind::kReference, *self_)
        .Load(BaseKind::kReference, thrown->local);
    to_.caller.CallRuntime(snippet, "fail", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)V");
    snippet.Jump(Op::goto_, end).Place(own);
  }

  void WeaveExits() {
    const std::string type(MethodDescriptor(to_.file.DescriptorOf(to_.method)).Return().text);
    const BaseKind kind = KindOf(type);
    const Label leave = editor_.NewLabel();
    std::optional<Kept> result;
    if (kind != BaseKind::kVoid) {
      result = Kept{type, editor_.AddLocal({type})};
      PushZero(editor_.AtEntry(), kind);
      editor_.AtEntry().Store(kind, result->local);
    }
    const auto& instructions = editor_.code().instructions;
    bool returns = false;
    for (uint32_t i = first_; i < instructions.size(); ++i) {
      if (!IsReturn(instructions[i].op)) continue;
      Snippet& instead = editor_.Replace(i);
      if (result) instead.Store(kind, result->local);
      instead.Jump(Op::goto_, leave);
      returns = true;
    }
    Snippet& handler =
        editor_.AddHandler(first_, static_cast<uint32_t>(instructions.size()), 0, HandlerOrder::kOutermost);
    const Kept thrown{"Ljava/lang/Throwable;", editor_.AddScratch(BaseKind::kReference)};
    handler.Store(BaseKind::kReference, thrown.local);
    ReleaseLock(handler);
    CallAfter(handler, thrown, true);
    handler.Load(BaseKind::kReference, thrown.local).Do(Op::athrow);
    if (!returns) return;
    handler.Place(leave);
    ReleaseLock(handler);
    CallAfter(handler, result, false);
    if (result) handler.Load(kind, result->local);
    handler.Do(ReturnOf(kind));
  }

  const MethodToWeave& to_;
  CodeEditor& editor_;
  std::vector<const Advised*> around_;  // outermost first
  std::vector<Values> kept_;            // of each
  const Advised* lock_ = nullptr;
  const Advised* unlock_ = nullptr;
  Values monitor_;
  std::optional<uint16_t> self_;
  std::optional<uint16_t> handed_;  // the Construction, in a constructor that another one may call; null if none has
  uint32_t first_ = 0;              // the first instruction that is covered
};

}  // namespace

Result<void> WeaveWhole(const MethodToWeave& to, const std::vector<Advised>& shadows) {
  return shadows.empty() ? Result<void>() : WholeWeaver(to, shadows).Weave();
}

}  // namespace raddle::aspect
