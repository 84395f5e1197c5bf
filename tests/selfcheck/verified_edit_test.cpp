// Single edits whose frames are easily got wrong, on made classes, run by a JVM under the full verifier.
#include <functional>

#include "classfile/code_editor.h"
#include "tests/selfcheck/jvm.h"

namespace raddle::selfcheck {
namespace {

using namespace classfile;

constexpr std::string_view kObject = "java/lang/Object", kBuilder = "java/lang/StringBuilder";

class VerifiedEditTest : public testing::Test {
 protected:
  // static int run(int n) { return n == 0 ? 5 : n * n; } with a frame at each branch.
  void AddRun(uint16_t max_locals = 1) {
    Assembler code;
    code.Do(Op::iload_0).Jump(Op::ifne, "square").Do(Op::iconst_5).Do(Op::ireturn);
    code.At("square").Do(Op::iload_0).Do(Op::iload_0).Do(Op::imul).Do(Op::ireturn);
    made.Method(
        kPublic | kStatic, "run", "(I)I",
        {.max_stack = 2, .max_locals = max_locals, .code = code.bytes(), .attributes = {{"StackMapTable", {0, 1, 6}}}});
  }

  // Edits the method added last.
  void Edit(const std::function<void(CodeEditor&)>& edit) {
    Result<CodeEditor> editor = CodeEditor::Open(made.file, made.file.methods.back());
    ASSERT_TRUE(editor) << editor.error().ToString();
    edit(*editor);
    const Result<void> finished = editor->Finish();
    ASSERT_TRUE(finished) << finished.error().ToString();
  }

  ClassMaker made{"Made", 61};
};

TEST_F(VerifiedEditTest, TheMethodItself) {
  AddRun();
  EXPECT_EQ(RunMade(made), "5\n1\n4\n9\n");
}

TEST_F(VerifiedEditTest, ABranchBetweenAnInsertedNewAndItsConstructorCall) {
  AddRun();
  Edit([](CodeEditor& editor) {
    const Label skip = editor.NewLabel();
    editor.Before(5)
        .Type(Op::new_, kBuilder)
        .Do(Op::dup)
        .Load(BaseKind::kInt, 0)
        .Jump(Op::ifeq, skip)
        .Do(Op::nop)
        .Place(skip)
        .Invoke(Op::invokespecial, kBuilder, "<init>", "()V")
        .Do(Op::pop);
  });
  EXPECT_EQ(RunMade(made), "5\n1\n4\n9\n");
}

TEST_F(VerifiedEditTest, ALocalThatIsSetWhenFirstNeededAndSeenByAHandler) {
  AddRun();
  Edit([&](CodeEditor& editor) {
    const uint16_t lazy = editor.AddLocal({"Ljava/lang/Object;"});
    editor.AtEntry().Do(Op::aconst_null).Store(BaseKind::kReference, lazy);
    for (const uint32_t i : {0u, 2u, 4u, 6u}) {
      const Label set = editor.NewLabel();
      editor.Before(i)
          .Load(BaseKind::kReference, lazy)
          .Jump(Op::ifnonnull, set)
          .PushString("seven77")
          .Store(BaseKind::kReference, lazy)
          .Place(set);
    }
    // What is caught is what is thrown here: for n == 2, 2 / (n - 2).
    editor.Before(7).Load(BaseKind::kInt, 0).Load(BaseKind::kInt, 0).Push(2).Do(Op::isub).Do(Op::idiv).Do(Op::pop);
    editor.AddHandler(0, 8, 0, HandlerOrder::kOutermost)
        .Do(Op::pop)
        .Load(BaseKind::kReference, lazy)
        .Type(Op::checkcast, "java/lang/String")
        .Invoke(Op::invokevirtual, "java/lang/String", "length", "()I")
        .Do(Op::ireturn);
  });
  EXPECT_EQ(RunMade(made), "5\n1\n7\n9\n");
}

TEST_F(VerifiedEditTest, ALocalBeyond255) {
  AddRun(/*max_locals=*/300);
  Edit([](CodeEditor& editor) {
    const uint16_t wide = editor.AddLocal({"D"}), sum = editor.AddLocal({"I"});
    editor.AtEntry().Push(1).Do(Op::i2d).Store(BaseKind::kDouble, wide).Push(1000).Store(BaseKind::kInt, sum);
    const Label skip = editor.NewLabel();
    editor.Before(5)
        .Increment(sum, 1)
        .Load(BaseKind::kDouble, wide)
        .Do(Op::d2i)
        .Jump(Op::ifgt, skip)
        .Increment(sum, 1000)
        .Place(skip);
    editor.Before(7).Load(BaseKind::kInt, sum).Do(Op::iadd);
  });
  EXPECT_EQ(RunMade(made), "5\n1002\n1005\n1010\n");
}

TEST_F(VerifiedEditTest, TheLastLocalThereCanBe) {
  AddRun(/*max_locals=*/65534);
  Edit([](CodeEditor& editor) {
    const uint16_t last = editor.AddLocal({"I"});
    editor.AtEntry().Push(3).Store(BaseKind::kInt, last);
    editor.Before(7).Load(BaseKind::kInt, last).Do(Op::iadd);
  });
  EXPECT_EQ(RunMade(made), "5\n4\n7\n12\n");
}

TEST_F(VerifiedEditTest, EveryJumpFarAndInsertedOnesToo) {
  AddRun();
  Edit([](CodeEditor& editor) {
    const Label skip = editor.NewLabel();
    Snippet& middle = editor.Before(2).Load(BaseKind::kInt, 0).Jump(Op::ifeq, skip);
    for (int i = 0; i < 40000; ++i) middle.Do(Op::nop);
    middle.Place(skip);
  });
  EXPECT_EQ(RunMade(made), "5\n1\n4\n9\n");
}

TEST_F(VerifiedEditTest, ALoopHeadAtInstruction0) {
  Assembler code;
  code.At("head").Increment(0, 3).Do(Op::iload_0).Byte1(Op::bipush, 10).Jump(Op::if_icmplt, "head");
  code.Do(Op::iload_0).Do(Op::ireturn);
  made.Method(kPublic | kStatic, "run", "(I)I",
              {.max_stack = 2, .max_locals = 1, .code = code.bytes(), .attributes = {{"StackMapTable", {0, 1, 0}}}});
  Edit([](CodeEditor& editor) {
    const uint16_t entered = editor.AddLocal({"I"}), rounds = editor.AddLocal({"I"});
    const Label other = editor.NewLabel(), end = editor.NewLabel();
    // The entry branches, and ends where the loop begins.
    editor.AtEntry()
        .Push(0)
        .Store(BaseKind::kInt, rounds)
        .Load(BaseKind::kInt, 0)
        .Jump(Op::ifeq, other)
        .Push(1)
        .Store(BaseKind::kInt, entered)
        .Jump(Op::goto_, end)
        .Place(other)
        .Push(2)
        .Store(BaseKind::kInt, entered)
        .Place(end);
    editor.Before(0).Increment(rounds, 100);
    editor.After(4)
        .Load(BaseKind::kInt, rounds)
        .Do(Op::iadd)
        .Load(BaseKind::kInt, entered)
        .Push(1000)
        .Do(Op::imul)
        .Do(Op::iadd);
  });
  EXPECT_EQ(RunMade(made), "2412\n1310\n1311\n1312\n");
}

TEST_F(VerifiedEditTest, AnInstructionReplacedByNothingTakesItsTablesAlong) {
  // 0 iload_0  1 nop (a range of its own, a variable, a line)  2 ireturn  3 athrow
  const Index name = made.pool.AddUtf8("x"), type = made.pool.AddUtf8("I");
  made.Method(kPublic | kStatic, "run", "(I)I",
              {.max_stack = 1,
               .max_locals = 2,
               .code = {Byte(Op::iload_0), Byte(Op::nop), Byte(Op::ireturn), Byte(Op::athrow)},
               .handlers = {{1, 2, 3}},
               .attributes = {{"StackMapTable",
                               {0, 1, 64 + 3, 7, 0, static_cast<uint8_t>(made.pool.AddClass("java/lang/Throwable"))}},
                              {"LineNumberTable", Shorts({3, 0, 10, 1, 11, 2, 12})},
                              {"LocalVariableTable", Shorts({2, 1, 1, name, type, 1, 0, 4, name, type, 0})}}});
  Edit([](CodeEditor& editor) { editor.Replace(1); });
  EXPECT_EQ(RunMade(made), "0\n1\n2\n3\n");
}

TEST_F(VerifiedEditTest, HandlersOnBothSidesOfAConstructorCall) {
  // <init>(int n): the superclass's constructor, then n / n. run(n): new Made(n), 1 if nothing was thrown.
  Assembler init;
  init.Do(Op::aload_0)
      .Byte2(Op::invokespecial, made.pool.AddMember(Tag::kMethodref, kObject, "<init>", "()V"))
      .Do(Op::iload_1)
      .Do(Op::iload_1)
      .Do(Op::idiv)
      .Do(Op::pop)
      .Do(Op::return_);
  made.Method(kPublic, "<init>", "(I)V", {.max_stack = 2, .max_locals = 2, .code = init.bytes()});
  Edit([&](CodeEditor& editor) {
    const uint16_t text = editor.AddLocal({"Ljava/lang/String;"});
    editor.AtEntry().PushString("text").Store(BaseKind::kReference, text);
    // Before the call, too: 6 / (n - 3), thrown for 3.
    editor.Before(0).Push(6).Load(BaseKind::kInt, 1).Push(3).Do(Op::isub).Do(Op::idiv).Do(Op::pop);
    editor.AddHandler(0, 1, 0, HandlerOrder::kInnermost).Load(BaseKind::kReference, text).Do(Op::pop).Do(Op::athrow);
    editor.AddHandler(2, 7, made.pool.AddClass("java/lang/ArithmeticException"), HandlerOrder::kInnermost)
        .Do(Op::pop)
        .Do(Op::return_);
  });
  Assembler run;
  run.At("try")
      .Byte2(Op::new_, made.file.this_class)
      .Do(Op::dup)
      .Do(Op::iload_0)
      .Byte2(Op::invokespecial, made.pool.AddMember(Tag::kMethodref, "Made", "<init>", "(I)V"))
      .At("end")
      .Do(Op::pop)
      .Do(Op::iconst_1)
      .Do(Op::ireturn)
      .At("caught")
      .Do(Op::pop)
      .Do(Op::iconst_m1)
      .Do(Op::ireturn);
  const Index throwable = made.pool.AddClass("java/lang/Throwable");
  made.Method(
      kPublic | kStatic, "run", "(I)I",
      {.max_stack = 3,
       .max_locals = 1,
       .code = run.bytes(),
       .handlers = {{run.OffsetOf("try"), run.OffsetOf("end"), run.OffsetOf("caught")}},
       .attributes = {{"StackMapTable",
                       Join({{0, 1}, {static_cast<uint8_t>(64 + run.OffsetOf("caught")), 7}, Shorts({throwable})})}}});
  EXPECT_EQ(RunMade(made), "1\n1\n1\n-1\n");
}

TEST_F(VerifiedEditTest, AReplacedNewWithAFrameBeforeItsConstructorCall) {
  // new StringBuilder(n == 0 ? 5 : 6).capacity(), whose `new` is counted first.
  Assembler code;
  code.Byte2(Op::new_, made.pool.AddClass(kBuilder))
      .Do(Op::dup)
      .Do(Op::iload_0)
      .Jump(Op::ifne, "six")
      .Do(Op::iconst_5)
      .Jump(Op::goto_, "call")
      .At("six")
      .Byte1(Op::bipush, 6)
      .At("call")
      .Byte2(Op::invokespecial, made.pool.AddMember(Tag::kMethodref, kBuilder, "<init>", "(I)V"))
      .Byte2(Op::invokevirtual, made.pool.AddMember(Tag::kMethodref, kBuilder, "capacity", "()I"))
      .Do(Op::ireturn);
  made.Method(kPublic | kStatic, "run", "(I)I",
              {.max_stack = 3,
               .max_locals = 1,
               .code = code.bytes(),
               .attributes = {{"StackMapTable", Join({Shorts({2}),
                                                      {255, 0, 12, 0, 1, 1, 0, 2, 8, 0, 0, 8, 0, 0},
                                                      {255, 0, 1, 0, 1, 1, 0, 3, 8, 0, 0, 8, 0, 0, 1}})}}});
  Edit([](CodeEditor& editor) {
    const uint16_t made_so_far = editor.AddLocal({"I"});
    editor.AtEntry().Push(0).Store(BaseKind::kInt, made_so_far);
    editor.Replace(0).Increment(made_so_far, 1).Copy(editor.code().instructions[0]);
    const Label skip = editor.NewLabel();
    editor.Before(7).Load(BaseKind::kInt, made_so_far).Jump(Op::ifne, skip).Do(Op::nop).Place(skip);
  });
  EXPECT_EQ(RunMade(made), "5\n6\n6\n6\n");
}

}  // namespace
}  // namespace raddle::selfcheck
