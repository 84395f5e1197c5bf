#include "weave/view_weaver.h"

#include <algorithm>

#include "weave/object_weaver.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

class ViewWeaver {
 public:
  ViewWeaver(MethodContext& context, uint32_t first, const Coverage& coverage)
      : context_(context), file_(context.file), editor_(context.editor), first_(first), coverage_(coverage) {}

  void Weave(const std::vector<bool>& told, const std::vector<bool>& fresh) {
    const auto& instructions = editor_.code().instructions;
    std::vector<uint32_t> accesses;
    for (uint32_t i = 0; i < instructions.size(); ++i) {
      const bool left_out = !IsTold(told, i) || (i < fresh.size() && fresh[i]) || coverage_.covered[i];
      if (!left_out && IsVariable(i)) accesses.push_back(i);
    }
    if (!accesses.empty()) {
      held_ = editor_.AddLocal({"I"});
      FindKnown(accesses);
      for (const uint32_t i : accesses) WeaveAccess(i);
      AskAgain(editor_.AtEntry());
    }
    if (first_ > 0 && DeclaresObjectWord(file_, context_.plan)) WeaveConstructor();
  }

 private:
  bool IsVariable(uint32_t i) const {
    const Instruction& it = editor_.code().instructions[i];
    if (IsArrayLoad(it.op) || IsArrayStore(it.op)) return true;
    if (!IsFieldAccess(it.op)) return false;
    if ((it.op == Op::getfield || it.op == Op::putfield) && i < first_) return false;
    if (const Member* field = DeclaredField(file_, it)) return !field->Has(kFinal) && !field->Has(kVolatile);
    return context_.plan.is_program_class(file_.pool.Member(it.index).owner);
  }

  // Where the local is up to date, on every way there.
  void FindKnown(const std::vector<uint32_t>& accesses) {
    const Code& code = editor_.code();
    const size_t count = code.instructions.size();
    std::vector<bool> is_access(count);
    for (const uint32_t i : accesses) is_access[i] = true;
    known_.assign(count + 1, true);
    for (const Handler& handler : code.handlers) known_[handler.handler] = false;
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t i = 0; i < count; ++i) {
        const Instruction& it = code.instructions[i];
        if ((known_[i] || is_access[i]) && !MayChange(it)) continue;
        auto reach = [&](uint32_t target) {
          changed |= known_[target];
          known_[target] = false;
        };
        if (IsJump(it.op)) reach(static_cast<uint32_t>(it.value));
        if (IsSwitch(it.op)) {
          const Switch& cases = code.switches[static_cast<uint32_t>(it.value)];
          reach(cases.default_target);
          for (const uint32_t target : cases.targets) reach(target);
        }
        if (FallsThrough(it.op) || IsJsr(it.op)) reach(i + 1);
      }
    }
  }

  bool MayChange(const Instruction& it) const {
    return it.op == Op::monitorenter || it.op == Op::monitorexit || it.op == Op::ret ||
           (IsInvoke(it.op) && (it.op == Op::invokedynamic || !IsPureCall(file_, it)));
  }

  void AskAgain(Snippet& snippet) {
    context_.Touch();
    snippet.Invoke(Op::invokestatic, kShimViewsClass, "held", "()I").Store(BaseKind::kInt, held_);
  }

  void Call(Snippet& snippet, uint32_t site, std::string_view name, std::string_view descriptor) {
    snippet.Load(BaseKind::kInt, held_).Push(static_cast<int32_t>(site));
    snippet.Invoke(Op::invokestatic, kShimViewsClass, name, descriptor);
  }

  void WeaveAccess(uint32_t i) {
    const Instruction& it = editor_.code().instructions[i];
    Snippet& before = editor_.Before(i);
    if (!known_[i]) AskAgain(before);
    if (IsArrayLoad(it.op) || IsArrayStore(it.op)) return WeaveElement(i, it.op, before);
    const MemberRef field = file_.pool.Member(it.index);
    auto site = [&](SiteKind kind) { return context_.NewSite(i, kind, field); };
    const bool wide = field.descriptor == "J" || field.descriptor == "D";
    switch (it.op) {
      case Op::getstatic:
        return Call(editor_.After(i), site(SiteKind::kStaticRead), "readStatic", "(II)V");
      case Op::putstatic:
        return Call(editor_.After(i), site(SiteKind::kStaticWrite), "writeStatic", "(II)V");
      case Op::getfield:
        return Call(before.Do(Op::dup), site(SiteKind::kFieldRead), "read", "(Ljava/lang/Object;II)V");
      default:  // putfield
        if (coverage_.on_this[i]) {
          before.Load(BaseKind::kReference, 0);
        } else if (wide) {
          before.Do(Op::dup2_x1).Do(Op::pop2).Do(Op::dup);
        } else {
          before.Do(Op::dup2).Do(Op::pop);
        }
        Call(before, site(SiteKind::kFieldWrite), "write", "(Ljava/lang/Object;II)V");
        if (wide && !coverage_.on_this[i]) before.Do(Op::dup_x2).Do(Op::pop);
    }
  }

  void WeaveElement(uint32_t i, Op op, Snippet& before) {
    if (IsArrayLoad(op)) {
      const uint32_t site = context_.NewSite(i, SiteKind::kArrayRead);
      return Call(before.Do(Op::dup2), site, "readElement", "(Ljava/lang/Object;III)V");
    }
    const bool wide = op == Op::lastore || op == Op::dastore;
    // array, index, value: the value goes below, and back.
    before.Do(wide ? Op::dup2_x2 : Op::dup_x2).Do(wide ? Op::pop2 : Op::pop).Do(Op::dup2);
    Call(before, context_.NewSite(i, SiteKind::kArrayWrite), "writeElement", "(Ljava/lang/Object;III)V");
    before.Do(wide ? Op::dup2_x2 : Op::dup2_x1).Do(Op::pop2);
  }

  // Not where another constructor of the same class has done it.
  void WeaveConstructor() {
    if (file_.pool.Member(editor_.code().instructions[first_ - 1].index).owner == file_.Name()) return;
    context_.Touch();
    editor_.After(first_ - 1)
        .Load(BaseKind::kReference, 0)
        .Invoke(Op::invokestatic, kShimViewsClass, "made", "()J")
        .Field(Op::putfield, file_.Name(), kViewWord, "J");
  }

  MethodContext& context_;
  ClassFile& file_;
  CodeEditor& editor_;
  const uint32_t first_;
  const Coverage& coverage_;
  uint16_t held_ = 0;
  std::vector<bool> known_;
};

}  // namespace

void AddViewWord(ClassFile& file) {
  file.AddField(kPublic | kTransient | kSynthetic, kViewWord, "J");
}

void WeaveViews(MethodContext& context, uint32_t first, const Coverage& coverage, const std::vector<bool>& told,
                const std::vector<bool>& fresh) {
  ViewWeaver(context, first, coverage).Weave(told, fresh);
}

}  // namespace raddle::weave
