// Replay as a table of instructions and what they make of a frame; frames decoded from a StackMapTable and encoded.
#include "classfile/frame.h"

#include <gtest/gtest.h>

#include "tests/support/class_maker.h"

namespace raddle::classfile {
namespace {

using enum VerificationTag;

// "int long a/B null new@3 top" and back. A long's second slot is not written.
std::string Text(std::span<const FrameType> types) {
  std::string text;
  for (size_t i = 0; i < types.size(); i += types[i].IsWide() ? 2 : 1) {
    if (!text.empty()) text += ' ';
    switch (types[i].tag) {
      case kTop:
        text += "top";
        break;
      case kInteger:
        text += "int";
        break;
      case kFloat:
        text += "float";
        break;
      case kLong:
        text += "long";
        break;
      case kDouble:
        text += "double";
        break;
      case kNull:
        text += "null";
        break;
      case kUninitializedThis:
        text += "this";
        break;
      case kObject:
        text += types[i].name;
        break;
      case kUninitialized:
        text += "new@" + std::to_string(types[i].new_at);
        break;
    }
  }
  return text;
}

std::vector<FrameType> Types(std::string_view text) {
  std::vector<FrameType> types;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word == "top")
      types.push_back({});
    else if (word == "int")
      types.push_back({kInteger});
    else if (word == "float")
      types.push_back({kFloat});
    else if (word == "long")
      types.insert(types.end(), {{kLong}, {}});
    else if (word == "double")
      types.insert(types.end(), {{kDouble}, {}});
    else if (word == "null")
      types.push_back({kNull});
    else if (word == "this")
      types.push_back({kUninitializedThis});
    else if (word.starts_with("new@"))
      types.push_back({kUninitialized, 0, static_cast<uint32_t>(word[4] - '0')});
    else
      types.push_back({kObject, 0, 0, word});
  }
  return types;
}

class FrameTest : public testing::Test {
 protected:
  // The stack (and, behind a bar, the locals) after an instruction; or what is wrong.
  std::string Step(Op op, std::string_view stack, std::string_view locals = "", int index = 0, int value = 0,
                   int extra = 0) {
    Frame frame{Types(locals), Types(stack)};
    const Instruction it{0, op, false, static_cast<uint16_t>(index), static_cast<uint16_t>(extra), value};
    const char* wrong = Replay(made.pool, "Made", arena).Step(frame, it, 7);
    if (wrong != nullptr) return wrong;
    return locals.empty() && frame.locals.empty() ? Text(frame.stack) : Text(frame.stack) + " | " + Text(frame.locals);
  }
  Index Method(std::string_view owner, std::string_view name, std::string_view descriptor) {
    return made.pool.AddMember(Tag::kMethodref, owner, name, descriptor);
  }

  ClassMaker made;
  Arena arena;
};

TEST_F(FrameTest, PlainInstructionsFollowTheTable) {
  struct {
    Op op;
    const char *before, *after;
  } const cases[] = {
      {Op::nop, "int", "int"},
      {Op::aconst_null, "", "null"},
      {Op::iconst_m1, "", "int"},
      {Op::lconst_1, "", "long"},
      {Op::fconst_2, "", "float"},
      {Op::dconst_0, "", "double"},
      {Op::bipush, "", "int"},
      {Op::sipush, "", "int"},
      {Op::iload, "", "int"},
      {Op::lload_2, "", "long"},
      {Op::fload_0, "", "float"},
      {Op::dload, "", "double"},
      {Op::iaload, "[I int", "int"},
      {Op::laload, "[J int", "long"},
      {Op::faload, "[F int", "float"},
      {Op::daload, "[D int", "double"},
      {Op::baload, "[Z int", "int"},
      {Op::caload, "null int", "int"},
      {Op::saload, "[S int", "int"},
      {Op::iastore, "x [I int int", "x"},
      {Op::lastore, "x [J int long", "x"},
      {Op::dastore, "x [D int double", "x"},
      {Op::aastore, "x [La/B; int null", "x"},
      {Op::bastore, "[B int int", ""},
      {Op::iadd, "int int", "int"},
      {Op::lmul, "long long", "long"},
      {Op::fdiv, "float float", "float"},
      {Op::drem, "double double", "double"},
      {Op::ineg, "int", "int"},
      {Op::dneg, "double", "double"},
      {Op::ishl, "int int", "int"},
      {Op::lshl, "long int", "long"},
      {Op::lushr, "long int", "long"},
      {Op::lxor, "long long", "long"},
      {Op::i2l, "int", "long"},
      {Op::l2f, "long", "float"},
      {Op::d2i, "double", "int"},
      {Op::i2b, "int", "int"},
      {Op::lcmp, "long long", "int"},
      {Op::fcmpg, "float float", "int"},
      {Op::dcmpl, "double double", "int"},
      {Op::ifeq, "int", ""},
      {Op::if_icmplt, "int int", ""},
      {Op::if_acmpeq, "a/B null", ""},
      {Op::ifnull, "a/B", ""},
      {Op::goto_, "int", "int"},
      {Op::goto_w, "int", "int"},
      {Op::tableswitch, "x int", "x"},
      {Op::lookupswitch, "int", ""},
      {Op::ireturn, "int", ""},
      {Op::dreturn, "double", ""},
      {Op::areturn, "a/B", ""},
      {Op::return_, "", ""},
      {Op::arraylength, "[I", "int"},
      {Op::athrow, "a/E", ""},
      {Op::monitorenter, "x a/B", "x"},
      {Op::monitorexit, "a/B", ""},
  };
  for (const auto& it : cases) EXPECT_EQ(Step(it.op, it.before), it.after) << Info(it.op).name << " on " << it.before;
}

TEST_F(FrameTest, TheStackIsShuffledBySlots) {
  struct {
    Op op;
    const char *before, *after;
  } const cases[] = {
      {Op::pop, "a b", "a"},
      {Op::pop2, "a b c", "a"},
      {Op::pop2, "a long", "a"},
      {Op::dup, "a b", "a b b"},
      {Op::dup_x1, "a b c", "a c b c"},
      {Op::dup_x2, "a b c", "c a b c"},
      {Op::dup_x2, "long c", "c long c"},
      {Op::dup2, "a b", "a b a b"},
      {Op::dup2, "long", "long long"},
      {Op::dup2_x1, "a b c", "b c a b c"},
      {Op::dup2_x1, "a long", "long a long"},
      {Op::dup2_x2, "a b c d", "c d a b c d"},
      {Op::dup2_x2, "double long", "long double long"},
      {Op::swap, "a b", "b a"},
  };
  for (const auto& it : cases) EXPECT_EQ(Step(it.op, it.before), it.after) << Info(it.op).name << " on " << it.before;
}

TEST_F(FrameTest, AStackThatIsTooShortIsAnUnderflow) {
  const Index getfield = made.pool.AddMember(Tag::kFieldref, "a/B", "f", "J");
  const Index call = Method("a/B", "m", "(JI)V");
  const Index type = made.pool.AddClass("a/B");
  struct {
    Op op;
    const char* before;
    int index;
  } const cases[] = {
      {Op::pop, "", 0},
      {Op::pop2, "a", 0},
      {Op::dup, "", 0},
      {Op::dup_x1, "a", 0},
      {Op::dup_x2, "a b", 0},
      {Op::dup2, "a", 0},
      {Op::dup2_x1, "a b", 0},
      {Op::dup2_x2, "a b c", 0},
      {Op::swap, "a", 0},
      {Op::iadd, "int", 0},
      {Op::ladd, "int long", 0},
      {Op::istore_0, "", 0},
      {Op::lstore, "int", 0},
      {Op::aaload, "int", 0},
      {Op::putfield, "long", getfield},
      {Op::getfield, "", getfield},
      {Op::putstatic, "int", getfield},
      {Op::invokevirtual, "int int int", call},
      {Op::invokestatic, "int int", call},
      {Op::newarray, "", 0},
      {Op::anewarray, "", type},
      {Op::checkcast, "", type},
      {Op::instanceof_, "", type},
  };
  for (const auto& it : cases) {
    EXPECT_EQ(Step(it.op, it.before, "", it.index, 10), "operand stack underflow") << Info(it.op).name;
  }
  EXPECT_EQ(Step(Op::multianewarray, "int", "", type, 0, 2), "operand stack underflow");
}

TEST_F(FrameTest, LocalsHoldWhatWasStoredLast) {
  EXPECT_EQ(Step(Op::istore_1, "int", "a b", 1), " | a int");
  EXPECT_EQ(Step(Op::astore, "null", "a", 3), " | a top top null");
  EXPECT_EQ(Step(Op::lstore_0, "long", "int int int", 0), " | long int");
  EXPECT_EQ(Step(Op::istore, "int", "long a", 1), " | top int a");          // its second half cuts a long
  EXPECT_EQ(Step(Op::istore_0, "int", "long a", 0), " | int top a");        // its first half too
  EXPECT_EQ(Step(Op::dstore, "double", "a long b", 0), " | double top b");  // and one that reaches into it
  EXPECT_EQ(Step(Op::aload_1, "", "int a/B", 1), "a/B | int a/B");
  EXPECT_EQ(Step(Op::aload, "", "new@2", 0), "new@2 | new@2");
  EXPECT_EQ(Step(Op::aload_3, "", "int", 3), "load of a local that holds nothing");
  EXPECT_EQ(Step(Op::iinc, "", "int", 0, 5), " | int");
}

TEST_F(FrameTest, ConstantsHaveTheirTypes) {
  ConstantPool& pool = made.pool;
  const Index handle = pool.AddMethodHandle(HandleKind::kInvokeStatic, Method("a/B", "m", "()V"));
  EXPECT_EQ(Step(Op::ldc, "", "", pool.AddInteger(1)), "int");
  EXPECT_EQ(Step(Op::ldc, "", "", pool.AddFloat(1)), "float");
  EXPECT_EQ(Step(Op::ldc2_w, "", "", pool.AddLong(1)), "long");
  EXPECT_EQ(Step(Op::ldc2_w, "", "", pool.AddDouble(1)), "double");
  EXPECT_EQ(Step(Op::ldc_w, "", "", pool.AddString("s")), "java/lang/String");
  EXPECT_EQ(Step(Op::ldc, "", "", pool.AddClass("a/B")), "java/lang/Class");
  EXPECT_EQ(Step(Op::ldc, "", "", handle), "java/lang/invoke/MethodHandle");
  EXPECT_EQ(Step(Op::ldc, "", "", pool.AddMethodType("()V")), "java/lang/invoke/MethodType");
  EXPECT_EQ(Step(Op::ldc, "", "", pool.AddDynamic(Tag::kDynamic, 0, "d", "La/B;")), "a/B");
  EXPECT_EQ(Step(Op::ldc2_w, "", "", pool.AddDynamic(Tag::kDynamic, 0, "d", "J")), "long");
  EXPECT_EQ(Step(Op::ldc, "", "", pool.AddDynamic(Tag::kDynamic, 0, "d", "nonsense")), "constant of a malformed type");
}

TEST_F(FrameTest, FieldsCallsAndTypes) {
  ConstantPool& pool = made.pool;
  const Index field = pool.AddMember(Tag::kFieldref, "a/B", "f", "[J"),
              wide = pool.AddMember(Tag::kFieldref, "a/B", "w", "D");
  EXPECT_EQ(Step(Op::getstatic, "", "", field), "[J");
  EXPECT_EQ(Step(Op::getfield, "a/B", "", wide), "double");
  EXPECT_EQ(Step(Op::putstatic, "x double", "", wide), "x");
  EXPECT_EQ(Step(Op::putfield, "x a/B double", "", wide), "x");
  EXPECT_EQ(Step(Op::getstatic, "", "", pool.AddMember(Tag::kFieldref, "a/B", "bad", "Q")),
            "field with a malformed descriptor");
  EXPECT_EQ(Step(Op::invokevirtual, "x a/B long int", "", Method("a/B", "m", "(JI)La/C;")), "x a/C");
  EXPECT_EQ(Step(Op::invokestatic, "double", "", Method("a/B", "s", "(D)V")), "");
  EXPECT_EQ(Step(Op::invokeinterface, "a/I", "", pool.AddMember(Tag::kInterfaceMethodref, "a/I", "m", "()Z")), "int");
  EXPECT_EQ(Step(Op::invokedynamic, "x int", "", pool.AddDynamic(Tag::kInvokeDynamic, 0, "run", "(I)La/F;")), "x a/F");
  EXPECT_EQ(Step(Op::invokestatic, "", "", Method("a/B", "bad", "(V)V")), "call with a malformed descriptor");
  EXPECT_EQ(Step(Op::newarray, "int", "", 0, 4), "[Z");
  EXPECT_EQ(Step(Op::newarray, "int", "", 0, 11), "[J");
  EXPECT_EQ(Step(Op::anewarray, "int", "", pool.AddClass("a/B")), "[La/B;");
  EXPECT_EQ(Step(Op::anewarray, "int", "", pool.AddClass("[I")), "[[I");
  EXPECT_EQ(Step(Op::multianewarray, "x int int", "", pool.AddClass("[[[I"), 0, 2), "x [[[I");
  EXPECT_EQ(Step(Op::checkcast, "null", "", pool.AddClass("a/B")), "a/B");
  EXPECT_EQ(Step(Op::instanceof_, "a/B", "", pool.AddClass("a/C")), "int");
  EXPECT_EQ(Step(Op::aaload, "[[La/B; int"), "[La/B;");
  EXPECT_EQ(Step(Op::aaload, "[La/B; int"), "a/B");
  EXPECT_EQ(Step(Op::aaload, "null int"), "null");
  EXPECT_EQ(Step(Op::aaload, "[I int"), "aaload from an array of primitives");
  EXPECT_EQ(Step(Op::aaload, "a/B int"), "aaload from what is no array");
  for (const Op op : {Op::jsr, Op::jsr_w, Op::ret}) EXPECT_EQ(Step(op, ""), "subroutine in code that has frames");
}

TEST_F(FrameTest, AConstructorCallInitialisesEveryCopy) {
  EXPECT_EQ(Step(Op::new_, "int", "", made.pool.AddClass("a/B")), "int new@7");
  const Index init = Method("a/B", "<init>", "(J)V");
  EXPECT_EQ(Step(Op::invokespecial, "new@3 new@4 new@3 long", "new@3 new@4", init), "a/B new@4 | a/B new@4");
  EXPECT_EQ(Step(Op::invokespecial, "this long", "this this", Method("Super", "<init>", "(J)V")), " | Made Made");
  EXPECT_EQ(Step(Op::invokespecial, "a/B long", "", init), "constructor called on an initialised object");
  EXPECT_EQ(Step(Op::invokespecial, "a/B int", "", Method("a/B", "plain", "(I)V")), "");
}

TEST_F(FrameTest, TheEntryFrameComesFromTheDescriptor) {
  auto entry = [&](uint16_t access, std::string_view name, std::string_view descriptor) {
    return Text(EntryFrame(made.file, made.file.AddMethod(access, name, descriptor)).locals);
  };
  EXPECT_EQ(entry(kStatic, "s", "()V"), "");
  EXPECT_EQ(entry(kStatic, "s", "(ZBCSIFJD[ILa/B;)V"), "int int int int int float long double [I a/B");
  EXPECT_EQ(entry(0, "m", "(J)V"), "Made long");
  EXPECT_EQ(entry(0, "<init>", "(I)V"), "this int");
  ClassMaker object("java/lang/Object");
  EXPECT_EQ(Text(EntryFrame(object.file, object.file.AddMethod(0, "<init>", "()V")).locals), "java/lang/Object");
}

}  // namespace
}  // namespace raddle::classfile
