// Bytecode that no verifier would pass, and what the builder says of it.
#include "fmt/format.h"
#include "gtest/gtest.h"
#include "ir/printer.h"
#include "made_class.h"

namespace raddle::ir {
namespace {

struct Case {
  const char* descriptor;
  const char* code;
  const char* problem;  // "": there is none. nullptr: any
};

const Case kCases[] = {
    // stack
    {"()V", "pop; return", "stack underflow"},
    {"()I", "ireturn", "stack underflow"},
    {"()V", "iconst_0; iadd; return", "stack underflow"},
    {"()V", "iconst_0; swap; return", "stack underflow"},
    {"()V", "iconst_0; dup_x1; return", "stack underflow"},
    {"()V", "iconst_0; dup2; return", "stack underflow"},
    {"()V", "invokestatic Foo.f:(I)V; return", "stack underflow"},
    {"()V", "loop: iconst_0; goto loop", "stacks of depth 0 and 1 meet"},
    {"(I)V", "iload 0; ifeq b; iconst_0; goto c; b: iconst_0; iconst_1; c: pop; return",
     "stacks of depth 2 and 1 meet"},
    // kinds
    {"()V", "iconst_0; lconst_0; ladd; return", "long expected on the stack"},
    {"()V", "aconst_null; ineg; return", "int expected on the stack, found reference"},
    {"()V", "lconst_0; pop; return", "stack instruction that tears a long or double apart"},
    {"()V", "iconst_0; lconst_0; dup_x1; return", "stack instruction that tears a long or double apart"},
    {"()V", "lconst_0; iconst_0; swap; return", "stack instruction that tears a long or double apart"},
    {"()V", "lconst_0; iconst_0; pop2; return", "stack instruction that tears a long or double apart"},
    {"()V", "lconst_0; fadd; return", "float expected on the stack, found half a value"},
    {"()V", "dconst_0; putstatic Foo.f:I; return", "int expected on the stack, found half a value"},
    {"()V", "iconst_0; athrow", "reference expected on the stack, found int"},
    {"()V", "iconst_0; monitorenter; return", "reference expected on the stack, found int"},
    {"()J", "iconst_0; ireturn", "returns int from a method of long"},
    {"()I", "return", "returns void from a method of int"},
    {"(I)V", "iload 0; ifeq b; iconst_0; goto c; b: fconst_0; c: pop; return", "float and int meet on the stack"},
    {"(I)V", "iload 0; ifeq b; iconst_0; iconst_0; goto c; b: lconst_0; c: pop2; return",
     "long and int meet on the stack"},
    {"(I)V", "iload 0; ifeq b; lconst_0; goto c; b: iconst_0; iconst_0; c: pop2; return",
     "int and long meet on the stack"},
    // locals
    {"()V", "iload 1; pop; return", "local 1 read before it is written"},
    {"()V", "iinc 1 1; return", "local 1 read before it is written"},
    {"(I)V", "aload 0; pop; return", "local 0 is int, not reference"},
    {"()V", "lconst_0; lstore 1; iconst_0; istore 2; lload 1; pop2; return", "local 1 read before it is written"},
    {"()V", "lconst_0; lstore 1; iload 2; pop; return", "local 2 read before it is written"},
    {"(I)V", "iload 0; ifeq b; iconst_0; istore 1; b: iload 1; pop; return",
     "local 1 read before it is written on some path"},
    {"(I)V", "iload 0; ifeq a; iconst_0; istore 1; goto b; a: fconst_0; fstore 1; b: iload 1; pop; return",
     "local 1 is float, not int"},
    {"(I)V", "iconst_0; istore 1; loop: iload 1; pop; fconst_0; fstore 1; goto loop", "int and float meet in local 1"},
    // descriptors and constants
    {"()V", "getstatic Foo.f:Q; pop; return", nullptr},
    {"()V", "invokestatic Foo.f:(I; return", nullptr},
    {"()V", "invokestatic Foo.f:I; return", nullptr},
    {"(", "return", nullptr},
    {"()V", "ldc2_w 5; l2i; ldc_w 5; pop2; return", ""},
    {"()V", "iconst_1; multianewarray [I 1; pop; return", ""},
    {"()V", "iconst_1; iconst_1; multianewarray [I 2; pop; return",
     "multianewarray of 2 dimensions makes no such array"},
    // flow
    {"()V", "nop", "falls off the end of the code"},
    {"()V", "goto end; end: iconst_0", "falls off the end of the code"},
    {"()V", "ret 0", "ret outside a subroutine"},
    // fine, if odd
    {"()V", "goto a; b: pop; pop; return; a: return", ""},  // unreachable code may be nonsense
    {"()V", "loop: goto loop", ""},
    {"(I)V", "loop: iload 0; ifeq loop; iload 0; ifne loop; return", ""},
    {"()V", "a: nop; b: goto a\n .catch any from a to b at b", ""},  // nothing in it throws: the handler is dropped
    {"()V", "a: athrow\n .catch any from a to b at a\n b: return", "stack underflow"},
    {"()V", "aconst_null; a: athrow; b: return\n .catch any from a to b at a", ""},  // a handler that is also jumped to
    {"()V", "aconst_null; h: a: pop; invokestatic Foo.f:()V; b: return\n .catch any from a to b at h", ""},
    {"()V", "a: invokestatic Foo.f:()V; b: pop; return\n .catch any from a to b at b", nullptr},
};

TEST(Hostile, CodeIsRefusedWithItsReason) {
  MadeClass made;
  for (const Case& c : kCases) {
    std::string problem = made.Problem(c.descriptor, c.code);
    if (c.problem == nullptr) {
      EXPECT_NE(problem, "") << c.code;
    } else {
      EXPECT_EQ(problem, c.problem) << c.code;
    }
  }
}

TEST(Hostile, ErrorsNameTheBytecodeIndex) {
  MadeClass made;
  Result<Method> method = made.Build("()V", "iconst_0; pop; pop; return");
  ASSERT_FALSE(method);
  EXPECT_EQ(method.error().offset, 2u);
}

TEST(Hostile, BoundsOfStackAndLocalsHold) {
  MadeClass made;
  EXPECT_EQ(made.Problem("()V", "iconst_0; iconst_0; pop2; return", 1), "stack deeper than max_stack 1");
  EXPECT_EQ(made.Problem("()V", "lconst_0; pop2; return", 1), "stack deeper than max_stack 1");
  EXPECT_EQ(made.Problem("()V", "iconst_0; dup; pop2; return", 1), "stack deeper than max_stack 1");
  EXPECT_EQ(made.Problem("(JJ)V", "return", 1, 3), "4 slots of parameters in max_locals 3");
  EXPECT_NE(made.Problem("()V", "a: invokestatic Foo.f:()V; return; h: pop; return\n .catch any from a to h at h", 0),
            "");
}

std::string Repeat(int times, const std::string& text) {
  std::string all;
  for (int i = 0; i < times; i++) all += text;
  return all;
}

// Each of these would take minutes or gigabytes if the limits were not there.
TEST(Hostile, SizeIsLimited) {
  MadeClass made;
  // Very many locals, all live across very many blocks.
  std::string code = "iconst_0; istore 60000\n";
  for (int i = 0; i < 6000; i++) code += fmt::format("b{}: iload 0; ifeq b{}\n", i, i / 2);
  for (int i = 0; i < 3000; i++) code += fmt::format("iload {}; pop\n", 20000 + i * 10);
  EXPECT_NE(made.Problem("(I)V", code + "return", 8, 65535), "");

  // Exception ranges that all overlap, over very many blocks and types.
  code.clear();
  for (int i = 0; i < 4000; i++) code += fmt::format("b{}: invokestatic Foo.f:()V\n", i);
  code += "end: return\n h: pop; return\n";
  for (int i = 0; i < 4000; i++) code += fmt::format(".catch T{} from b{} to end at h\n", i, i);
  EXPECT_NE(made.Problem("()V", code), "");

  // Blocks that are cut again and again, under very many handlers.
  code = "iconst_0; istore 0\n a: " + Repeat(8000, "getstatic Foo.f:I; istore 0\n") + "b: return\n";
  for (int i = 0; i < 3000; i++) code += fmt::format("h{}: pop; goto end\n", i);
  code += "end: iload 0; pop; return\n";
  for (int i = 0; i < 3000; i++) code += fmt::format(".catch T{} from a to b at h{}\n", i, i);
  EXPECT_EQ(made.Problem("()V", code), "too many edges to handlers");

  // Many handlers that read many locals, all the same.
  code.clear();
  for (int i = 0; i < 2000; i++) code += fmt::format("iconst_0; istore {}\n", i);
  code += "a: " + Repeat(1000, "iload 0; ifeq b; invokestatic Foo.f:()V\n") + "b: return\n";
  for (int i = 0; i < 1000; i++) code += fmt::format("h{}: pop; goto end\n", i);
  code += "end: ";
  for (int i = 0; i < 2000; i++) code += fmt::format("iload {}; pop\n", i);
  code += "return\n";
  for (int i = 0; i < 1000; i++) code += fmt::format(".catch T{} from a to b at h{}\n", i, i);
  EXPECT_EQ(made.Problem("()V", code, 8, 2000), "too many values meet");

  // A handler that reads many locals, reached from many blocks.
  code.clear();
  for (int i = 0; i < 250; i++) code += fmt::format("iconst_0; istore {}\n", i);
  code += "a: " + Repeat(3000, "invokestatic Foo.f:()V; iinc 7 1\n") + "b: return\n h: pop\n";
  for (int i = 0; i < 250; i++) code += fmt::format("iload {}; pop\n", i);
  EXPECT_EQ(made.Problem("()V", code + "return\n .catch any from a to b at h", 8, 300), "");
}

TEST(Hostile, DeepNestingNeedsNoStack) {
  MadeClass made;
  std::string code;
  for (int i = 0; i < 5000; i++) code += fmt::format("iload 0; ifeq c{}\n", i);
  for (int i = 4999; i >= 0; i--) code += fmt::format("c{}: nop\n", i);
  EXPECT_EQ(made.Problem("(I)V", code + "return"), "");
}

}  // namespace
}  // namespace raddle::ir
