// Jumps that no longer reach. Distances count from the jump's own offset and pass 16 bits at 32768.
#include "tests/classfile/editor_fixture.h"

namespace raddle::classfile {
namespace {

class CodeEditorFarTest : public EditorTest {
 protected:
  static void Nops(Snippet& snippet, int count) {
    for (int i = 0; i < count; ++i) snippet.Do(Op::nop);
  }
  // The description without its nops.
  static std::string Short(const std::string& text) {
    std::string kept;
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = text.find('\n', begin) + 1;
      const std::string line = text.substr(begin, end - begin);
      if (!line.ends_with(" nop\n")) kept += line;
      begin = end;
    }
    return kept;
  }
};

TEST_F(CodeEditorFarTest, AJumpOf32767BytesIsLeftAlone) {
  CodeEditor& editor = OpenBranch();
  Nops(editor.Before(2), 32767 - 5);
  EXPECT_EQ(Short(Finished()),
            "max 1 1\n0 iload_0\n1 ifeq 32768\n32766 iconst_1\n32767 ireturn\n32768 iconst_0\n32769 ireturn\n"
            "frame 32768 int | -\n");
}

TEST_F(CodeEditorFarTest, AConditionalJumpOneByteFurtherBecomesItsNegationOverAGotoW) {
  CodeEditor& editor = OpenBranch();
  Nops(editor.Before(2), 32767 - 4);
  // The new frame at 9 is for the path that does not jump.
  EXPECT_EQ(Short(Finished()),
            "max 1 1\n0 iload_0\n1 ifne 9\n4 goto_w 32774\n32772 iconst_1\n32773 ireturn\n32774 iconst_0\n"
            "32775 ireturn\nframe 9 int | -\nframe 32774 int | -\n");
}

TEST_F(CodeEditorFarTest, TheFrameBehindAConditionalHoldsTheStackThatIsThere) {
  Assembler code;
  code.Byte2(Op::ldc2_w, made.pool.AddLong(5)).Do(Op::iload_0).Jump(Op::ifeq, "zero");
  code.Do(Op::l2i).Do(Op::ireturn).At("zero").Do(Op::l2i).Do(Op::ireturn);
  CodeEditor& editor = Open(
      {.max_stack = 3, .max_locals = 1, .code = code.bytes(), .attributes = {{"StackMapTable", {0, 1, 64 + 9, 4}}}});
  Nops(editor.After(2), 32768);
  const std::string text = Short(Finished());
  EXPECT_EQ(Lines(text, "frame"), "frame 12 int | long\nframe 32782 int | long\n") << text;
}

TEST_F(CodeEditorFarTest, EveryConditionalHasItsNegation) {
  const std::pair<Op, Op> pairs[] = {{Op::ifeq, Op::ifne},           {Op::iflt, Op::ifge},
                                     {Op::ifgt, Op::ifle},           {Op::if_icmpeq, Op::if_icmpne},
                                     {Op::if_icmplt, Op::if_icmpge}, {Op::if_icmpgt, Op::if_icmple},
                                     {Op::if_acmpeq, Op::if_acmpne}, {Op::ifnull, Op::ifnonnull}};
  for (const auto& [one, other] : pairs) {
    EXPECT_EQ(Negated(one), other) << Info(one).name;
    EXPECT_EQ(Negated(other), one) << Info(other).name;
  }
}

TEST_F(CodeEditorFarTest, AGotoIsWidenedInBothDirections) {
  Assembler code;
  code.At("top").Do(Op::iload_0).Jump(Op::goto_, "down").At("up").Do(Op::ireturn);
  code.At("down").Jump(Op::goto_, "up");
  CodeEditor& editor = Open({.max_stack = 1,
                             .max_locals = 1,
                             .code = code.bytes(),
                             .attributes = {{"StackMapTable", {0, 2, 64 + 4, 1, 64, 1}}}});
  Nops(editor.Before(2), 40000);
  EXPECT_EQ(Short(Finished()),
            "max 1 1\n0 iload_0\n1 goto_w 40007\n40006 ireturn\n40007 goto_w 6\nframe 6 int | int\n"
            "frame 40007 int | int\n");
}

TEST_F(CodeEditorFarTest, AJsrIsWidened) {
  Assembler code;
  code.Jump(Op::jsr, "sub").Do(Op::iconst_0).Do(Op::ireturn).At("sub").Do(Op::astore_1).Byte1(Op::ret, 1);
  CodeEditor& editor = Open({.max_stack = 1, .max_locals = 2, .code = code.bytes()}, "(I)I", 48);
  Nops(editor.Before(1), 33000);
  EXPECT_EQ(Short(Finished()), "max 1 2\n0 jsr_w 33007\n33005 iconst_0\n33006 ireturn\n33007 astore_1\n33008 ret 1\n");
}

TEST_F(CodeEditorFarTest, WideningOneJumpMayPushAnotherOutOfReach) {
  // The first jump reaches its target only as long as the second, between them, is three bytes long.
  Assembler code;
  code.Do(Op::iload_0).Jump(Op::ifeq, "a").Do(Op::iload_0).Jump(Op::ifeq, "b").Do(Op::nop);
  code.At("a").Do(Op::nop).At("b").Do(Op::iconst_0).Do(Op::ireturn);
  CodeEditor& editor =
      Open({.max_stack = 1, .max_locals = 1, .code = code.bytes(), .attributes = {{"StackMapTable", {0, 2, 9, 0}}}});
  Nops(editor.Before(4), 32767 - 8);  // "a" is now just in reach
  Nops(editor.Before(5), 10);         // "b" is not
  EXPECT_EQ(Short(Finished()),
            "max 1 1\n0 iload_0\n1 ifne 9\n4 goto_w 32778\n9 iload_0\n10 ifne 18\n13 goto_w 32789\n"
            "32789 iconst_0\n32790 ireturn\n"
            "frame 9 int | -\nframe 18 int | -\nframe 32778 int | -\nframe 32789 int | -\n");
}

TEST_F(CodeEditorFarTest, WideningAJumpMovesAndPadsTheSwitchBehindIt) {
  Assembler code;
  code.Do(Op::iload_0).Jump(Op::ifeq, "end").Do(Op::iload_0).Table(0, {"end"}, "end");
  code.At("end").Do(Op::iconst_0).Do(Op::ireturn);
  CodeEditor& editor =
      Open({.max_stack = 1, .max_locals = 1, .code = code.bytes(), .attributes = {{"StackMapTable", {0, 1, 24}}}});
  Nops(editor.Before(4), 1);
  Nops(editor.Before(2), 32768);
  const std::string text = Short(Finished());
  EXPECT_EQ(text,
            "max 1 1\n0 iload_0\n1 ifne 9\n4 goto_w 32796\n32777 iload_0\n"
            "32778 tableswitch 0:32796 else 32796\n32797 iconst_0\n32798 ireturn\n"
            "frame 9 int | -\nframe 32796 int | -\n");
}

TEST_F(CodeEditorFarTest, AnInsertedJumpIsWidenedToo) {
  CodeEditor& editor = OpenStraight();
  const Label skip = editor.NewLabel();
  Snippet& snippet = editor.Before(0).Load(BaseKind::kInt, 0).Jump(Op::ifle, skip);
  Nops(snippet, 32768);
  snippet.Place(skip);
  EXPECT_EQ(Short(Finished()),
            "max 2 1\n0 iload_0\n1 ifgt 9\n4 goto_w 32777\n32777 iconst_0\n32778 ireturn\n"
            "frame 9 int | -\nframe 32777 int | -\n");
}

TEST_F(CodeEditorFarTest, AnOldClassNeedsNoFrameBehindAConditional) {
  CodeEditor& editor = OpenBranch(49);
  Nops(editor.Before(2), 32768);
  EXPECT_EQ(Lines(Finished(), "frame"), "");
}

TEST_F(CodeEditorFarTest, CodeOf65535BytesIsTheLongest) {
  CodeEditor& editor = OpenStraight();
  Nops(editor.Before(0), 65533);
  EXPECT_EQ(Short(Finished()), "max 1 1\n65533 iconst_0\n65534 ireturn\n");
}

TEST_F(CodeEditorFarTest, CodeOf65536BytesIsRefused) {
  CodeEditor& editor = OpenStraight();
  Nops(editor.Before(0), 65534);
  EXPECT_EQ(Refusal(), "the method's code would be 65536 bytes long, more than 65535");
  EXPECT_TRUE(editor.too_large());
}

TEST_F(CodeEditorFarTest, CodeThatOnlyWideningMakesTooLongIsRefused) {
  CodeEditor& editor = OpenBranch();
  Nops(editor.Before(2), 65535 - 8);
  EXPECT_EQ(Refusal(), "the method's code would be 65540 bytes long, more than 65535");
  EXPECT_TRUE(editor.too_large());
}

}  // namespace
}  // namespace raddle::classfile
