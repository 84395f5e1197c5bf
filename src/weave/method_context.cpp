#include "weave/method_context.h"

#include "classfile/descriptor.h"
#include "weave/array_types.h"

namespace raddle::weave {

using namespace classfile;  // the code below is about instructions from end to end

MethodContext::MethodContext(ClassFile& the_file, Member& the_method, const Plan& the_plan, CodeEditor& the_editor,
                             const SiteMethod& place, SiteTable& sites, SectionContext& the_sections)
    : file(the_file),
      method(the_method),
      plan(the_plan),
      editor(the_editor),
      sections(the_sections),
      place_(place),
      sites_(sites),
      lines_(the_editor.code(), the_file.pool) {}

void MethodContext::Call(Snippet& snippet, uint32_t site, std::string_view name, std::string_view descriptor,
                         std::string_view owner) {
  PushThread(snippet);
  snippet.Push(static_cast<int32_t>(site)).Invoke(Op::invokestatic, owner, name, descriptor);
}

void MethodContext::CallAtom(Snippet& snippet, uint32_t site, std::string_view name, std::string_view descriptor) {
  touched_ = true;
  snippet.Push(static_cast<int32_t>(site)).Invoke(Op::invokestatic, kShimAtomClass, name, descriptor);
}

void MethodContext::CallGuard(Snippet& snippet, std::string_view name, std::string_view descriptor) {
  touched_ = true;
  snippet.Invoke(Op::invokestatic, kShimGuardClass, name, descriptor);
}

void MethodContext::CallElement(Snippet& snippet, std::string_view name, std::string_view descriptor) {
  touched_ = true;
  snippet.Invoke(Op::invokestatic, kShimElementClass, name, descriptor);
}

void MethodContext::Sync(Snippet& snippet, std::string_view name, std::string_view descriptor) {
  touched_ = true;
  snippet.Invoke(Op::invokestatic, kShimSyncClass, name, descriptor);
}

void MethodContext::PushThread(Snippet& snippet) {
  snippet.Load(BaseKind::kLong, ThreadLocalSlot());
}

// The local that holds the thread's block; made with the first event of the method that needs it.
uint16_t MethodContext::ThreadLocalSlot() {
  touched_ = true;
  if (!has_thread_) {
    has_thread_ = true;
    thread_local_ = editor.AddLocal({"J"});
    editor.AtEntry().Push(0).Invoke(Op::invokestatic, kShimAccessClass, "threadAt", "(I)J").Store(BaseKind::kLong, thread_local_);
  }
  return thread_local_;
}

bool MethodContext::MayDisturb(uint32_t i) {
  const Instruction& it = editor.code().instructions[i];
  if (plan.sections == nullptr || !plan.sections->MayDisturb(file, it)) return false;
  const bool of_reference = it.op == Op::aaload || it.op == Op::aastore;
  if (!of_reference || plan.may_have_sections == nullptr) return true;
  if (array_types_.empty()) array_types_ = FindArrayTypes(file, method, editor.code());
  return array_types_[i].empty() || plan.may_have_sections(array_types_[i]);
}

uint32_t MethodContext::NewSite(uint32_t i, SiteKind kind, const MemberRef& member) {
  if (site_method_ == nullptr) site_method_ = sites_.AddMethod(place_);
  const uint16_t bci = editor.code().instructions[i].offset;
  return sites_.Add({site_method_, kind, bci, lines_.At(bci), member.owner, member.name, member.descriptor});
}

Allocations::Place MethodContext::PlaceOf(uint32_t i) const {
  return {.file = place_.source_file, .line = lines_.At(editor.code().instructions[i].offset)};
}

SavedArguments::SavedArguments(MethodContext& context, uint32_t instruction, std::string_view descriptor,
                               bool receiver) {
  if (receiver) saved_.push_back({{"Ljava/lang/Object;"}, 0});
  for (const TypeDescriptor type : MethodDescriptor(descriptor)) saved_.push_back({type, 0});
  Snippet& before = context.editor.Before(instruction);
  for (size_t i = saved_.size(); i > 0; --i) {
    Saved& each = saved_[i - 1];
    each.local = context.editor.AddScratch(each.type.kind());
    if (i == 1) before.Do(Slots(each.type.kind()) == 2 ? Op::dup2 : Op::dup);
    before.Store(each.type.kind(), each.local);
  }
  for (size_t i = 1; i < saved_.size(); ++i) Push(before, i);
}

void SavedArguments::Push(Snippet& snippet, size_t i) const {
  snippet.Load(saved_[i].type.kind(), saved_[i].local);
}

void TellAround(MethodContext& context, uint32_t instruction, std::string_view descriptor,
                const SavedArguments& arguments, size_t argument, int32_t number, uint32_t site) {
  const uint16_t count = context.editor.AddScratch(BaseKind::kInt);
  Snippet& before = context.editor.Before(instruction);
  arguments.Push(before, argument);
  context.CallAccess(before.Push(number), site, "beforeCall", "(Ljava/lang/Object;IJI)I");
  before.Store(BaseKind::kInt, count);
  const BaseKind result = MethodDescriptor(descriptor).Return().kind();
  const bool is_object = result == BaseKind::kReference;
  Snippet& after = context.editor.After(instruction);
  is_object || result == BaseKind::kInt ? after.Do(Op::dup) : after.Push(1);
  arguments.Push(after, argument);
  context.CallAccess(after.Push(number).Load(BaseKind::kInt, count), site, "behindCall",
               is_object ? "(Ljava/lang/Object;Ljava/lang/Object;IIJI)V" : "(ILjava/lang/Object;IIJI)V");
}

}  // namespace raddle::weave
