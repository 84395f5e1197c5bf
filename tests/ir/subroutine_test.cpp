// jsr and ret: each caller gets a copy, and nothing else does.
#include "fmt/format.h"
#include "gtest/gtest.h"
#include "ir/printer.h"
#include "made_class.h"
#include "validity.h"

namespace raddle::ir {
namespace {

int Count(const Method& method, Opcode op) {
  int count = 0;
  for (const Instruction& instruction : method.instructions) count += instruction.op == op ? 1 : 0;
  return count;
}

TEST(Subroutines, AreCopiedIntoEachCaller) {
  MadeClass made;
  EXPECT_EQ(made.Text("(I)I", R"(
      iload 0; istore 1; jsr sub; iload 1; istore 2; jsr sub; iload 1; iload 2; iadd; ireturn
      sub: astore 3; iinc 1 5; ret 3)"),
            R"(static int Made.made(r0: int)
  b0:
       4  goto b1
  b1: from b0
      22  r1: int = const 5
      22  r2: int = add r0, r1
      25  goto b2
  b2: from b1
      11  goto b3
  b3: from b2
      22  r3: int = const 5
      22  r4: int = add r2, r3
      25  goto b4
  b4: from b3
      18  r5: int = add r4, r2
      19  return r5
)");
}

// As javac 1.3 made of try { f() } finally { g() }.
TEST(Subroutines, ServeFinallyClauses) {
  MadeClass made;
  Result<Method> method = made.Build("()V", R"(
      a: invokestatic Foo.f:()V; jsr sub; goto end
      h: astore 0; jsr sub; aload 0; athrow
      sub: astore 1; invokestatic Foo.g:()V; ret 1
      end: return
      .catch any from a to h at h)");
  ASSERT_TRUE(method) << method.error().ToString();
  EXPECT_EQ(FindFlaw(*method), "");
  EXPECT_EQ(Count(*method, Opcode::kInvoke), 3);
}

TEST(Subroutines, MayBeLeftByAJumpAndAreNotCopiedBeyondIt) {
  MadeClass made;
  // A `break` in a finally clause: the loop's rest must not be copied for each of the two callers.
  Result<Method> method = made.Build("(I)V", R"(
      loop: jsr sub; jsr sub; goto loop
      sub: astore 1; iload 0; ifeq out; ret 1
      out: invokestatic Foo.rest:()V; return)");
  ASSERT_TRUE(method) << method.error().ToString();
  EXPECT_EQ(FindFlaw(*method), "");
  EXPECT_EQ(Count(*method, Opcode::kInvoke), 1);
  EXPECT_EQ(Count(*method, Opcode::kIf), 2);
}

TEST(Subroutines, MayNestAndLoop) {
  MadeClass made;
  Result<Method> method = made.Build("(I)V", R"(
      jsr outer; jsr outer; return
      outer: astore 1; jsr inner; jsr inner; ret 1
      inner: astore 2; loop: iinc 0 -1; iload 0; ifgt loop; invokestatic Foo.f:()V; ret 2)");
  ASSERT_TRUE(method) << method.error().ToString();
  EXPECT_EQ(FindFlaw(*method), "");
  EXPECT_EQ(Count(*method, Opcode::kInvoke), 4);
  EXPECT_EQ(Count(*method, Opcode::kPhi), 4);
}

TEST(Subroutines, NeedNotReturn) {
  MadeClass made;
  EXPECT_EQ(made.Problem("()V", "jsr sub; nop; sub: pop; return"), "");
  EXPECT_EQ(made.Problem("()V", "a: jsr sub; sub: pop; goto a"), "");
}

TEST(Subroutines, LeaveEachCallersLocalsAlone) {
  MadeClass made;
  // Local 0 is an int at one call and a reference at the other: only copying keeps them apart.
  EXPECT_EQ(made.Problem("()V", R"(
      iconst_0; istore 0; jsr sub; iinc 0 1; aconst_null; astore 0; jsr sub; aload 0; pop; return
      sub: astore 1; ret 1)"),
            "");
}

TEST(Subroutines, ThatMisbehaveAreRefused) {
  const struct {
    const char* code;
    const char* problem;
  } kCases[] = {
      {"jsr sub; return; sub: pop; ret 1", "local 1 read before it is written"},
      {"jsr sub; return; sub: pop; iconst_0; istore 1; ret 1", "local 1 is int, not return address"},
      {"jsr sub; return; sub: jsr sub; astore 1; ret 1", "subroutine that calls itself"},
      {"jsr a; return; a: astore 1; jsr b; ret 1; b: astore 2; jsr a; ret 2", "subroutine that calls itself"},
      {"jsr sub; return; sub: astore 1; aload 1; pop; ret 1", "local 1 is return address, not reference"},
      {"jsr sub; return; sub: areturn", "returns reference from a method of void"},
      {"jsr sub; return; sub: athrow", "reference expected on the stack, found return address"},
      {"jsr a; return; a: astore 1; jsr b; ret 1; b: astore 2; ret 1",
       "ret to an address that is not the innermost caller's"},
      {"iconst_0; ifeq a; jsr sub; return; a: aconst_null; sub: astore 1; ret 1", nullptr},  // jumped into
      {"iconst_0; ifeq sub; jsr sub; return; sub: nop; ret 1", nullptr},
      {"jsr a; jsr b; return; a: astore 1; goto c; b: astore 2; c: ret 1", nullptr},
  };
  MadeClass made;
  for (const auto& c : kCases) {
    std::string problem = made.Problem("()V", c.code);
    if (c.problem == nullptr) {
      EXPECT_NE(problem, "") << c.code;
    } else {
      EXPECT_EQ(problem, c.problem) << c.code;
    }
  }
}

TEST(Subroutines, ThatWouldGrowWithoutBoundAreRefused) {
  // Each calls the next three times: 3^30 copies.
  std::string code = "jsr s0; return\n";
  for (int i = 0; i < 30; i++) {
    code += fmt::format("s{}: astore {}; jsr s{}; jsr s{}; jsr s{}; ret {}\n", i, i, i + 1, i + 1, i + 1, i);
  }
  MadeClass made;
  EXPECT_EQ(made.Problem("()V", code + "s30: astore 30; ret 30", 8, 40), "subroutines that grow too large when copied");

  code.clear();
  for (int i = 0; i < 2000; i++) code += fmt::format("jsr s{}\n", i);
  code += "return\n";
  for (int i = 0; i < 2000; i++) code += fmt::format("s{}: astore 0; ret 0\n", i);
  EXPECT_EQ(made.Problem("()V", code), "too many subroutines");
}

}  // namespace
}  // namespace raddle::ir
