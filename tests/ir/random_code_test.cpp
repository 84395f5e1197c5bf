// Random bytecode with jumps, exceptions and subroutines: whatever is built must be valid IR, and must do what the
// bytecode does, as a small interpreter of bytecode sees it. Bytes of real methods are changed at random, too.
#include <filesystem>
#include <random>

#include "base/mapped_file.h"
#include "classfile/code.h"
#include "code_text.h"
#include "fmt/format.h"
#include "gtest/gtest.h"
#include "interpreter.h"
#include "ir/printer.h"
#include "made_class.h"
#include "validity.h"

namespace raddle::ir {
namespace {

using classfile::Op;

// Foo.f throws on some of its calls, and writes all of them down.
class Calls {
 public:
  std::optional<int64_t> operator()(int64_t argument) {
    log_ += fmt::format("{} ", argument);
    state_ = state_ * 31 + static_cast<uint32_t>(argument) + 7;
    if (state_ / 8 % 5 == 0) return {};
    return static_cast<int32_t>(state_ % 3);
  }
  const std::string& log() const { return log_; }

 private:
  uint32_t state_ = 1;
  std::string log_;
};

// Runs the few instructions that RandomCode uses, slot by slot. A return address is the instruction to go to.
std::string RunBytecode(const classfile::Code& code, int32_t argument, int steps) {
  Calls calls;
  std::vector<int64_t> locals(code.max_locals), stack;
  locals[0] = argument;
  uint32_t at = 0;
  auto pop = [&] {
    int64_t top = stack.back();
    stack.pop_back();
    return top;
  };
  while (steps-- > 0) {
    const classfile::Instruction& it = code.instructions[at];
    uint32_t next = at + 1;
    bool throws = false;
    int64_t thrown = 1;
    switch (it.op) {
      case Op::iconst_0:
      case Op::iconst_1:
        stack.push_back(it.op == Op::iconst_1 ? 1 : 0);
        break;
      case Op::iload:
      case Op::aload:
        stack.push_back(locals[it.index]);
        break;
      case Op::istore:
      case Op::astore:
        locals[it.index] = pop();
        break;
      case Op::iinc:
        locals[it.index] = static_cast<int32_t>(locals[it.index] + it.value);
        break;
      case Op::iadd:
      case Op::idiv: {
        int64_t right = pop(), left = pop();
        throws = it.op == Op::idiv && right == 0;
        if (!throws) stack.push_back(static_cast<int32_t>(it.op == Op::iadd ? left + right : left / right));
        break;
      }
      case Op::dup:
        stack.push_back(stack.back());
        break;
      case Op::swap:
        std::swap(stack[stack.size() - 1], stack[stack.size() - 2]);
        break;
      case Op::pop:
        pop();
        break;
      case Op::ifeq:
        if (pop() == 0) next = static_cast<uint32_t>(it.value);
        break;
      case Op::iflt:
        if (pop() < 0) next = static_cast<uint32_t>(it.value);
        break;
      case Op::goto_:
        next = static_cast<uint32_t>(it.value);
        break;
      case Op::jsr:
        stack.push_back(next);
        next = static_cast<uint32_t>(it.value);
        break;
      case Op::ret:
        next = static_cast<uint32_t>(locals[it.index]);
        break;
      case Op::invokestatic: {
        std::optional<int64_t> answer = calls(pop());
        throws = !answer;
        if (answer) stack.push_back(*answer);
        break;
      }
      case Op::athrow:
        throws = true;
        thrown = pop();
        break;
      case Op::ireturn:
        return fmt::format("{}= {}", calls.log(), pop());
      default:
        std::abort();
    }
    if (throws) {
      const classfile::Handler* found = nullptr;
      for (const classfile::Handler& handler : code.handlers) {
        if (found == nullptr && handler.start <= at && at < handler.end) found = &handler;
      }
      if (found == nullptr) return fmt::format("{}throws", calls.log());
      stack = {thrown};
      next = found->handler;
    }
    at = next;
  }
  return "tired";
}

std::string RunIr(const Method& method, int32_t argument, int steps) {
  Calls calls;
  std::map<std::string, Method> none;
  Interpreter interpreter(
      none, [&](std::string_view, std::span<const int64_t> arguments) { return calls(arguments[0]); }, steps);
  Interpreter::Outcome outcome = interpreter.Run(method, {argument});
  if (outcome.tired) return "tired";
  return outcome.exception.empty() ? fmt::format("{}= {}", calls.log(), outcome.value)
                                   : fmt::format("{}throws", calls.log());
}

// Locals 0 to 3 are ints, 4 is an exception's, 5 to 7 hold return addresses.
std::string RandomCode(std::mt19937& random) {
  auto pick = [&](uint32_t n) { return random() % n; };
  uint32_t size = 4 + pick(14);
  bool subroutines = pick(2) == 0;
  std::string code = "iconst_0; istore 1; iconst_1; istore 2; iconst_0; istore 3\n";
  for (uint32_t i = 0; i < size; i++) {
    code += fmt::format("L{}: ", i);
    uint32_t a = pick(4), b = pick(4), to = pick(size);
    switch (pick(subroutines ? 13 : 10)) {
      case 0:
        code += fmt::format("iload {}; istore {}\n", a, b);
        break;
      case 1:
        code += fmt::format("iinc {} {}\n", a, static_cast<int>(pick(5)) - 2);
        break;
      case 2:
        code += fmt::format("iload {}; iload {}; iadd; istore {}\n", a, b, pick(4));
        break;
      case 3:
        code += fmt::format("iload {}; ifeq L{}\n", a, to);
        break;
      case 4:
        code += fmt::format("iload {}; iload {}; swap; pop; iflt L{}\n", a, b, to);
        break;
      case 5:
        code += fmt::format("goto L{}\n", to);
        break;
      case 6:
      case 7:
        code += fmt::format("iload {}; invokestatic Foo.f:(I)I; istore {}\n", a, b);
        break;
      case 8:
        code += fmt::format("iload {}; dup; iload {}; idiv; istore {}; istore {}\n", a, b, pick(4), a);
        break;
      case 9:
        code += fmt::format("iload {}; ireturn\n", a);
        break;
      case 10:
      case 11:
        code += fmt::format("jsr S{}\n", pick(3));
        break;
      default:
        code += fmt::format("ret {}\n", 5 + pick(3));
    }
  }
  code += "end: iload 1; ireturn\n";
  code += fmt::format("H0: astore 4; iinc {} 1; goto L{}\n", pick(4), pick(size));
  code += fmt::format("H1: astore 4; iload {}; ifeq L{}; aload 4; athrow\n", pick(4), pick(size));
  for (uint32_t s = 0; s < 3; s++) {
    code += fmt::format("S{}: astore {}; iinc {} 1\n", s, 5 + s, pick(4));
    if (pick(2) == 0) code += fmt::format("iload {}; ifeq L{}\n", pick(4), pick(size));
    if (pick(2) == 0) code += fmt::format("iload {}; invokestatic Foo.f:(I)I; istore {}\n", pick(4), pick(4));
    if (s + 1 < 3 && pick(2) == 0) code += fmt::format("jsr S{}\n", s + 1);
    code += fmt::format("ret {}\n", 5 + s);
  }
  code += "stop: iconst_0; ireturn\n";
  for (uint32_t i = pick(4); i > 0; i--) {
    uint32_t from = pick(size), to = from + 1 + pick(size - from);
    code +=
        fmt::format(".catch any from L{} to {} at H{}\n", from, to == size ? "end" : fmt::format("L{}", to), pick(2));
  }
  if (pick(3) == 0) code += ".catch any from S0 to S1 at H1\n";
  return code;
}

TEST(RandomCode, DoesInIrWhatItDoesInBytecode) {
  std::mt19937 random(5);
  int built = 0, compared = 0, with_subroutines = 0;
  for (int round = 0; round < 5000; round++) {
    MadeClass made;
    std::string text = RandomCode(random);
    Result<Method> method = made.Build("(I)I", text);
    if (!method) continue;
    built++;
    ASSERT_EQ(FindFlaw(*method), "") << text << Print(*method);
    std::vector<uint8_t> body = AssembleCode(text, 8, 8, made.pool());
    Arena arena;
    Result<classfile::Code> code = classfile::DecodeCode(
        {.kind = classfile::AttributeKind::kCode, .name = 0, .offset = 0, .body = body}, made.pool(), arena);
    ASSERT_TRUE(code);
    for (int argument = -2; argument <= 2; argument++) {
      std::string expected = RunBytecode(*code, argument, 500);
      if (expected == "tired") continue;
      ASSERT_EQ(RunIr(*method, argument, 5000), expected) << text << Print(*method) << argument;
      compared++;
      with_subroutines += text.find("jsr S0") != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_GT(built, 1000);
  EXPECT_GT(compared, 2500);
  EXPECT_GT(with_subroutines, 250);
}

TEST(RandomCode, WithChangedBytesIsValidOrRefused) {
  std::mt19937 random(6);
  Builder builder;
  for (const auto& entry : std::filesystem::directory_iterator(RADDLE_IR_CLASSES)) {
    if (entry.path().extension() != ".class") continue;
    Result<MappedFile> bytes = MappedFile::Open(entry.path().string());
    Result<classfile::ClassFile> file = classfile::ReadClass(bytes->bytes());
    ASSERT_TRUE(file);
    Result<std::unique_ptr<ClassContext>> context = ClassContext::Create(*file);
    ASSERT_TRUE(context);
    for (classfile::Member& member : file->methods) {
      classfile::Attribute* code = nullptr;
      for (classfile::Attribute& attribute : member.attributes) {
        if (attribute.kind == classfile::AttributeKind::kCode) code = &attribute;
      }
      if (code == nullptr) continue;
      std::vector<uint8_t> original(code->body.begin(), code->body.end());
      for (int round = 0; round < 50; round++) {
        std::vector<uint8_t> changed = original;
        for (uint32_t i = 1 + random() % 3; i > 0; i--) {
          changed[random() % changed.size()] = static_cast<uint8_t>(random() % 3 == 0 ? random() % 8 : random());
        }
        code->body = changed;
        Arena arena;
        Result<Method> method = builder.Build(**context, member, arena);
        if (!method) continue;
        ASSERT_EQ(FindFlaw(*method), "") << Print(*method);
      }
      code->body = classfile::Bytes();
    }
  }
}

}  // namespace
}  // namespace raddle::ir
