// What the editor refuses. The method is then, byte for byte, what it was.
#include "tests/classfile/editor_fixture.h"

namespace raddle::classfile {
namespace {

using CodeEditorRefusalTest = EditorTest;

constexpr const char* kNotPlaced = "a jump to a label that was not placed before an instruction";
constexpr const char* kTwice = "a label was placed twice";
constexpr const char* kNotSet = "a local that is not set on every path, or not to its type";
constexpr const char* kStacks = "paths of inserted code meet with different stacks";
constexpr const char* kOffTheEnd = "execution could run off the end of the code";

TEST_F(CodeEditorRefusalTest, AMethodWithoutCodeCannotBeOpened) {
  Member& method = made.file.AddMethod(kPublic | kAbstract, "none", "()V");
  EXPECT_EQ(CodeEditor::Open(made.file, method).error().reason, "the method has no code");
}

TEST_F(CodeEditorRefusalTest, AMethodWithABadDescriptorCannotBeOpened) {
  Member& method = made.Method(kStatic, "bad", "(Q)V", {.code = {Byte(Op::return_)}});
  EXPECT_FALSE(CodeEditor::Open(made.file, method));
}

TEST_F(CodeEditorRefusalTest, CodeAfterAReturn) {
  CodeEditor& editor = OpenStraight();
  editor.After(1).Do(Op::nop);
  EXPECT_EQ(Refusal(), "code inserted after offset 1, which does not fall through");
}

TEST_F(CodeEditorRefusalTest, CodeAfterAReplacementThatThrows) {
  CodeEditor& editor = OpenStraight();
  editor.Replace(0).Do(Op::aconst_null).Do(Op::athrow);
  editor.After(0).Do(Op::nop);
  EXPECT_EQ(Refusal(), "code inserted after offset 0, which does not fall through");
}

TEST_F(CodeEditorRefusalTest, AJumpToALabelThatWasNotPlaced) {
  CodeEditor& editor = OpenStraight();
  editor.Before(0).Jump(Op::goto_, editor.NewLabel());
  EXPECT_EQ(Refusal(), kNotPlaced);
}

TEST_F(CodeEditorRefusalTest, AJumpToTheEndOfTheCode) {
  CodeEditor& editor = OpenStraight();
  editor.Before(0).Jump(Op::goto_, editor.LabelOf(2));
  EXPECT_EQ(Refusal(), kNotPlaced);
}

TEST_F(CodeEditorRefusalTest, AJumpToTheEndOfTheCodeBehindWhichAHandlerStands) {
  CodeEditor& editor = OpenStraight(49);
  editor.Before(0).Jump(Op::goto_, editor.LabelOf(2));
  editor.AddHandler(0, 1, 0, HandlerOrder::kInnermost).Do(Op::athrow);
  EXPECT_EQ(Refusal(), kNotPlaced);
}

TEST_F(CodeEditorRefusalTest, AJumpToALabelAtTheEndOfAHandler) {
  CodeEditor& editor = OpenStraight(49);
  const Label end = editor.NewLabel();
  editor.Before(0).Jump(Op::goto_, end);
  editor.AddHandler(0, 1, 0, HandlerOrder::kInnermost).Do(Op::athrow).Place(end);
  editor.AddHandler(0, 1, 0, HandlerOrder::kInnermost).Do(Op::athrow);
  EXPECT_EQ(Refusal(), kNotPlaced);
}

TEST_F(CodeEditorRefusalTest, ASwitchWhoseTargetAtTheEndIsGone) {
  Assembler code;
  code.Do(Op::iload_0).Lookup({{1, "last"}}, "first").At("first").Do(Op::iconst_0).Do(Op::ireturn);
  code.At("last").Jump(Op::goto_, "last");
  CodeEditor& editor = Open({.max_stack = 1, .max_locals = 1, .code = code.bytes()}, "(I)I", 49);
  editor.Replace(4);
  EXPECT_EQ(Refusal(), kNotPlaced);
}

TEST_F(CodeEditorRefusalTest, AHandlersCodeThatIsGone) {
  CodeEditor& editor = Open({.max_stack = 1,
                             .max_locals = 1,
                             .code = {Byte(Op::iconst_0), Byte(Op::ireturn), Byte(Op::athrow)},
                             .handlers = {{0, 2, 2}}},
                            "(I)I", 49);
  editor.Replace(2);
  EXPECT_EQ(Refusal(), kNotPlaced);
}

TEST_F(CodeEditorRefusalTest, ALabelPlacedTwice) {
  CodeEditor& editor = OpenStraight();
  const Label label = editor.NewLabel();
  editor.Before(0).Place(label).Do(Op::nop);
  editor.Before(1).Place(label);
  EXPECT_EQ(Refusal(), kTwice);
}

TEST_F(CodeEditorRefusalTest, AnInstructionsOwnLabelPlacedAgain) {
  for (const uint32_t label : {0u, 1u, 2u}) {
    made.file.methods.clear();
    CodeEditor& editor = OpenStraight();
    editor.AtEntry().Place(editor.LabelOf(label)).Do(Op::nop);
    EXPECT_EQ(Refusal(), kTwice) << label;
  }
}

TEST_F(CodeEditorRefusalTest, CodeThatRunsOffTheEnd) {
  CodeEditor& editor = OpenStraight();
  editor.Replace(1).Do(Op::pop);
  EXPECT_EQ(Refusal(), kOffTheEnd);
}

TEST_F(CodeEditorRefusalTest, AReturnReplacedByNothing) {
  CodeEditor& editor = OpenStraight();
  editor.Replace(1);
  EXPECT_EQ(Refusal(), kOffTheEnd);
}

TEST_F(CodeEditorRefusalTest, AllCodeReplacedByNothing) {
  CodeEditor& editor = OpenStraight();
  editor.Replace(0);
  editor.Replace(1);
  EXPECT_EQ(Refusal(), "no code is left");
}

TEST_F(CodeEditorRefusalTest, AHandlerWithoutCodeOrThatRunsOffItsEnd) {
  OpenStraight().AddHandler(0, 1, 0, HandlerOrder::kInnermost);
  EXPECT_EQ(Refusal(), "execution could run off the end of a handler");
  made.file.methods.clear();
  OpenStraight().AddHandler(0, 1, 0, HandlerOrder::kInnermost).Do(Op::pop);
  EXPECT_EQ(Refusal(), "execution could run off the end of a handler");
}

TEST_F(CodeEditorRefusalTest, PathsThatMeetWithDifferentStacks) {
  for (const bool deeper : {false, true}) {
    made.file.methods.clear();
    CodeEditor& editor = OpenStraight();
    const Label end = editor.NewLabel();
    Snippet& snippet = editor.Before(1).Push(1).Do(deeper ? Op::dup : Op::nop).Load(BaseKind::kInt, 0);
    snippet.Jump(Op::ifeq, end).Do(deeper ? Op::pop : Op::i2f).Place(end).Do(Op::pop);
    EXPECT_EQ(Refusal(), kStacks) << deeper;
  }
}

TEST_F(CodeEditorRefusalTest, DifferentStacksAreRefusedInVersion50Too) {
  CodeEditor& editor = OpenBranch(50);
  const Label end = editor.NewLabel();
  editor.Before(0).Load(BaseKind::kInt, 0).Jump(Op::ifeq, end).Push(1).Place(end);
  EXPECT_EQ(Refusal(), kStacks);
}

TEST_F(CodeEditorRefusalTest, ALoopThatComesBackWithOtherTypes) {
  CodeEditor& editor = OpenStraight();
  const uint16_t scratch = editor.AddScratch(BaseKind::kReference);
  const Label head = editor.NewLabel();
  editor.Before(0)
      .PushString("one")
      .Store(BaseKind::kReference, scratch)
      .Place(head)
      .Load(BaseKind::kReference, scratch)
      .Do(Op::pop)
      .Field(Op::getstatic, "a/B", "it", "La/B;")
      .Store(BaseKind::kReference, scratch)
      .Load(BaseKind::kInt, 0)
      .Jump(Op::ifne, head);
  EXPECT_EQ(Refusal(), "a loop of inserted code changes the types it started with");
}

TEST_F(CodeEditorRefusalTest, ALocalThatTheEntrySnippetDoesNotSet) {
  OpenStraight().AddLocal({"I"});
  EXPECT_EQ(Refusal(), kNotSet);
}

TEST_F(CodeEditorRefusalTest, ALocalThatTheEntrySnippetSetsOnOnePathOnly) {
  CodeEditor& editor = OpenStraight();
  const uint16_t local = editor.AddLocal({"I"});
  const Label end = editor.NewLabel();
  editor.AtEntry().Load(BaseKind::kInt, 0).Jump(Op::ifeq, end).Push(1).Store(BaseKind::kInt, local).Place(end);
  EXPECT_EQ(Refusal(), kNotSet);
}

TEST_F(CodeEditorRefusalTest, ALocalSetToSomethingElse) {
  CodeEditor& editor = OpenStraight();
  const uint16_t local = editor.AddLocal({"J"});
  editor.AtEntry().Push(1).Store(BaseKind::kInt, local);
  EXPECT_EQ(Refusal(), kNotSet);
}

TEST_F(CodeEditorRefusalTest, DeadCodeWithoutAFrameBehindAnInsertedThrow) {
  OpenStraight().Replace(0).Do(Op::aconst_null).Do(Op::athrow);
  EXPECT_EQ(Refusal(), "no stack-map frame behind the jump before new offset 2");
}

TEST_F(CodeEditorRefusalTest, AHandlerOnBothSidesOfAConstructorCallOrAroundIt) {
  const Index init = made.pool.AddMember(Tag::kMethodref, "java/lang/Object", "<init>", "()V");
  Assembler code;
  code.Do(Op::aload_0).Byte2(Op::invokespecial, init).Do(Op::nop).Do(Op::return_);
  const MadeCode made_code{.max_stack = 1, .max_locals = 1, .code = code.bytes()};
  for (const auto& [first, end] : {std::pair(0u, 3u), {0u, 2u}, {1u, 2u}, {1u, 4u}}) {
    made.file.methods.clear();
    CodeEditor& editor = Open(made_code, "()V", 52, "<init>", kPublic);
    editor.AddHandler(first, end, 0, HandlerOrder::kInnermost).Do(Op::athrow);
    EXPECT_EQ(Refusal(), "a handler covers both sides of a call of another constructor") << first;
  }
}

TEST_F(CodeEditorRefusalTest, AFrameThatNamesANewThatIsGone) {
  Assembler code;
  code.Byte2(Op::new_, made.pool.AddClass("a/B")).Do(Op::iload_0).Jump(Op::ifeq, "join");
  code.At("join").Do(Op::iconst_0).Do(Op::ireturn);
  CodeEditor& editor = Open({.max_stack = 2,
                             .max_locals = 1,
                             .code = code.bytes(),
                             .attributes = {{"StackMapTable", {0, 1, 64 + 7, 8, 0, 0}}}});
  editor.Replace(0).Do(Op::aconst_null);
  EXPECT_EQ(Refusal(), "a frame names a `new` that was replaced");
}

TEST_F(CodeEditorRefusalTest, MoreThan65535Locals) {
  CodeEditor& editor = Open({.max_stack = 1, .max_locals = 65535, .code = {Byte(Op::iconst_0), Byte(Op::ireturn)}});
  const uint16_t local = editor.AddLocal({"I"});
  editor.AtEntry().Push(1).Store(BaseKind::kInt, local);
  EXPECT_EQ(Refusal(), "more than 65535 locals");
}

TEST_F(CodeEditorRefusalTest, MoreThan65535StackSlots) {
  CodeEditor& editor = Open({.max_stack = 65535, .max_locals = 1, .code = {Byte(Op::iconst_0), Byte(Op::ireturn)}});
  editor.Before(0).Push(1).Do(Op::pop);
  EXPECT_EQ(Refusal(), "more than 65535 stack slots");
}

TEST_F(CodeEditorRefusalTest, ConstantsThatFindNoRoom) {
  CodeEditor& editor = OpenStraight();
  while (made.pool.size() < 65534) made.pool.AddInteger(static_cast<int32_t>(made.pool.size()));
  editor.Before(0).Field(Op::getstatic, "a/B", "field", "I").Do(Op::pop).Type(Op::new_, "a/C").Do(Op::pop);
  EXPECT_EQ(Refusal(), "more than 65535 constants");
}

TEST_F(CodeEditorRefusalTest, ConstantsThatOnlyTheFramesAskFor) {
  CodeEditor& editor = OpenBranch();
  const uint16_t local = editor.AddLocal({"La/B;"});
  editor.AtEntry().Do(Op::aconst_null).Store(BaseKind::kReference, local);
  while (made.pool.size() < 65534) made.pool.AddInteger(static_cast<int32_t>(made.pool.size()));
  EXPECT_EQ(Refusal(), "more than 65535 constants");
}

TEST_F(CodeEditorRefusalTest, AStackMapThatDoesNotFitItsCode) {
  Assembler code;
  code.Do(Op::iload_0).Jump(Op::ifeq, "zero").At("zero").Do(Op::iconst_0).Do(Op::ireturn);
  CodeEditor& editor =
      Open({.max_stack = 1, .max_locals = 1, .code = code.bytes(), .attributes = {{"StackMapTable", {0, 1, 3}}}});
  editor.Before(0).Do(Op::nop);
  EXPECT_EQ(Refusal(), "StackMapTable: a frame that stands before no instruction");
}

TEST_F(CodeEditorRefusalTest, SoManyFramesOfSoManyLocalsThatTheyWouldFillTheMemory) {
  // 65,000 frames of one byte each, all of 65,000 locals once there is one more.
  std::vector<uint8_t> code(65000, Byte(Op::nop));
  code.insert(code.end(), {Byte(Op::iconst_0), Byte(Op::ireturn)});
  std::vector<uint8_t> frames = Shorts({65000});
  frames.resize(2 + 65000, 0);
  CodeEditor& editor =
      Open({.max_stack = 1, .max_locals = 65000, .code = code, .attributes = {{"StackMapTable", frames}}});
  const uint16_t local = editor.AddLocal({"I"});
  editor.AtEntry().Push(1).Store(BaseKind::kInt, local);
  EXPECT_EQ(Refusal(), "65000 frames of 65001 locals");
}

}  // namespace
}  // namespace raddle::classfile
