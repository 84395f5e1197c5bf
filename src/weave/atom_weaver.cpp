#include "weave/atom_weaver.h"

#include <optional>

#include "classfile/descriptor.h"
#include "weave/covered.h"
#include "weave/guard_weaver.h"
#include "weave/section_weaver.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

// A volatile has no races, but it may have sections.
bool IsWatched(const ClassFile& file, const MemberRef& field, bool of_section) {
  if (field.owner.starts_with('[')) return false;
  if (field.owner != file.Name()) return true;
  for (const Member& member : file.fields) {
    if (file.NameOf(member) == field.name && file.DescriptorOf(member) == field.descriptor) {
      return !member.Has(kFinal) && (of_section || !member.Has(kVolatile));
    }
  }
  return true;
}

BaseKind StoredBy(Op op) {
  switch (op) {
    case Op::lastore:
      return BaseKind::kLong;
    case Op::fastore:
      return BaseKind::kFloat;
    case Op::dastore:
      return BaseKind::kDouble;
    case Op::aastore:
      return BaseKind::kReference;
    default:
      return BaseKind::kInt;
  }
}

// Behind a write that a section may not want (detect/atomrace/sections.h).
void TellGuest(MethodContext& context, uint32_t i, uint32_t site) {
  const Op op = context.editor.code().instructions[i].op;
  const bool writes = op == Op::putfield || op == Op::putstatic || IsArrayStore(op);
  if (!context.plan.guests || !writes || !context.MayDisturb(i)) return;
  context.CallAtom(context.editor.After(i), site, "passed", "(I)V");
}

// The call, with what it is about on the stack: the object, or the array and the index.
void Tell(MethodContext& context, uint32_t i, uint32_t site, Snippet& before, std::string_view name,
          std::string_view descriptor, bool element) {
  const std::vector<atoms::Mark> marks = AccessMarks(context, i);
  if (marks.empty()) {
    context.CallAtom(before, site, name, descriptor);
    return TellGuest(context, i, site);
  }
  CallSection(context, i, site, marks, before, element);
}

void WeaveField(MethodContext& context, uint32_t i, bool this_is_ready, bool in_initialiser) {
  const Instruction& it = context.editor.code().instructions[i];
  const MemberRef field = context.file.pool.Member(it.index);
  if (!IsWatched(context.file, field, context.MayDisturb(i) || !AccessMarks(context, i).empty())) return;
  const bool is_static = it.op == Op::getstatic || it.op == Op::putstatic;
  if (is_static ? in_initialiser : !this_is_ready) return;
  const bool guarded = context.plan.guards && (context.MayDisturb(i) || !AccessMarks(context, i).empty());
  Snippet& before = context.editor.Before(i);
  if (is_static) {
    const SiteKind kind = it.op == Op::getstatic ? SiteKind::kStaticRead : SiteKind::kStaticWrite;
    if (guarded) return GuardAccess(context, i, kind, field, before.Do(Op::aconst_null));
    const uint32_t site = context.NewSite(i, kind, field);
    if (AccessMarks(context, i).empty()) {
      context.CallAtom(before, site, "statics", "(I)V");
      return TellGuest(context, i, site);
    }
    return Tell(context, i, site, before.Do(Op::aconst_null), "", "", false);
  }
  if (it.op == Op::getfield) {
    if (guarded) return GuardAccess(context, i, SiteKind::kFieldRead, field, before.Do(Op::dup));
    const uint32_t site = context.NewSite(i, SiteKind::kFieldRead, field);
    return Tell(context, i, site, before.Do(Op::dup), "field", "(Ljava/lang/Object;I)V", false);
  }
  const BaseKind kind = TypeDescriptor{field.descriptor}.kind();
  const bool wide = kind == BaseKind::kLong || kind == BaseKind::kDouble;
  wide ? before.Do(Op::dup2_x1).Do(Op::pop2).Do(Op::dup) : before.Do(Op::dup2).Do(Op::pop);
  if (guarded) {
    GuardAccess(context, i, SiteKind::kFieldWrite, field, before);
  } else {
    const uint32_t site = context.NewSite(i, SiteKind::kFieldWrite, field);
    Tell(context, i, site, before, "field", "(Ljava/lang/Object;I)V", false);
  }
  if (wide) before.Do(Op::dup_x2).Do(Op::pop);
}

// Elements are asked about in those calls of a method that began while arrays are loud. The flag is a local, so where
// it is 0 a loop over an array is compiled as if there were no checks in it.
class ArrayFlag {
 public:
  void Skip(MethodContext& context, Snippet& before, Label end) {
    if (!local_) {
      local_ = context.editor.AddLocal({"I"});
      Snippet& entry = context.editor.AtEntry().Push(static_cast<int32_t>(context.class_id()));
      entry.Invoke(Op::invokestatic, kShimAtomClass, "arrays", "(I)I").Store(BaseKind::kInt, *local_);
    }
    before.Load(BaseKind::kInt, *local_).Jump(Op::ifeq, end);
  }

 private:
  std::optional<uint16_t> local_;
};

// Healing, one that is in no section of its method.
void WeaveLoneElement(MethodContext& context, uint32_t i) {
  const Op op = context.editor.code().instructions[i].op;
  Snippet& before = context.editor.Before(i);
  if (IsArrayLoad(op)) {
    const uint32_t site = context.NewSite(i, SiteKind::kArrayRead);
    context.CallAtom(before.Do(Op::dup2), site, "loneElement", "(Ljava/lang/Object;II)I");
    before.Do(Op::pop);
    return;
  }
  const BaseKind kind = StoredBy(op);
  const uint16_t value = context.editor.AddScratch(kind);
  const uint32_t site = context.NewSite(i, SiteKind::kArrayWrite);
  before.Store(kind, value).Do(Op::dup2);
  if (op == Op::aastore) {
    context.CallAtom(before.Load(kind, value), site, "loneStore", "(Ljava/lang/Object;ILjava/lang/Object;I)I");
  } else {
    context.CallAtom(before, site, "loneStore", "(Ljava/lang/Object;II)I");
  }
  if (context.plan.guests) {
    const uint16_t told = context.editor.AddScratch(BaseKind::kInt);
    before.Store(BaseKind::kInt, told);
    context.CallAtom(context.editor.After(i).Load(BaseKind::kInt, told), site, "lonePassed", "(II)V");
  } else {
    before.Do(Op::pop);
  }
  before.Load(kind, value);
}

void WeaveGuardedElement(MethodContext& context, uint32_t i) {
  const Op op = context.editor.code().instructions[i].op;
  Snippet& before = context.editor.Before(i);
  if (IsArrayLoad(op)) {
    before.Do(Op::dup2);
    return GuardElement(context, i, 0);
  }
  const BaseKind kind = StoredBy(op);
  const uint16_t value = context.editor.AddScratch(kind);
  before.Store(kind, value).Do(Op::dup2);
  GuardElement(context, i, value);
  before.Load(kind, value);
}

void WeaveArray(MethodContext& context, uint32_t i, ArrayFlag& flag) {
  const Op op = context.editor.code().instructions[i].op;
  if (GuardsElements(context, op)) return WeaveGuardedElement(context, i);
  Snippet& before = context.editor.Before(i);
  constexpr std::string_view kElement = "(Ljava/lang/Object;II)V";
  const bool in_section = !AccessMarks(context, i).empty();
  if (context.plan.guards && !in_section) return WeaveLoneElement(context, i);
  const Label end = context.editor.NewLabel();
  if (!in_section) flag.Skip(context, before, end);
  if (IsArrayLoad(op)) {
    const uint32_t site = context.NewSite(i, SiteKind::kArrayRead);
    Tell(context, i, site, before.Do(Op::dup2), "element", kElement, true);
  } else {
    const BaseKind kind = StoredBy(op);
    const uint16_t value = context.editor.AddScratch(kind);
    const uint32_t site = context.NewSite(i, SiteKind::kArrayWrite);
    before.Store(kind, value).Do(Op::dup2);
    if (op == Op::aastore && !in_section) {
      context.CallAtom(before.Load(kind, value), site, "store", "(Ljava/lang/Object;ILjava/lang/Object;I)V");
      TellGuest(context, i, site);
    } else {
      Tell(context, i, site, before, "element", kElement, true);
    }
    before.Load(kind, value);
  }
  if (!in_section) before.Place(end);
}

}  // namespace

void WeaveMarks(MethodContext& context, uint32_t first, const std::vector<bool>& fresh) {
  const bool in_initialiser = context.file.NameOf(context.method) == "<clinit>";
  const auto count = static_cast<uint32_t>(context.editor.code().instructions.size());
  WeaveScope(context, first);
  ArrayFlag array_flag;
  std::vector<bool> told;  // by instruction; those behind its end are
  if (context.plan.accesses) told = context.plan.accesses(context.file, context.method);
  for (uint32_t i = 0; i < count; ++i) {
    const Op op = context.editor.code().instructions[i].op;
    if (!IsTold(told, i)) continue;
    if (i < fresh.size() && fresh[i] && AccessMarks(context, i).empty()) continue;
    if (!context.plan.mark_all && !context.MayDisturb(i) && AccessMarks(context, i).empty()) continue;
    if (IsFieldAccess(op)) {
      WeaveField(context, i, i >= first, in_initialiser);
    } else if (IsArrayLoad(op) || IsArrayStore(op)) {
      WeaveArray(context, i, array_flag);
    } else if (IsInvoke(op) && (context.MayDisturb(i) || !AccessMarks(context, i).empty())) {
      WeaveCollectionCall(context, i);
    }
  }
}

}  // namespace raddle::weave
