// Classes from before stack maps, made by hand: subroutines, and code that only an inferring verifier takes.
#include "classfile/code_editor.h"
#include "selfcheck/edits.h"
#include "tests/selfcheck/jvm.h"

namespace raddle::selfcheck {
namespace {

using namespace classfile;

// static int run(int n): sum = n; try { if (n == 2) throw null; sum += 10 } finally { sum += 100 }; caught: -sum.
// The way javac 1.3 did it: `finally` is a subroutine, called on both ways out.
void AddSubroutine(ClassMaker& made) {
  Assembler code;
  code.Do(Op::iload_0).Do(Op::istore_1);
  code.At("try").Do(Op::iload_0).Do(Op::iconst_2).Jump(Op::if_icmpne, "fine");
  code.Do(Op::aconst_null).Do(Op::athrow);
  code.At("fine").Increment(1, 10).At("end").Jump(Op::jsr, "finally").Do(Op::iload_1).Do(Op::ireturn);
  code.At("any").Do(Op::pop).Jump(Op::jsr, "finally").Do(Op::iload_1).Do(Op::ineg).Do(Op::ireturn);
  code.At("finally").Do(Op::astore_2).Increment(1, 100).Byte1(Op::ret, 2);
  made.Method(kPublic | kStatic, "run", "(I)I",
              {.max_stack = 2,
               .max_locals = 3,
               .code = code.bytes(),
               .handlers = {{code.OffsetOf("try"), code.OffsetOf("end"), code.OffsetOf("any")}}});
}

constexpr const char* kSubroutineOutput = "110\n111\n-102\n113\n";

// Nested subroutines, wide ret, a loop whose head is instruction 0, dead code, both kinds of switch.
void AddOddities(ClassMaker& made) {
  Assembler code;
  code.At("head").Increment(0, 1).Do(Op::iload_0).Do(Op::iconst_3).Jump(Op::if_icmplt, "head");
  code.Do(Op::iload_0).Table(3, {"three", "four"}, "other");
  code.Do(Op::dmul).Do(Op::areturn);  // nothing leads here: never looked at
  code.At("three").Jump(Op::jsr_w, "outer").Do(Op::iload_1).Do(Op::ireturn);
  code.At("four").Do(Op::iload_0).Lookup({{4, "three"}}, "other");
  code.At("other").Byte1(Op::bipush, 99).Do(Op::ireturn);
  code.At("outer")
      .Do(Op::astore_2)
      .Do(Op::iload_0)
      .Do(Op::istore_1)
      .Jump(Op::jsr, "inner")
      .Jump(Op::jsr, "inner")
      .Wide(Op::ret, 2);
  code.At("inner").Do(Op::astore_3).Do(Op::iload_1).Do(Op::iconst_2).Do(Op::imul).Do(Op::istore_1).Byte1(Op::ret, 3);
  made.Method(kPublic | kStatic, "run", "(I)I", {.max_stack = 4, .max_locals = 4, .code = code.bytes()});
}

constexpr const char* kOdditiesOutput = "12\n12\n12\n16\n";

struct OldClass {
  void (*add)(ClassMaker&);
  const char* output;
};

class OldClassTest : public testing::TestWithParam<uint16_t> {
 protected:
  static constexpr OldClass kClasses[] = {{AddSubroutine, kSubroutineOutput}, {AddOddities, kOdditiesOutput}};
};

TEST_P(OldClassTest, RunsAsItWasMade) {
  for (const OldClass& old : kClasses) {
    ClassMaker made("Old", GetParam());
    old.add(made);
    EXPECT_EQ(RunMade(made), old.output);
  }
}

TEST_P(OldClassTest, RunsAfterEveryEdit) {
  for (const OldClass& old : kClasses) {
    for (const Edit edit : {Edit::kNop, Edit::kBranch, Edit::kFar}) {
      SCOPED_TRACE(static_cast<int>(edit));
      ClassMaker made("Old", GetParam());
      old.add(made);
      const Result<EditCounts> counts = EditMethods(made.file, edit);
      ASSERT_TRUE(counts) << counts.error().ToString();
      EXPECT_EQ(counts->methods, 1u);
      EXPECT_EQ(RunMade(made), old.output);
    }
  }
}

TEST_P(OldClassTest, RunsWithAHandlerAroundItsSubroutines) {
  ClassMaker made("Old", GetParam());
  AddSubroutine(made);
  Result<CodeEditor> editor = CodeEditor::Open(made.file, made.file.methods[0]);
  ASSERT_TRUE(editor);
  const uint16_t kept = editor->AddLocal({"Ljava/lang/String;"});
  editor->AtEntry().PushString("1234567").Store(BaseKind::kReference, kept);
  const auto count = static_cast<uint32_t>(editor->code().instructions.size());
  // Innermost: it catches the null pointer exception before the method's own handler does.
  editor->AddHandler(0, count, 0, HandlerOrder::kInnermost)
      .Do(Op::pop)
      .Load(BaseKind::kReference, kept)
      .Invoke(Op::invokevirtual, "java/lang/String", "length", "()I")
      .Do(Op::ireturn);
  ASSERT_TRUE(editor->Finish());
  EXPECT_EQ(RunMade(made), "110\n111\n7\n113\n");
}

// 45 to 49 have no stack maps at all. 50 may have them, and is verified without where they are missing or wrong.
INSTANTIATE_TEST_SUITE_P(Versions, OldClassTest, testing::Values(45, 46, 49, 50),
                         [](const auto& version) { return "Major" + std::to_string(version.param); });

}  // namespace
}  // namespace raddle::selfcheck
