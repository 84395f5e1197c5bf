#include "weave/section_weaver.h"

#include <algorithm>
#include <optional>

#include "atoms/calls.h"
#include "weave/guard_weaver.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end
using atoms::Mark;

uint16_t BciOf(const MethodContext& context, uint32_t i) {
  return static_cast<uint16_t>(context.editor.code().instructions[i].offset);
}

void Keep(MethodContext& context, uint32_t site, const std::vector<Mark>& marks) {
  for (const Mark& mark : marks) context.sections.sites.push_back({site, mark});
}

template <typename Test>
std::vector<Mark> MarksAt(const MethodContext& context, uint32_t i, Test test) {
  std::vector<Mark> found;
  for (const Mark& mark : context.sections.marks) {
    if (mark.bci == BciOf(context, i) && test(mark)) found.push_back(mark);
  }
  return found;
}

}  // namespace

std::vector<Mark> AccessMarks(const MethodContext& context, uint32_t i) {
  return MarksAt(context, i, [](const Mark& mark) {
    return mark.role != Mark::Role::kExit && (mark.what == Mark::What::kAccess || mark.what == Mark::What::kBelow);
  });
}

void WeaveScope(MethodContext& context, uint32_t first) {
  if (context.plan.guards) WeaveGuardedScope(context, first);
  const auto& marks = context.sections.marks;
  auto ours = [&](const Mark& mark) { return mark.what != Mark::What::kBelow && !IsGuarded(context, mark); };
  if (std::none_of(marks.begin(), marks.end(), ours)) return;
  CodeEditor& editor = context.editor;
  const uint16_t activation = editor.AddLocal({"I"});
  context.sections.activation = activation;
  editor.AtEntry().Push(0).Store(BaseKind::kInt, activation);
  auto load = [&](Snippet& snippet) -> Snippet& { return snippet.Load(BaseKind::kInt, activation); };
  const auto count = static_cast<uint32_t>(editor.code().instructions.size());
  for (uint32_t i = 0; i < count; ++i) {
    const std::vector<Mark> calls =
        MarksAt(context, i, [&](const Mark& mark) { return mark.what == Mark::What::kCall && ours(mark); });
    if (!calls.empty()) {
      const uint32_t site = context.NewSite(i, SiteKind::kCall);
      Keep(context, site, calls);
      context.CallAtom(load(editor.Before(i)), site, "calling", "(II)I");
      editor.Before(i).Store(BaseKind::kInt, activation);
      context.CallAtom(load(editor.After(i)), site, "called", "(II)V");
    }
    const std::vector<Mark> exits =
        MarksAt(context, i, [&](const Mark& mark) { return mark.role == Mark::Role::kExit && ours(mark); });
    if (!exits.empty()) {
      const uint32_t site = context.NewSite(i, SiteKind::kCall);
      Keep(context, site, exits);
      context.CallAtom(load(editor.Before(i)), site, "exit", "(II)V");
    }
    if (IsReturn(editor.code().instructions[i].op)) {
      load(editor.Before(i)).Invoke(Op::invokestatic, kShimAtomClass, "leave", "(I)V");
    }
  }
  Snippet& handler = editor.AddHandler(first, count, 0, HandlerOrder::kOutermost);
  load(handler).Invoke(Op::invokestatic, kShimAtomClass, "leave", "(I)V").Do(Op::athrow);
}

void CallSection(MethodContext& context, uint32_t i, uint32_t site, const std::vector<Mark>& marks, Snippet& before,
                 bool element) {
  Keep(context, site, marks);
  const bool in_scope = context.sections.activation != SectionContext::kNoLocal;
  in_scope ? before.Load(BaseKind::kInt, context.sections.activation) : before.Push(0);
  context.CallAtom(before, site, element ? "sectionElement" : "section",
                   element ? "(Ljava/lang/Object;III)I" : "(Ljava/lang/Object;II)I");
  in_scope ? before.Store(BaseKind::kInt, context.sections.activation) : before.Do(Op::pop);
  if (std::any_of(marks.begin(), marks.end(), [](const Mark& mark) { return mark.role == Mark::Role::kEnd; })) {
    context.CallAtom(context.editor.After(i), site, "passed", "(I)V");
  }
}

void WeaveCollectionCall(MethodContext& context, uint32_t i) {
  const MemberRef method = context.file.pool.Member(context.editor.code().instructions[i].index);
  const std::optional<atoms::CallAccess> access = atoms::AccessOfCall(method.owner, method.name, method.descriptor);
  if (!access) return;
  const std::vector<Mark> marks = AccessMarks(context, i);
  const uint32_t site = context.NewSite(i, SiteKind::kCall, method);
  Keep(context, site, marks);
  const SavedArguments arguments(context, i, method.descriptor, true);
  Snippet& before = context.editor.Before(i);
  arguments.Push(before, 0);
  access->keyed&& arguments.count() > 1 ? arguments.Push(before, 1) : void(before.Do(Op::aconst_null));
  if (std::all_of(marks.begin(), marks.end(), [](const Mark& mark) { return mark.what == Mark::What::kBelow; })) {
    const uint16_t told = context.editor.AddScratch(BaseKind::kInt);
    context.CallAtom(before, site, access->effect == atoms::Effect::kRead ? "loneRead" : "lone",
                     "(Ljava/lang/Object;Ljava/lang/Object;I)I");
    before.Store(BaseKind::kInt, told);
    return context.CallAtom(context.editor.After(i).Load(BaseKind::kInt, told), site, "loneReturned", "(II)V");
  }
  const bool in_scope = context.sections.activation != SectionContext::kNoLocal;
  in_scope ? before.Load(BaseKind::kInt, context.sections.activation) : before.Push(0);
  context.CallAtom(before, site, "call", "(Ljava/lang/Object;Ljava/lang/Object;II)I");
  in_scope ? before.Store(BaseKind::kInt, context.sections.activation) : before.Do(Op::pop);
  context.CallAtom(context.editor.After(i), site, "returned", "(I)V");
}

}  // namespace raddle::weave
