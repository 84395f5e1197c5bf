#include "selfcheck/edits.h"

#include <algorithm>

#include "classfile/code_editor.h"

namespace raddle::selfcheck {
namespace {

using classfile::BaseKind;
using classfile::CodeEditor;
using classfile::FallsThrough;
using classfile::Instruction;
using classfile::Label;
using classfile::Op;

void InsertNops(CodeEditor& editor) {
  for (uint32_t i = 0; i < editor.code().instructions.size(); ++i) editor.Before(i).Do(Op::nop);
}

// Two locals that live throughout, of two slots and of one; a jump in front of each instruction, and behind every
// third.
void InsertBranches(CodeEditor& editor) {
  const uint16_t number = editor.AddLocal({"J"});
  const uint16_t text = editor.AddLocal({"Ljava/lang/String;"});
  const uint16_t scratch = editor.AddScratch(BaseKind::kInt);
  editor.AtEntry().PushLong(-7).Store(BaseKind::kLong, number).PushString("raddle").Store(BaseKind::kReference, text);
  for (uint32_t i = 0; i < editor.code().instructions.size(); ++i) {
    const Label skip = editor.NewLabel();
    editor.Before(i)
        .Load(BaseKind::kLong, number)
        .Do(Op::l2i)
        .Do(Op::dup)
        .Store(BaseKind::kInt, scratch)
        .Jump(Op::ifge, skip)
        .Load(BaseKind::kReference, text)
        .Do(Op::pop)
        .Place(skip);
    if (i % 3 != 0 || !FallsThrough(editor.code().instructions[i].op)) continue;
    const Label after = editor.NewLabel();
    editor.After(i).Load(BaseKind::kInt, scratch).Jump(Op::ifle, after).Do(Op::nop).Place(after);
  }
}

// Enough nops in the middle that no jump across it fits 16 bits, as long as the method stays below 64 KiB.
void InsertDistance(CodeEditor& editor) {
  constexpr uint32_t kDistance = 0x8000;
  classfile::Snippet& middle = editor.Before(static_cast<uint32_t>(editor.code().instructions.size() / 2));
  for (uint32_t i = 0; i < kDistance; ++i) middle.Do(Op::nop);
}

// The class's longest method that jumps; one a class, since each grows by 32 KiB.
const classfile::Member* LongestThatJumps(const classfile::ClassFile& file) {
  const classfile::Member* longest = nullptr;
  uint32_t length = 0;
  for (const classfile::Member& method : file.methods) {
    const classfile::Attribute* attribute = Find(method.attributes, classfile::AttributeKind::kCode);
    if (attribute == nullptr) continue;
    Arena arena;
    const Result<classfile::Code> code = DecodeCode(*attribute, file.pool, arena);
    if (!code || code->length < length) continue;
    if (std::any_of(code->instructions.begin(), code->instructions.end(),
                    [](const Instruction& it) { return IsJump(it.op); })) {
      longest = &method;
      length = code->length;
    }
  }
  return longest;
}

}  // namespace

Result<EditCounts> EditMethods(classfile::ClassFile& file, Edit edit) {
  EditCounts counts;
  const classfile::Member* only = edit == Edit::kFar ? LongestThatJumps(file) : nullptr;
  for (classfile::Member& method : file.methods) {
    if (Find(method.attributes, classfile::AttributeKind::kCode) == nullptr) continue;
    if (edit == Edit::kFar && &method != only) continue;
    Result<CodeEditor> editor = CodeEditor::Open(file, method);
    if (!editor) return editor.error().In(file.NameOf(method));
    switch (edit) {
      case Edit::kNop:
        InsertNops(*editor);
        break;
      case Edit::kBranch:
        InsertBranches(*editor);
        break;
      case Edit::kFar:
        InsertDistance(*editor);
        break;
      case Edit::kWeave:
        break;
    }
    if (Result<void> finished = editor->Finish()) {
      ++counts.methods;
    } else if (editor->too_large()) {
      ++counts.too_large;
    } else {
      return finished.error().In(file.NameOf(method));
    }
  }
  return counts;
}

}  // namespace raddle::selfcheck
