// Stack maps after an edit. That the JVM takes them is tested in tests/selfcheck; here, what they say.
#include "tests/classfile/editor_fixture.h"

namespace raddle::classfile {
namespace {

class CodeEditorFramesTest : public EditorTest {
 protected:
  // if (local 0 == 0) skip a nop
  static void Skip(CodeEditor& editor, Snippet& snippet) {
    const Label skip = editor.NewLabel();
    snippet.Load(BaseKind::kInt, 0).Jump(Op::ifeq, skip).Do(Op::nop).Place(skip);
  }
};

TEST_F(CodeEditorFramesTest, AnInsertedBranchGetsAFrameWhereItLands) {
  CodeEditor& editor = OpenStraight();
  Skip(editor, editor.Before(1));
  EXPECT_EQ(Finished(), "max 2 1\n0 iconst_0\n1 iload_0\n2 ifeq 6\n5 nop\n6 ireturn\nframe 6 int | int\n");
}

TEST_F(CodeEditorFramesTest, ABranchMayEndAtAnInstructionThatHasAFrame) {
  CodeEditor& editor = OpenBranch();
  Skip(editor, editor.Before(4));
  editor.Before(2).Jump(Op::goto_, editor.LabelOf(4));
  editor.Replace(2);
  editor.Replace(3);
  EXPECT_EQ(Finished(),
            "max 2 1\n0 iload_0\n1 ifeq 7\n4 goto 7\n7 iload_0\n8 ifeq 12\n11 nop\n12 iconst_0\n13 ireturn\n"
            "frame 7 int | -\nframe 12 int | -\n");
}

TEST_F(CodeEditorFramesTest, AddedLocalsAreInEveryFrame) {
  CodeEditor& editor = OpenBranch();
  const uint16_t number = editor.AddLocal({"J"});
  const std::string type = "[Ljava/lang/String;";
  const uint16_t array = editor.AddLocal({std::string(type)});  // the text may go
  editor.AtEntry().PushLong(3).Store(BaseKind::kLong, number).Do(Op::aconst_null).Store(BaseKind::kReference, array);
  Skip(editor, editor.Before(0));
  editor.AddHandler(0, 6, 0, HandlerOrder::kOutermost).Do(Op::athrow);
  EXPECT_EQ(Lines(Finished(), "frame"),
            "frame 11 int long [Ljava/lang/String; | -\nframe 17 int long [Ljava/lang/String; | -\n"
            "frame 19 top long [Ljava/lang/String; | java/lang/Throwable\n");
}

TEST_F(CodeEditorFramesTest, AnAddedLocalKeepsItsTypeWhateverWasStoredLast) {
  CodeEditor& editor = OpenStraight();
  const uint16_t lazy = editor.AddLocal({"Ljava/lang/Object;"});
  editor.AtEntry().Do(Op::aconst_null).Store(BaseKind::kReference, lazy);
  const Label set = editor.NewLabel();
  editor.Before(0)
      .Load(BaseKind::kReference, lazy)
      .Jump(Op::ifnonnull, set)
      .PushString("made")
      .Store(BaseKind::kReference, lazy)
      .Place(set);
  Skip(editor, editor.Before(1));
  EXPECT_EQ(Lines(Finished(), "frame"), "frame 9 int java/lang/Object | -\nframe 15 int java/lang/Object | int\n");
}

TEST_F(CodeEditorFramesTest, TheEntrySnippetMayBranchBeforeItHasSetALocal) {
  CodeEditor& editor = OpenStraight();
  const uint16_t local = editor.AddLocal({"I"});
  const Label other = editor.NewLabel(), end = editor.NewLabel();
  editor.AtEntry()
      .Load(BaseKind::kInt, 0)
      .Jump(Op::ifeq, other)
      .Push(1)
      .Store(BaseKind::kInt, local)
      .Jump(Op::goto_, end)
      .Place(other)
      .Push(2)
      .Store(BaseKind::kInt, local)
      .Place(end);
  EXPECT_EQ(Lines(Finished(), "frame"), "frame 9 int | -\nframe 11 int int | -\n");
}

TEST_F(CodeEditorFramesTest, ScratchIsForgottenAtTheNextGroupNotBefore) {
  CodeEditor& editor =
      Open({.max_stack = 1, .max_locals = 1, .code = {Byte(Op::nop), Byte(Op::iconst_0), Byte(Op::ireturn)}});
  const uint16_t scratch = editor.AddScratch(BaseKind::kReference);
  editor.Before(0).PushString("kept").Store(BaseKind::kReference, scratch);
  Skip(editor, editor.After(0));
  editor.After(0).Load(BaseKind::kReference, scratch).Do(Op::pop);
  Skip(editor, editor.Before(1));
  EXPECT_EQ(Lines(Finished(), "frame"), "frame 9 int java/lang/String | -\nframe 16 int | -\n");
}

TEST_F(CodeEditorFramesTest, ALoopMayUseScratchThatEarlierCodeLeftWithAnotherType) {
  CodeEditor& editor = OpenStraight();
  const uint16_t scratch = editor.AddScratch(BaseKind::kReference);
  editor.Before(0).PushString("left").Store(BaseKind::kReference, scratch);
  const Label head = editor.NewLabel();
  editor.Before(1)
      .Place(head)
      .Type(Op::new_, "a/B")
      .Store(BaseKind::kReference, scratch)
      .Load(BaseKind::kInt, 0)
      .Jump(Op::ifne, head);
  // At the end of the loop scratch is an a/B without constructor call, which no String is.
  EXPECT_EQ(Lines(Finished(), "frame"), "frame 4 int | int\n");
}

TEST_F(CodeEditorFramesTest, PathsThatMeetKeepWhatTheyAgreeOn) {
  CodeEditor& editor = OpenStraight();
  const uint16_t a = editor.AddScratch(BaseKind::kLong), b = editor.AddScratch(BaseKind::kReference);
  const Label other = editor.NewLabel(), end = editor.NewLabel();
  // A null meets a String, on the stack and in a local; the long is set on one path only.
  editor.Before(0)
      .Load(BaseKind::kInt, 0)
      .Jump(Op::ifeq, other)
      .PushLong(1)
      .Store(BaseKind::kLong, a)
      .PushString("s")
      .Do(Op::dup)
      .Store(BaseKind::kReference, b)
      .Jump(Op::goto_, end)
      .Place(other)
      .Do(Op::aconst_null)
      .Do(Op::dup)
      .Store(BaseKind::kReference, b)
      .Place(end)
      .Do(Op::pop);
  EXPECT_EQ(Lines(Finished(), "frame"), "frame 13 int | -\nframe 16 int top top java/lang/String | java/lang/String\n");
}

TEST_F(CodeEditorFramesTest, ThisIsUninitialisedUntilTheConstructorIsCalled) {
  const Index init = made.pool.AddMember(Tag::kMethodref, "java/lang/Object", "<init>", "()V");
  Assembler code;
  code.Do(Op::aload_0).Byte2(Op::invokespecial, init).Do(Op::return_);
  CodeEditor& editor = Open({.max_stack = 1, .max_locals = 2, .code = code.bytes()}, "(I)V", 52, "<init>", kPublic);
  for (uint32_t i = 0; i < 3; ++i) {
    const Label skip = editor.NewLabel();
    editor.Before(i).Load(BaseKind::kInt, 1).Jump(Op::ifeq, skip).Do(Op::nop).Place(skip);
  }
  EXPECT_EQ(Lines(Finished(), "frame"), "frame 5 this int | -\nframe 11 this int | this\nframe 19 Made int | -\n");
}

TEST_F(CodeEditorFramesTest, AnObjectWithoutConstructorCallIsNamedByItsNew) {
  const Index init = made.pool.AddMember(Tag::kMethodref, "a/B", "<init>", "(I)V");
  Assembler code;
  code.Byte2(Op::new_, made.pool.AddClass("a/B"))
      .Do(Op::dup)
      .Do(Op::iload_0)
      .Byte2(Op::invokespecial, init)
      .Do(Op::pop)
      .Do(Op::iconst_0)
      .Do(Op::ireturn);
  CodeEditor& editor = Open({.max_stack = 3, .max_locals = 1, .code = code.bytes()});
  editor.Before(0).Do(Op::nop).Do(Op::nop);
  Skip(editor, editor.Before(2));
  Skip(editor, editor.Before(4));
  EXPECT_EQ(Lines(Finished(), "frame"), "frame 11 int | new@2 new@2\nframe 20 int | a/B\n");
}

TEST_F(CodeEditorFramesTest, AReplacedNewIsNamedByTheNewInItsPlace) {
  const Index init = made.pool.AddMember(Tag::kMethodref, "a/B", "<init>", "(I)V");
  Assembler code;
  code.Byte2(Op::new_, made.pool.AddClass("a/B")).Do(Op::iload_0).Jump(Op::ifeq, "join");
  code.At("join").Do(Op::iload_0).Byte2(Op::invokespecial, init).Do(Op::iconst_0).Do(Op::ireturn);
  CodeEditor& editor = Open({.max_stack = 2,
                             .max_locals = 1,
                             .code = code.bytes(),
                             .attributes = {{"StackMapTable", {0, 1, 64 + 7, 8, 0, 0}}}});
  editor.Replace(0).Do(Op::nop).Type(Op::new_, "a/C");
  Skip(editor, editor.Before(4));
  EXPECT_EQ(Lines(Finished(), "frame"), "frame 8 int | new@1\nframe 14 int | new@1 int\n");
}

TEST_F(CodeEditorFramesTest, ABranchMayStandBetweenAnInsertedNewAndItsConstructorCall) {
  CodeEditor& editor = OpenStraight();
  Snippet& snippet = editor.Before(1).Do(Op::nop).Type(Op::new_, "a/B").Do(Op::dup);
  Skip(editor, snippet);
  snippet.Invoke(Op::invokespecial, "a/B", "<init>", "()V").Do(Op::pop);
  EXPECT_EQ(Lines(Finished(), "frame"), "frame 11 int | int new@2 new@2\n");
}

TEST_F(CodeEditorFramesTest, OfTwoFramesAtOnePlaceTheSecondIsKept) {
  // 0 iload_0  1 istore_1  2 iload_0  3 ifeq 6  6 nop  7 iload_0  8 ifeq 11 ...: frames at 6 (int int) and 7 (int)
  Assembler code;
  code.Do(Op::iload_0).Do(Op::istore_1).Do(Op::iload_0).Jump(Op::ifeq, "six").At("six").Do(Op::nop);
  code.At("seven").Do(Op::iload_0).Jump(Op::ifeq, "seven").Do(Op::iconst_0).Do(Op::ireturn);
  CodeEditor& editor = Open({.max_stack = 1,
                             .max_locals = 2,
                             .code = code.bytes(),
                             .attributes = {{"StackMapTable", {0, 2, 252, 0, 6, 1, 250, 0, 0}}}});
  editor.Replace(4);
  EXPECT_EQ(Lines(Finished(), "frame"), "frame 6 int | -\n");
}

TEST_F(CodeEditorFramesTest, AHandlerBeforeTheConstructorCallStillHasThis) {
  const Index init = made.pool.AddMember(Tag::kMethodref, "java/lang/Object", "<init>", "()V");
  Assembler code;
  code.Do(Op::aload_0).Byte2(Op::invokespecial, init).Do(Op::nop).Do(Op::return_);
  CodeEditor& editor = Open({.max_stack = 1, .max_locals = 1, .code = code.bytes()}, "()V", 52, "<init>", kPublic);
  editor.AddHandler(0, 1, 0, HandlerOrder::kInnermost).Do(Op::athrow);
  editor.AddHandler(2, 4, made.pool.AddClass("a/E"), HandlerOrder::kInnermost).Do(Op::athrow);
  EXPECT_EQ(Lines(Finished(), "frame"), "frame 6 this | java/lang/Throwable\nframe 7 - | a/E\n");
}

TEST_F(CodeEditorFramesTest, VersionsBefore50LoseAStackMapThatNobodyReads) {
  Assembler code;
  code.Do(Op::iload_0).Jump(Op::ifeq, "zero").At("zero").Do(Op::iconst_0).Do(Op::ireturn);
  CodeEditor& editor =
      Open({.max_stack = 1, .max_locals = 1, .code = code.bytes(), .attributes = {{"StackMapTable", {0, 1, 4}}}},
           "(I)I", 49);
  Skip(editor, editor.Before(0));
  EXPECT_EQ(Lines(Finished(), "frame"), "");
}

TEST_F(CodeEditorFramesTest, Version50WithoutFramesGetsNone) {
  Assembler code;
  code.Do(Op::iload_0).Jump(Op::ifeq, "zero").At("zero").Do(Op::iconst_0).Do(Op::ireturn);
  CodeEditor& editor = Open({.max_stack = 1, .max_locals = 1, .code = code.bytes()}, "(I)I", 50);
  Skip(editor, editor.Before(0));
  const std::string text = Finished();
  EXPECT_TRUE(text.starts_with("max 2 1\n0 iload_0\n1 ifeq 5\n")) << text;
  EXPECT_EQ(Lines(text, "frame"), "");
}

TEST_F(CodeEditorFramesTest, Version50WithoutFramesButWithoutBranchesGetsThem) {
  CodeEditor& editor = OpenStraight(50);
  Skip(editor, editor.Before(0));
  EXPECT_EQ(Lines(Finished(), "frame"), "frame 5 int | -\n");
}

TEST_F(CodeEditorFramesTest, Version50WithFramesThatDoNotFitLosesThem) {
  Assembler code;
  code.Do(Op::iload_0).Jump(Op::ifeq, "zero").At("zero").Do(Op::iconst_0).Do(Op::ireturn);
  CodeEditor& editor =
      Open({.max_stack = 1, .max_locals = 1, .code = code.bytes(), .attributes = {{"StackMapTable", {0, 1, 3}}}},
           "(I)I", 50);
  editor.Before(0).Do(Op::nop);
  const std::string text = Finished();
  EXPECT_TRUE(text.starts_with("max 1 1\n0 nop\n")) << text;
  EXPECT_EQ(Lines(text, "frame"), "");
}

TEST_F(CodeEditorFramesTest, Version50WithASubroutineLosesItsFrames) {
  Assembler code;
  code.Jump(Op::jsr, "sub").Do(Op::iconst_0).Do(Op::ireturn).At("sub").Do(Op::astore_1).Byte1(Op::ret, 1);
  CodeEditor& editor =
      Open({.max_stack = 1, .max_locals = 2, .code = code.bytes(), .attributes = {{"StackMapTable", {0, 1, 5}}}},
           "(I)I", 50);
  Skip(editor, editor.Before(1));
  const std::string text = Finished();
  EXPECT_TRUE(text.starts_with("max 2 2\n0 jsr 10\n")) << text;
  EXPECT_EQ(Lines(text, "frame"), "");
}

}  // namespace
}  // namespace raddle::classfile
