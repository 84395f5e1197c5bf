#include "weave/hooks.h"

#include <algorithm>

#include "classfile/code_editor.h"

namespace raddle::weave {
namespace {

using namespace classfile;

Result<void> HookMethod(ClassFile& file, Member& method, const MethodHook& hook) {
  RADDLE_TRY(CodeEditor editor, CodeEditor::Open(file, method));
  auto call = [&](Snippet& snippet) {
    snippet.Load(BaseKind::kReference, 0);
    snippet.Invoke(Op::invokestatic, kShimClass, hook.shim_method, hook.shim_descriptor);
  };
  if (hook.when == HookWhen::kEntry) {
    call(editor.AtEntry());
  } else {
    for (uint32_t i = 0; i < editor.code().instructions.size(); ++i) {
      if (IsReturn(editor.code().instructions[i].op)) call(editor.Before(i));
    }
  }
  return editor.Finish();
}

}  // namespace

bool HasHooks(std::span<const MethodHook> hooks, std::string_view class_name) {
  return std::any_of(hooks.begin(), hooks.end(), [&](const MethodHook& hook) { return hook.class_name == class_name; });
}

Result<Woven> HookClass(Bytes bytes, std::span<const MethodHook> hooks) {
  RADDLE_TRY(ClassFile file, ReadClass(bytes));
  for (Member& method : file.methods) {
    if (Find(method.attributes, AttributeKind::kCode) == nullptr) continue;
    for (const MethodHook& hook : hooks) {
      if (hook.class_name == file.Name() && hook.method == file.NameOf(method) &&
          hook.descriptor == file.DescriptorOf(method)) {
        RADDLE_CHECK(HookMethod(file, method, hook));
      }
    }
  }
  ByteWriter writer;
  RADDLE_CHECK(WriteClass(file, writer));
  Woven woven;
  woven.bytes.assign(writer.bytes().begin(), writer.bytes().end());
  return woven;
}

}  // namespace raddle::weave
