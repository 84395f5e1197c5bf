// The tables that follow an edit: exceptions, line numbers, local variables, type annotations.
#include "tests/classfile/editor_fixture.h"

namespace raddle::classfile {
namespace {

using CodeEditorTablesTest = EditorTest;

// 0 nop   1 nop   2 nop   3 iconst_0   4 ireturn   5 pop   6 iconst_1   7 ireturn, version 49
MadeCode EightInstructions() {
  Assembler code;
  code.Do(Op::nop).Do(Op::nop).Do(Op::nop).Do(Op::iconst_0).Do(Op::ireturn);
  code.Do(Op::pop).Do(Op::iconst_1).Do(Op::ireturn);
  return {.max_stack = 1, .max_locals = 1, .code = code.bytes()};
}

TEST_F(CodeEditorTablesTest, AnExceptionRangeTakesInTheGroupsOfItsInstructions) {
  MadeCode code = EightInstructions();
  code.handlers = {{1, 3, 5, made.pool.AddClass("a/E")}, {0, 8, 5}};
  CodeEditor& editor = Open(code, "(I)I", 49);
  editor.AtEntry().Do(Op::nop);  // in no range
  editor.Before(1).Do(Op::nop);  // in both
  editor.After(2).Do(Op::nop);   // in both
  editor.Before(3).Do(Op::nop);  // behind the first
  editor.Before(5).Do(Op::nop);  // the handler's start
  EXPECT_EQ(Lines(Finished(), "catch"), "catch [2, 6) at 9 a/E\ncatch [1, 13) at 9 any\n");
}

TEST_F(CodeEditorTablesTest, AnExceptionRangeThatHasLostItsCodeIsDropped) {
  MadeCode code = EightInstructions();
  code.handlers = {{0, 2, 5}, {1, 2, 5}, {2, 3, 5}, {1, 3, 5}};
  CodeEditor& editor = Open(code, "(I)I", 49);
  editor.Replace(1);
  editor.Replace(2);
  EXPECT_EQ(Lines(Finished(), "catch"), "catch [0, 1) at 3 any\n");
}

TEST_F(CodeEditorTablesTest, AddedHandlersStandInsideAndOutsideTheMethodsOwn) {
  MadeCode code = EightInstructions();
  code.handlers = {{0, 5, 5}};
  CodeEditor& editor = Open(code, "(I)I", 49);
  editor.AddHandler(0, 8, made.pool.AddClass("a/Out"), HandlerOrder::kOutermost).Do(Op::athrow);
  editor.AddHandler(1, 3, made.pool.AddClass("a/In"), HandlerOrder::kInnermost).Do(Op::nop).Do(Op::athrow);
  editor.AddHandler(1, 1, made.pool.AddClass("a/Never"), HandlerOrder::kInnermost).Do(Op::athrow);
  editor.Before(1).Do(Op::nop);
  const std::string text = Finished();
  EXPECT_EQ(Lines(text, "catch"), "catch [1, 4) at 10 a/In\ncatch [0, 6) at 6 any\ncatch [0, 9) at 9 a/Out\n");
  EXPECT_NE(text.find("8 ireturn\n9 athrow\n10 nop\n11 athrow\n12 athrow\n"), std::string::npos) << text;
}

TEST_F(CodeEditorTablesTest, LineNumbersStartWithWhatWasInsertedBeforeTheirInstruction) {
  MadeCode code = EightInstructions();
  code.attributes = {{"LineNumberTable", Shorts({3, 0, 10, 1, 11, 5, 12})}};
  CodeEditor& editor = Open(code, "(I)I", 49);
  editor.AtEntry().Do(Op::nop);  // belongs to the first line
  editor.Before(0).Do(Op::nop);
  editor.Before(1).Do(Op::nop);
  editor.After(4 - 1).Do(Op::nop);
  EXPECT_EQ(Lines(Finished(), "line"), "line 0 10\nline 3 11\nline 9 12\n");
}

TEST_F(CodeEditorTablesTest, ALineNumberInTheMiddleOfAnInstructionMovesToTheNext) {
  Assembler code;
  code.Byte2(Op::sipush, 1000)
      .Do(Op::pop)
      .Do(Op::iconst_0)
      .Byte1(Op::newarray, 10)
      .Byte2(Op::sipush, 5)
      .Do(Op::ireturn);
  CodeEditor& editor = Open({.max_stack = 2,
                             .max_locals = 1,
                             .code = code.bytes(),
                             .attributes = {{"LineNumberTable", Shorts({2, 1, 10, 8, 11})}}},
                            "(I)I", 49);
  editor.Before(1).Do(Op::nop);
  EXPECT_EQ(Lines(Finished(), "line"), "line 3 10\nline 11 11\n");
}

TEST_F(CodeEditorTablesTest, ALineNumberNeverStandsAtTheEndOfTheCode) {
  // Version 49: nothing leads to the last instruction, a table points into its middle, and it is taken away.
  Assembler code;
  code.Do(Op::iconst_0).Do(Op::ireturn).Jump(Op::goto_, "here").At("here").Jump(Op::goto_, "here");
  CodeEditor& editor = Open({.max_stack = 1,
                             .max_locals = 1,
                             .code = code.bytes(),
                             .attributes = {{"LineNumberTable", Shorts({3, 0, 10, 5, 11, 6, 12})}}},
                            "(I)I", 49);
  editor.Replace(2).Do(Op::iconst_1).Do(Op::ireturn);
  editor.Replace(3);
  EXPECT_EQ(Finished(), "max 2 1\n0 iconst_0\n1 ireturn\n2 iconst_1\n3 ireturn\nline 0 10\n");
}

TEST_F(CodeEditorTablesTest, BothLocalVariableTablesFollow) {
  const Index name = made.pool.AddUtf8("x"), other = made.pool.AddUtf8("y");
  const Index type = made.pool.AddUtf8("I"), generic = made.pool.AddUtf8("TT;");
  MadeCode code = EightInstructions();
  code.max_locals = 3;
  code.attributes = {{"LocalVariableTable", Shorts({2, 0, 8, name, type, 0, 1, 2, other, type, 1})},
                     {"LocalVariableTypeTable", Shorts({1, 1, 2, other, generic, 1})}};
  CodeEditor& editor = Open(code, "(I)I", 49);
  editor.AtEntry().Do(Op::nop).Do(Op::nop);  // a parameter lives from the start
  editor.Before(1).Do(Op::nop);
  editor.After(2).Do(Op::nop);
  editor.Before(3).Do(Op::nop);
  // Code appended for a handler belongs to no variable.
  editor.AddHandler(0, 1, 0, HandlerOrder::kInnermost).Do(Op::athrow);
  const std::string text = Finished();
  EXPECT_EQ(Lines(text, "LocalVariableTable"), "LocalVariableTable [0, 13) x 0\nLocalVariableTable [3, 7) y 1\n");
  EXPECT_EQ(Lines(text, "LocalVariableTypeTable"), "LocalVariableTypeTable [3, 7) y 1\n");
}

TEST_F(CodeEditorTablesTest, AVariableWhoseCodeIsGoneIsDroppedAndAnEmptyOneKept) {
  const Index name = made.pool.AddUtf8("x"), type = made.pool.AddUtf8("I");
  MadeCode code = EightInstructions();
  code.attributes = {
      {"LocalVariableTable", Shorts({3, 1, 2, name, type, 0, 3, 0, name, type, 0, 0, 4, name, type, 0})}};
  CodeEditor& editor = Open(code, "(I)I", 49);
  editor.Replace(1);
  editor.Replace(2);
  EXPECT_EQ(Lines(Finished(), "LocalVariableTable"), "LocalVariableTable [1, 1) x 0\nLocalVariableTable [0, 2) x 0\n");
}

// One annotation of type @T without values, at a target of one, two or three bytes.
class TypeAnnotationTest : public EditorTest {
 protected:
  std::vector<uint8_t> Annotation(uint8_t type, std::vector<uint8_t> target) {
    const std::vector<uint8_t> rest = Join({{0}, Shorts({made.pool.AddUtf8("LT;"), 0})});  // no path
    return Join({{type}, target, rest});
  }
};

TEST_F(TypeAnnotationTest, EveryTargetThatNamesCodeFollows) {
  MadeCode code = EightInstructions();
  std::vector<uint8_t> body = Shorts({11});
  for (uint8_t type = 0x43; type <= 0x46; ++type) body = Join({body, Annotation(type, Shorts({2}))});
  for (uint8_t type = 0x47; type <= 0x4b; ++type) body = Join({body, Annotation(type, {0, 2, 9})});
  body = Join({body, Annotation(0x40, Shorts({2, 0, 3, 1, 2, 2, 1}))});
  body = Join({body, Annotation(0x41, Shorts({1, 1, 7, 2}))});
  code.attributes = {{"RuntimeVisibleTypeAnnotations", body}};
  code.max_locals = 3;
  CodeEditor& editor = Open(code, "(I)I", 49);
  editor.AtEntry().Do(Op::nop);
  editor.Before(2).Do(Op::nop).Do(Op::nop);  // the instruction itself is meant, not what stands before it
  EXPECT_EQ(Lines(Finished(), "type"),
            "type 0x43 at 5\ntype 0x44 at 5\ntype 0x45 at 5\ntype 0x46 at 5\ntype 0x47 at 5\ntype 0x48 at 5\n"
            "type 0x49 at 5\ntype 0x4a at 5\ntype 0x4b at 5\n"
            "type 0x40 [0, 6) 1 [3, 7) 1\ntype 0x41 [2, 11) 2\n");
}

TEST_F(TypeAnnotationTest, AnAnnotatedCatchFollowsItsEntryOfTheExceptionTable) {
  MadeCode code = EightInstructions();
  code.handlers = {{0, 1, 5}, {1, 2, 5}, {2, 3, 5}};
  code.attributes = {{"RuntimeInvisibleTypeAnnotations",
                      Join({Shorts({4}), Annotation(0x42, Shorts({0})), Annotation(0x42, Shorts({1})),
                            Annotation(0x42, Shorts({2})), Annotation(0x42, Shorts({3}))})}};
  CodeEditor& editor = Open(code, "(I)I", 49);
  editor.AddHandler(0, 1, 0, HandlerOrder::kInnermost).Do(Op::athrow);
  editor.AddHandler(1, 2, 0, HandlerOrder::kInnermost).Do(Op::athrow);  // covers nothing: not in the table
  editor.AddHandler(0, 3, 0, HandlerOrder::kOutermost).Do(Op::athrow);
  editor.Replace(1);  // the second entry is gone, and what was said of it
  const std::string text = Finished();
  EXPECT_EQ(Lines(text, "catch"),
            "catch [0, 1) at 7 any\ncatch [0, 1) at 4 any\ncatch [1, 2) at 4 any\ncatch [0, 2) at 9 any\n");
  // The last names no entry at all: it says what it said.
  EXPECT_EQ(Lines(text, "type"), "type 0x42 at 1\ntype 0x42 at 2\ntype 0x42 at 3\n");
}

TEST_F(CodeEditorTablesTest, AnUnknownAttributeIsCarriedAsItIs) {
  MadeCode code = EightInstructions();
  code.attributes = {{"Mystery", {1, 2, 3}}};
  CodeEditor& editor = Open(code, "(I)I", 49);
  editor.Before(0).Do(Op::nop);
  EXPECT_EQ(Lines(Finished(), "Mystery"), "Mystery of 3 bytes\n");
}

TEST_F(CodeEditorTablesTest, AMalformedTableRefusesTheEdit) {
  MadeCode code = EightInstructions();
  code.attributes = {{"LineNumberTable", Shorts({2, 0, 10})}};
  CodeEditor& editor = Open(code, "(I)I", 49);
  editor.Before(0).Do(Op::nop);
  EXPECT_NE(Refusal(), "not refused");
}

}  // namespace
}  // namespace raddle::classfile
