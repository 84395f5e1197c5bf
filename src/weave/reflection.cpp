#include "weave/reflection.h"

#include "classfile/code_editor.h"

namespace raddle::weave {

using namespace classfile;  // the code below is about instructions from end to end

Result<Woven> HideShadows(Bytes bytes) {
  RADDLE_TRY(ClassFile file, ReadClass(bytes));
  for (Member& method : file.methods) {
    if (file.NameOf(method) != "filterFields") continue;
    RADDLE_TRY(CodeEditor editor, CodeEditor::Open(file, method));
    editor.AtEntry()
        .Load(BaseKind::kReference, 1)
        .Invoke(Op::invokestatic, kShimFieldClass, "visible", "([Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;")
        .Store(BaseKind::kReference, 1);
    RADDLE_CHECK(editor.Finish());
  }
  ByteWriter writer;
  RADDLE_CHECK(WriteClass(file, writer));
  Woven woven;
  woven.bytes.assign(writer.bytes().begin(), writer.bytes().end());
  return woven;
}

}  // namespace raddle::weave
