#include "weave/guard_weaver.h"

#include <algorithm>
#include <set>

#include "weave/same_object.h"
#include "weave/section_weaver.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end
using atoms::Mark;

uint16_t HandleOf(const MethodContext& context, const Mark& mark) {
  return context.sections.handles.at(mark.section);
}

// A site that means one section, and the call with what is on the stack and it.
void Call(MethodContext& context, Snippet& snippet, uint32_t site, const Mark& mark, std::string_view name,
          std::string_view descriptor) {
  context.sections.sites.push_back({site, mark});
  context.CallGuard(snippet.Push(static_cast<int32_t>(site)), name, descriptor);
}

// Whether a section ends, if it is open, with an access of the very object that it began with.
bool EndsWhereItBegan(MethodContext& context, uint32_t end, const Mark& mark) {
  if (!context.sections.objects) {
    context.sections.objects = FindObjects(context.file, context.method, context.editor.code());
  }
  const std::vector<uint32_t>& objects = *context.sections.objects;
  const atoms::Section& section = context.plan.sections->repository().sections[mark.section];
  if (objects[end] == kUnknownObject || section.entry.IsCall()) return false;
  for (uint32_t i = 0; i < objects.size(); ++i) {
    for (const Mark& entry : AccessMarks(context, i)) {
      if (entry.section != mark.section || entry.role != Mark::Role::kEntry) continue;
      const bool same = objects[i] == objects[end] && (i < end || objects[end] == kThisObject);
      if (entry.what != Mark::What::kAccess || !same) return false;
    }
  }
  return true;
}

void WeaveCall(MethodContext& context, uint32_t i, const Mark& mark) {
  const uint16_t handle = HandleOf(context, mark);
  const uint32_t site = context.NewSite(i, SiteKind::kCall);
  Snippet& before = context.editor.Before(i).Load(BaseKind::kInt, handle);
  if (mark.role == Mark::Role::kEntry) {
    Call(context, before, site, mark, "beginCall", "(II)I");
    before.Store(BaseKind::kInt, handle);
    context.CallGuard(context.editor.After(i).Load(BaseKind::kInt, handle), "begun", "(I)V");
  } else {
    context.CallGuard(before, "begun", "(I)V");
    Snippet& after = context.editor.After(i).Load(BaseKind::kInt, handle);
    Call(context, after, site, mark, "ended", "(II)I");
    after.Store(BaseKind::kInt, handle);
  }
}

}  // namespace

bool IsGuarded(const MethodContext& context, const Mark& mark) {
  if (!context.plan.guards) return false;
  const atoms::Variable& variable = context.plan.sections->repository().sections[mark.section].variable;
  if (variable.kind == atoms::Variable::Kind::kField) return true;
  return variable.kind == atoms::Variable::Kind::kElement && !context.plan.mark_all &&
         !context.plan.sections->HasCallsOn(variable);
}

bool GuardsElements(const MethodContext& context, Op access) {
  return context.plan.guards && !context.plan.mark_all && !context.plan.sections->HasCallsOn(access);
}

void WeaveGuardedScope(MethodContext& context, uint32_t first) {
  CodeEditor& editor = context.editor;
  std::map<uint32_t, uint16_t>& handles = context.sections.handles;
  for (const Mark& mark : context.sections.marks) {
    if (mark.what == Mark::What::kBelow || !IsGuarded(context, mark) || handles.contains(mark.section)) continue;
    const uint16_t handle = editor.AddLocal({"I"});
    handles.emplace(mark.section, handle);
    editor.AtEntry().Push(0).Store(BaseKind::kInt, handle);
  }
  if (handles.empty()) return;
  auto leave_all = [&](Snippet& snippet) {
    for (const auto& [section, handle] : handles) {
      context.CallGuard(snippet.Load(BaseKind::kInt, handle), "leave", "(I)V");
    }
  };
  const auto count = static_cast<uint32_t>(editor.code().instructions.size());
  for (uint32_t i = 0; i < count; ++i) {
    const Instruction& it = editor.code().instructions[i];
    for (const Mark& mark : context.sections.marks) {
      if (mark.bci != it.offset || !IsGuarded(context, mark)) continue;
      if (mark.what == Mark::What::kCall) WeaveCall(context, i, mark);
      if (mark.role != Mark::Role::kExit) continue;
      Snippet& before = editor.Before(i).Load(BaseKind::kInt, HandleOf(context, mark));
      context.CallGuard(before, "exit", "(I)I");
      before.Store(BaseKind::kInt, HandleOf(context, mark));
    }
    if (IsReturn(it.op)) leave_all(editor.Before(i));
  }
  Snippet& handler = editor.AddHandler(first, count, 0, HandlerOrder::kOutermost);
  leave_all(handler);
  handler.Do(Op::athrow);
}

void GuardAccess(MethodContext& context, uint32_t i, SiteKind kind, const MemberRef& field, Snippet& before) {
  std::vector<Mark> marks = AccessMarks(context, i);
  const bool writes = kind == SiteKind::kFieldWrite || kind == SiteKind::kStaticWrite;
  if (marks.empty()) {
    before.Push(static_cast<int32_t>(context.NewSite(i, kind, field)));
    if (!writes) return context.CallGuard(before, "pass", "(Ljava/lang/Object;I)V");
    const uint16_t guest = context.editor.AddScratch(BaseKind::kInt);
    context.CallGuard(before, context.plan.guests ? "guest" : "visit", "(Ljava/lang/Object;I)I");
    before.Store(BaseKind::kInt, guest);
    return context.CallGuard(context.editor.After(i).Load(BaseKind::kInt, guest), "leave", "(I)V");
  }
  // Below a call a section needs to be told once, be it at its entry or its end. What begins here comes first, so that
  // it finds the guard held by what ends here.
  std::set<uint32_t> told;
  std::erase_if(marks,
                [&](const Mark& mark) { return mark.what == Mark::What::kBelow && !told.insert(mark.section).second; });
  std::stable_sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) { return a.role < b.role; });
  for (size_t m = 0; m < marks.size(); ++m) {
    const Mark& mark = marks[m];
    if (m + 1 < marks.size()) before.Do(Op::dup);
    const uint32_t site = context.NewSite(i, kind, field);
    if (mark.what == Mark::What::kBelow) {
      Call(context, before, site, mark, "below", "(Ljava/lang/Object;I)V");
      continue;
    }
    const uint16_t handle = HandleOf(context, mark);
    before.Load(BaseKind::kInt, handle);
    const bool ends = mark.role == Mark::Role::kEnd;
    const bool same = ends && !context.plan.mark_all && EndsWhereItBegan(context, i, mark);  // no noise to be made
    Call(context, before, site, mark, same ? "reachSame" : ends ? "reach" : "enter", "(Ljava/lang/Object;II)I");
    before.Store(BaseKind::kInt, handle);
    if (!ends) continue;
    Snippet& after = context.editor.After(i).Load(BaseKind::kInt, handle).Push(static_cast<int32_t>(site));
    context.CallGuard(after, "passed", "(II)I");
    after.Store(BaseKind::kInt, handle);
  }
}

void GuardElement(MethodContext& context, uint32_t i, uint16_t value) {
  const Op op = context.editor.code().instructions[i].op;
  const SiteKind kind = IsArrayLoad(op) ? SiteKind::kArrayRead : SiteKind::kArrayWrite;
  Snippet& before = context.editor.Before(i);
  std::vector<Mark> marks = AccessMarks(context, i);
  if (marks.empty()) {
    const uint32_t site = context.NewSite(i, kind);
    const bool guest = kind == SiteKind::kArrayWrite && context.plan.guests;
    if (!guest) return context.CallElement(before.Push(static_cast<int32_t>(site)), "pass", "(Ljava/lang/Object;II)V");
    const bool may_fail = op == Op::aastore;
    if (may_fail) before.Load(BaseKind::kReference, value);
    context.CallElement(before.Push(static_cast<int32_t>(site)), "guest",
                        may_fail ? "(Ljava/lang/Object;ILjava/lang/Object;I)I" : "(Ljava/lang/Object;II)I");
    const uint16_t handle = context.editor.AddScratch(BaseKind::kInt);
    before.Store(BaseKind::kInt, handle);
    return context.CallGuard(context.editor.After(i).Load(BaseKind::kInt, handle), "leave", "(I)V");
  }
  std::stable_sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) { return a.role < b.role; });
  for (size_t m = 0; m < marks.size(); ++m) {
    const Mark& mark = marks[m];
    const uint16_t handle = HandleOf(context, mark);
    const uint32_t site = context.NewSite(i, kind);
    context.sections.sites.push_back({site, mark});
    if (m + 1 < marks.size()) before.Do(Op::dup2);
    before.Load(BaseKind::kInt, handle).Push(static_cast<int32_t>(site));
    const bool ends = mark.role == Mark::Role::kEnd;
    context.CallElement(before, ends ? "reach" : "enter", "(Ljava/lang/Object;III)I");
    before.Store(BaseKind::kInt, handle);
    if (!ends) continue;
    Snippet& after = context.editor.After(i).Load(BaseKind::kInt, handle).Push(static_cast<int32_t>(site));
    context.CallGuard(after, "passed", "(II)I");
    after.Store(BaseKind::kInt, handle);
  }
}

}  // namespace raddle::weave
