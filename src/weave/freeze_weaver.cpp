#include "weave/freeze_weaver.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "weave/covered.h"
#include "weave/operand_stack.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

bool MayLeadToAny(std::string_view descriptor) {
  constexpr std::string_view kCollections = "Ljava/util/";
  if (descriptor.starts_with('[')) return true;
  return descriptor.starts_with(kCollections) && descriptor.find('/', kCollections.size()) == std::string_view::npos;
}

// Of the constant pool: the fields that the method writes.
std::vector<Index> FrozenFields(const ClassFile& file, const Code& code) {
  std::vector<Index> frozen;
  for (const Instruction& it : code.instructions) {
    if (it.op != Op::putfield || std::ranges::find(frozen, it.index) != frozen.end()) continue;
    const Member* field = DeclaredField(file, it);
    if (field != nullptr && field->Has(kFinal) && MayLeadToAny(file.DescriptorOf(*field))) frozen.push_back(it.index);
  }
  return frozen;
}

}  // namespace

void WeaveFreeze(MethodContext& context) {
  if (context.file.NameOf(context.method) != "<init>") return;
  const auto& instructions = context.editor.code().instructions;
  const bool keeps_this =
      std::ranges::none_of(instructions, [](const Instruction& it) { return IsStore(it) && LocalOf(it) == 0; });
  const std::vector<Index> frozen = FrozenFields(context.file, context.editor.code());
  if (frozen.empty() || !keeps_this) return;
  for (uint32_t i = 0; i < instructions.size(); ++i) {
    if (instructions[i].op != Op::return_) continue;
    Snippet& before = context.editor.Before(i);
    for (const Index field : frozen) {
      before.Load(BaseKind::kReference, 0);
      const MemberRef name = context.file.pool.Member(field);
      before.Field(Op::getfield, name.owner, name.name, name.descriptor);
      context.PushThread(before);
      before.Push(static_cast<int32_t>(context.class_id())).Invoke(Op::invokestatic, kShimClass, "freeze", "(Ljava/lang/Object;JI)V");
    }
  }
}

}  // namespace raddle::weave
