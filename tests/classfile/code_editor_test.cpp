// Where things stand after an edit: instructions, jumps, switches, limits. Tables and frames have files of their own.
#include "classfile/code_editor.h"

#include "tests/classfile/editor_fixture.h"

namespace raddle::classfile {
namespace {

using CodeEditorTest = EditorTest;

TEST_F(CodeEditorTest, AnEditThatInsertsNothingChangesNothing) {
  OpenBranch();
  const std::string before = Describe(made.file, made.file.methods[0]);
  EXPECT_EQ(Finished(), before);
}

TEST_F(CodeEditorTest, AJumpFollowsItsTarget) {
  CodeEditor& editor = OpenBranch();
  editor.Before(2).Do(Op::nop);
  EXPECT_EQ(Finished(),
            "max 1 1\n0 iload_0\n1 ifeq 7\n4 nop\n5 iconst_1\n6 ireturn\n7 iconst_0\n8 ireturn\nframe 7 int | -\n");
}

TEST_F(CodeEditorTest, AJumpLandsInFrontOfWhatWasInsertedBeforeItsTarget) {
  CodeEditor& editor = OpenBranch();
  editor.Before(4).Do(Op::nop).Do(Op::nop);
  EXPECT_EQ(Finished(),
            "max 1 1\n0 iload_0\n1 ifeq 6\n4 iconst_1\n5 ireturn\n6 nop\n7 nop\n8 iconst_0\n9 ireturn\n"
            "frame 6 int | -\n");
}

TEST_F(CodeEditorTest, TheGroupsPartsComeInOrder) {
  CodeEditor& editor = OpenStraight();
  editor.After(0).Push(4).Do(Op::pop);
  editor.Replace(0).Push(3);
  editor.Before(0).Push(2).Do(Op::pop);
  editor.AtEntry().Push(1).Do(Op::pop);
  EXPECT_EQ(Finished(), "max 2 1\n0 iconst_1\n1 pop\n2 iconst_2\n3 pop\n4 iconst_3\n5 iconst_4\n6 pop\n7 ireturn\n");
}

TEST_F(CodeEditorTest, ASnippetAskedForTwiceIsContinued) {
  CodeEditor& editor = OpenStraight();
  editor.Before(1).Push(1);
  editor.AtEntry().Do(Op::nop);
  editor.Before(1).Do(Op::pop);
  EXPECT_EQ(Finished(), "max 2 1\n0 nop\n1 iconst_0\n2 iconst_1\n3 pop\n4 ireturn\n");
}

TEST_F(CodeEditorTest, TheEntrySnippetRunsOnceEvenWhereInstruction0IsALoopHead) {
  Assembler code;
  code.At("head").Increment(0, -1).Do(Op::iload_0).Jump(Op::ifgt, "head").Do(Op::iconst_0).Do(Op::ireturn);
  CodeEditor& editor =
      Open({.max_stack = 1, .max_locals = 1, .code = code.bytes(), .attributes = {{"StackMapTable", {0, 1, 0}}}});
  const uint16_t local = editor.AddLocal({"I"});
  editor.AtEntry().Push(7).Store(BaseKind::kInt, local);
  editor.Before(0).Do(Op::nop);
  EXPECT_EQ(Finished(),
            "max 2 2\n0 bipush 7\n2 istore_1\n3 nop\n4 iinc 0 -1\n7 iload_0\n8 ifgt 3\n11 iconst_0\n12 ireturn\n"
            "frame 3 int int | -\n");
}

TEST_F(CodeEditorTest, AnInstructionReplacedByNothingIsGone) {
  CodeEditor& editor = Open(
      {.max_stack = 1, .max_locals = 1, .code = {Byte(Op::nop), Byte(Op::iconst_0), Byte(Op::nop), Byte(Op::ireturn)}});
  editor.Replace(0);
  editor.Replace(2);
  EXPECT_EQ(Finished(), "max 1 1\n0 iconst_0\n1 ireturn\n");
}

TEST_F(CodeEditorTest, WhatComesAfterAnInstructionReplacedByNothingStaysBehindIt) {
  CodeEditor& editor =
      Open({.max_stack = 1, .max_locals = 1, .code = {Byte(Op::nop), Byte(Op::iconst_0), Byte(Op::ireturn)}});
  editor.Replace(0);
  editor.After(0).Push(1).Do(Op::pop);
  EXPECT_EQ(Finished(), "max 2 1\n0 iconst_1\n1 pop\n2 iconst_0\n3 ireturn\n");
}

TEST_F(CodeEditorTest, CodeMayComeAfterAReplacementThatOnlyAJumpLeads) {
  CodeEditor& editor = OpenStraight();
  const Label over = editor.NewLabel();
  editor.Replace(0).Push(0).Load(BaseKind::kInt, 0).Jump(Op::ifne, over).Do(Op::ireturn).Place(over);
  editor.After(0).Do(Op::nop);
  EXPECT_EQ(Finished(), "max 3 1\n0 iconst_0\n1 iload_0\n2 ifne 6\n5 ireturn\n6 nop\n7 ireturn\nframe 6 int | int\n");
}

TEST_F(CodeEditorTest, SwitchesArePaddedForTheirNewOffset) {
  for (int nops = 0; nops < 5; ++nops) {
    SCOPED_TRACE(nops);
    made.file.methods.clear();
    Assembler code;
    code.Do(Op::iload_0).Table(-1, {"a", "b"}, "other").At("a").Do(Op::iconst_1).Do(Op::ireturn);
    code.At("b").Do(Op::iconst_2).Do(Op::ireturn).At("other").Do(Op::iload_0).Lookup({{-5, "a"}, {9, "b"}}, "last");
    code.At("last").Do(Op::iconst_0).Do(Op::ireturn);
    CodeEditor& editor = Open({.max_stack = 1, .max_locals = 1, .code = code.bytes()}, "(I)I", 49);
    for (int i = 0; i < nops; ++i) editor.Before(1).Do(Op::nop);
    const int a = (nops + 1 + 4) / 4 * 4 + 20;  // behind default, low, high and two targets
    const int lookup = a + 5;
    const int last = (lookup + 4) / 4 * 4 + 24;
    const std::string text = Finished();
    EXPECT_NE(text.find("tableswitch -1:" + std::to_string(a) + " 0:" + std::to_string(a + 2) + " else " +
                        std::to_string(a + 4) + "\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find(std::to_string(lookup) + " lookupswitch -5:" + std::to_string(a) +
                        " 9:" + std::to_string(a + 2) + " else " + std::to_string(last) + "\n"),
              std::string::npos)
        << text;
  }
}

TEST_F(CodeEditorTest, MaxStackGrowsByTheHighestSnippetNotByTheirSum) {
  CodeEditor& editor = OpenBranch();
  editor.Before(1).PushLong(5).Do(Op::pop2);
  editor.Before(4).Push(1).Push(2).Push(3).Do(Op::pop2).Do(Op::pop);
  EXPECT_TRUE(Finished().starts_with("max 4 1\n"));
}

TEST_F(CodeEditorTest, MaxStackCountsWhatStaysOnTheStackAcrossAnInstruction) {
  CodeEditor& editor = OpenStraight();
  editor.Before(0).Push(7);
  editor.After(0).Do(Op::swap).Push(8).Do(Op::pop2);
  EXPECT_TRUE(Finished().starts_with("max 3 1\n"));
}

TEST_F(CodeEditorTest, MaxStackKnowsWhatAJumpToAnotherSnippetBrings) {
  CodeEditor& editor = OpenBranch(49);
  const Label elsewhere = editor.NewLabel(), back = editor.NewLabel();
  // The first snippet in the code jumps into the second with three values; the second is asked for first.
  editor.Before(4)
      .Jump(Op::goto_, editor.LabelOf(5))
      .Place(elsewhere)
      .Push(4)
      .Do(Op::pop2)
      .Do(Op::pop2)
      .Jump(Op::goto_, back);
  editor.Before(0).Push(1).Push(2).Push(3).Jump(Op::goto_, elsewhere).Place(back);
  EXPECT_TRUE(Finished().starts_with("max 5 1\n"));
}

TEST_F(CodeEditorTest, AHandlerHasRoomForItsException) {
  CodeEditor& editor = OpenStraight();
  editor.AddHandler(0, 2, 0, HandlerOrder::kInnermost).Push(1).Do(Op::pop).Do(Op::athrow);
  EXPECT_TRUE(Finished().starts_with("max 3 1\n"));
}

TEST_F(CodeEditorTest, LocalsAreAddedBehindTheMethodsOwn) {
  CodeEditor& editor = OpenStraight();
  EXPECT_EQ(editor.AddLocal({"J"}), 1);
  EXPECT_EQ(editor.AddScratch(BaseKind::kDouble), 3);
  EXPECT_EQ(editor.AddLocal({"Ljava/lang/Object;"}), 5);
  editor.AtEntry().PushLong(0).Store(BaseKind::kLong, 1).Do(Op::aconst_null).Store(BaseKind::kReference, 5);
  EXPECT_TRUE(Finished().starts_with("max 3 6\n"));
}

TEST_F(CodeEditorTest, ALocalBeyond255TakesTheWideForm) {
  CodeEditor& editor = Open({.max_stack = 1, .max_locals = 256, .code = {Byte(Op::iconst_0), Byte(Op::ireturn)}});
  const uint16_t local = editor.AddLocal({"I"});
  ASSERT_EQ(local, 256);
  editor.AtEntry().Push(1).Store(BaseKind::kInt, local).Increment(local, 2).Load(BaseKind::kInt, local).Do(Op::pop);
  EXPECT_EQ(Finished(),
            "max 2 257\n0 iconst_1\n1 wide istore 256\n5 wide iinc 256 2\n11 wide iload 256\n15 pop\n16 iconst_0\n"
            "17 ireturn\n");
}

TEST_F(CodeEditorTest, AConstantBeyond255TakesLdcW) {
  CodeEditor& editor = OpenStraight();
  for (int i = 0; made.pool.size() < 255; ++i) made.pool.AddUtf8("filler " + std::to_string(i));
  ASSERT_EQ(made.pool.AddInteger(100'000), 255);
  editor.Before(0).Push(100'000).Do(Op::pop).Push(100'001).Do(Op::pop).PushLong(7).Do(Op::pop2);
  EXPECT_EQ(Finished(),
            "max 3 1\n0 ldc 100000\n2 pop\n3 ldc_w 100001\n6 pop\n7 ldc2_w 7L\n10 pop2\n11 iconst_0\n12 ireturn\n");
}

TEST_F(CodeEditorTest, EachNumberTakesItsShortestForm) {
  CodeEditor& editor = OpenStraight();
  Snippet& snippet = editor.Before(0);
  for (const int value : {-2, -1, 0, 5, 6, -128, 127, 128, -32768, 32767, 32768}) snippet.Push(value).Do(Op::pop);
  snippet.PushLong(1).Do(Op::pop2).PushLong(2).Do(Op::pop2);
  snippet.Increment(0, 127).Increment(0, -129).PushString("text").Do(Op::pop);
  EXPECT_EQ(
      Finished(),
      "max 3 1\n0 bipush -2\n2 pop\n3 iconst_m1\n4 pop\n5 iconst_0\n6 pop\n7 iconst_5\n8 pop\n9 bipush 6\n11 pop\n"
      "12 bipush -128\n14 pop\n15 bipush 127\n17 pop\n18 sipush 128\n21 pop\n22 sipush -32768\n25 pop\n"
      "26 sipush 32767\n29 pop\n30 ldc 32768\n32 pop\n33 lconst_1\n34 pop2\n35 ldc2_w 2L\n38 pop2\n"
      "39 iinc 0 127\n42 wide iinc 0 -129\n48 ldc \"text\"\n50 pop\n51 iconst_0\n52 ireturn\n");
}

TEST_F(CodeEditorTest, CallsAndTypesNameTheirConstants) {
  CodeEditor& editor = OpenStraight();
  editor.Before(0)
      .Field(Op::getstatic, "a/B", "list", "Ljava/util/List;")
      .Type(Op::checkcast, "java/util/ArrayList")
      .Push(0)
      .Invoke(Op::invokeinterface, "java/util/List", "get", "(I)Ljava/lang/Object;")
      .Type(Op::instanceof_, "a/C")
      .Invoke(Op::invokestatic, "a/I", "take", "(I)V", /*of_interface=*/true);
  editor.Before(1).Copy(editor.code().instructions[0]).Do(Op::pop);
  EXPECT_EQ(Finished(),
            "max 3 1\n0 getstatic a/B.list\n3 checkcast java/util/ArrayList\n6 iconst_0\n"
            "7 invokeinterface java/util/List.get\n12 instanceof a/C\n15 invokestatic a/I.take\n18 iconst_0\n"
            "19 iconst_0\n20 pop\n21 ireturn\n");
}

}  // namespace
}  // namespace raddle::classfile
