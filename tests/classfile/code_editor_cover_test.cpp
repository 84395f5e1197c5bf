// Inserted code that is covered within its group, and what follows a monitorexit.
#include "tests/classfile/editor_fixture.h"

namespace raddle::classfile {
namespace {

using CodeEditorCoverTest = EditorTest;

// Catches what instruction 1 throws: the exception goes into a local and on.
void Catch(CodeEditor& editor) {
  const Label from = editor.NewLabel(), to = editor.NewLabel(), caught = editor.NewLabel(), end = editor.NewLabel();
  const uint16_t kept = editor.AddScratch(BaseKind::kInt), thrown = editor.AddScratch(BaseKind::kReference);
  editor.Before(1).Do(Op::dup).Store(BaseKind::kInt, kept).Place(from);
  editor.After(1).Place(to).Jump(Op::goto_, end).Place(caught).Store(BaseKind::kReference, thrown);
  editor.After(1).Load(BaseKind::kReference, thrown).Do(Op::athrow).Place(end);
  editor.Cover(from, to, caught);
}

TEST_F(CodeEditorCoverTest, TheHandlerHasTheLocalsAndGoesToTheMethodsOwnHandlers) {
  Assembler code;
  code.Do(Op::iload_0).Do(Op::ineg).Do(Op::ireturn).Do(Op::pop).Do(Op::iconst_0).Do(Op::ireturn);
  // 3 catches [0, 3); its frame has the parameter and the exception.
  MadeCode made_code{.max_stack = 1, .max_locals = 1, .code = code.bytes()};
  made_code.handlers.push_back({0, 3, 3, 0});
  const Index throwable = made.file.pool.AddClass("java/lang/Throwable");
  made_code.attributes.push_back(
      {"StackMapTable", {0, 1, 64 + 3, 7, static_cast<uint8_t>(throwable >> 8), static_cast<uint8_t>(throwable)}});
  CodeEditor& editor = Open(made_code);
  Catch(editor);
  EXPECT_EQ(Finished(),
            "max 2 3\n0 iload_0\n1 dup\n2 istore_1\n3 ineg\n4 goto 10\n7 astore_2\n8 aload_2\n9 athrow\n10 ireturn\n11 pop\n"
            "12 iconst_0\n13 ireturn\n"
            "catch [3, 4) at 7 any\ncatch [0, 11) at 11 any\n"
            "frame 7 int int | java/lang/Throwable\nframe 10 int | int\nframe 11 int | java/lang/Throwable\n");
}

TEST_F(CodeEditorCoverTest, LabelsMustStandInOrder) {
  CodeEditor& editor = OpenStraight();
  const Label from = editor.NewLabel(), to = editor.NewLabel(), caught = editor.NewLabel();
  editor.Before(1).Place(caught).Do(Op::nop).Place(from).Do(Op::nop).Place(to).Do(Op::nop);
  editor.Cover(from, to, caught);
  EXPECT_EQ(Refusal(), "a jump to a label that was not placed before an instruction");
}

TEST_F(CodeEditorCoverTest, WhatFollowsAnInstructionCanLeaveTheRangesThatEndWithIt) {
  // 0 aconst_null   1 monitorexit   2 iconst_0   3 ireturn   4 athrow, which catches [0, 2) and [0, 3)
  Assembler code;
  code.Do(Op::aconst_null).Do(Op::monitorexit).Do(Op::iconst_0).Do(Op::ireturn).Do(Op::athrow);
  MadeCode made_code{.max_stack = 1, .max_locals = 1, .code = code.bytes()};
  made_code.handlers.push_back({0, 2, 4, 0});
  made_code.handlers.push_back({0, 3, 4, 0});
  CodeEditor& editor = Open(made_code, "(I)I", 49);
  editor.After(1).Do(Op::nop);
  editor.LeaveRangesBeforeAfter(1);
  EXPECT_EQ(Lines(Finished(), "catch"), "catch [0, 2) at 5 any\ncatch [0, 4) at 5 any\n");
}

}  // namespace
}  // namespace raddle::classfile
