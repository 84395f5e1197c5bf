// Bootstrap methods javac of the test's release does not use, and calls that are not what they should be. What javac
// makes of lambdas, records and concatenation stands in the golden files.
#include "ir/bootstraps.h"
#include "gtest/gtest.h"
#include "ir/printer.h"

namespace raddle::ir {
namespace {

using classfile::HandleKind;
using classfile::Index;
using classfile::Tag;

class Bootstraps : public testing::Test {
 protected:
  Index Handle(HandleKind kind, std::string_view owner, std::string_view name, std::string_view descriptor,
               Tag tag = Tag::kMethodref) {
    return pool_.AddMethodHandle(kind, pool_.AddMember(tag, owner, name, descriptor));
  }
  Index Static(std::string_view owner, std::string_view name) {
    return Handle(HandleKind::kInvokeStatic, owner, name, "()V");
  }
  uint16_t Method(Index handle, std::vector<Index> arguments) {
    methods_.push_back({handle, arena_.Copy(arguments)});
    return static_cast<uint16_t>(methods_.size() - 1);
  }
  // A constant that the first argument, a method handle, makes of the others.
  Index Invoked(std::vector<Index> arguments) {
    uint16_t method = Method(Static("java/lang/invoke/ConstantBootstraps", "invoke"), std::move(arguments));
    return pool_.AddDynamic(Tag::kDynamic, method, "invoke", "Ljava/lang/Object;");
  }
  std::string Describe(Index constant) {
    Result<BootstrapCall> call = DescribeBootstrap(constant, pool_, methods_, arena_);
    return call ? Print(*call, pool_) : call.error().ToString();
  }
  std::string Site(Index handle, std::vector<Index> arguments, std::string_view name, std::string_view descriptor) {
    return Describe(pool_.AddDynamic(Tag::kInvokeDynamic, Method(handle, std::move(arguments)), name, descriptor));
  }

  classfile::ConstantPool pool_;
  Arena arena_;
  std::vector<classfile::BootstrapMethod> methods_;
};

TEST_F(Bootstraps, TypeSwitchHasClassesStringsIntegersAndEnumConstants) {
  Index class_of = Static("java/lang/constant/ClassDesc", "of");
  Index enum_of = Static("java/lang/Enum$EnumDesc", "of");
  Index enum_class = Invoked({class_of, pool_.AddString("java.lang.Thread$State")});
  Index blocked = Invoked({enum_of, enum_class, pool_.AddString("BLOCKED")});
  EXPECT_EQ(Site(Static("java/lang/runtime/SwitchBootstraps", "typeSwitch"),
                 {pool_.AddClass("java/lang/String"), pool_.AddString("x"), pool_.AddInteger(42), blocked},
                 "typeSwitch", "(Ljava/lang/Object;I)I"),
            "type switch class java.lang.String, \"x\", 42, enum java.lang.Thread$State.BLOCKED");
}

TEST_F(Bootstraps, EnumSwitchNamesConstantsOfTheSelectorsClass) {
  EXPECT_EQ(Site(Static("java/lang/runtime/SwitchBootstraps", "enumSwitch"), {pool_.AddString("NEW")}, "enumSwitch",
                 "(Ljava/lang/Thread$State;I)I"),
            "enum switch enum java.lang.Thread$State.NEW");
}

TEST_F(Bootstraps, ALabelThatContainsItselfEnds) {
  Index enum_of = Static("java/lang/Enum$EnumDesc", "of");
  uint16_t method = static_cast<uint16_t>(methods_.size());
  Index self = pool_.AddDynamic(Tag::kDynamic, method, "invoke", "Ljava/lang/Object;");
  Method(Static("java/lang/invoke/ConstantBootstraps", "invoke"), {enum_of, self, pool_.AddString("X")});
  EXPECT_EQ(
      Site(Static("java/lang/runtime/SwitchBootstraps", "typeSwitch"), {self}, "typeSwitch", "(Ljava/lang/Object;I)I"),
      "type switch enum .X");
  EXPECT_TRUE(Describe(self).starts_with("constant invoke"));
}

TEST_F(Bootstraps, ConstantBootstrapsAreKnownByName) {
  uint16_t method = Method(Static("java/lang/invoke/ConstantBootstraps", "fieldVarHandle"),
                           {pool_.AddClass("Made"), pool_.AddClass("java/lang/Object")});
  EXPECT_EQ(Describe(pool_.AddDynamic(Tag::kDynamic, method, "field", "Ljava/lang/invoke/VarHandle;")),
            "constant fieldVarHandle \"field\", class Made, class java.lang.Object");
  EXPECT_EQ(Describe(pool_.AddDynamic(Tag::kDynamic, Method(Static("java/lang/invoke/ConstantBootstraps", "new"), {}),
                                      "x", "I")),
            "opaque static java.lang.invoke.ConstantBootstraps.new() \"x\"");
}

TEST_F(Bootstraps, MakeConcatHasNoRecipe) {
  EXPECT_EQ(
      Site(Static("java/lang/invoke/StringConcatFactory", "makeConcat"), {}, "makeConcat", "(II)Ljava/lang/String;"),
      "concat \"\"");
}

TEST_F(Bootstraps, OthersAreOpaqueWithHandleAndArguments) {
  EXPECT_EQ(Site(Static("org/example/Boot", "strap"), {pool_.AddString("a"), pool_.AddLong(7)}, "call", "()V"),
            "opaque static org.example.Boot.strap() \"call\", \"a\", 7L");
}

TEST_F(Bootstraps, KnownOnesCalledWronglyAreOpaque) {
  Index lambda = Static("java/lang/invoke/LambdaMetafactory", "metafactory");
  Index alternative = Static("java/lang/invoke/LambdaMetafactory", "altMetafactory");
  Index concat = Static("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants");
  Index type = pool_.AddMethodType("()V");
  Index body = Static("Made", "body");
  const struct {
    Index handle;
    std::vector<Index> arguments;
    std::string_view name, descriptor;
  } kCalls[] = {
      {lambda, {}, "run", "()Ljava/lang/Runnable;"},
      {lambda, {type, type, type}, "run", "()Ljava/lang/Runnable;"},
      {lambda, {type, body, type}, "run", "()I"},
      {lambda, {type, body, type}, "run", "nonsense"},
      {lambda, {type, Handle(HandleKind::kGetField, "Made", "f", "I", Tag::kFieldref), type}, "run", "()LMade;"},
      {alternative, {type, body, type}, "run", "()Ljava/lang/Runnable;"},
      {alternative, {type, body, type, pool_.AddInteger(2)}, "run", "()Ljava/lang/Runnable;"},
      {alternative, {type, body, type, pool_.AddInteger(2), pool_.AddInteger(-1)}, "run", "()Ljava/lang/Runnable;"},
      {alternative,
       {type, body, type, pool_.AddInteger(4), pool_.AddInteger(9), type},
       "run",
       "()Ljava/lang/Runnable;"},
      {alternative, {type, body, type, pool_.AddInteger(0), type}, "run", "()Ljava/lang/Runnable;"},
      {concat, {}, "c", "()Ljava/lang/String;"},
      {concat, {pool_.AddString("\1\1")}, "c", "(I)Ljava/lang/String;"},
      {concat, {pool_.AddString("\2")}, "c", "()Ljava/lang/String;"},
      {Static("java/lang/runtime/ObjectMethods", "bootstrap"), {type}, "toString", "(LMade;)Ljava/lang/String;"},
      {Static("java/lang/runtime/ObjectMethods", "bootstrap"), {}, "clone", "(LMade;)Ljava/lang/Object;"},
      {Static("java/lang/runtime/SwitchBootstraps", "typeSwitch"), {}, "typeSwitch", "(I)I"},
  };
  for (const auto& call : kCalls) {
    EXPECT_TRUE(Site(call.handle, call.arguments, call.name, call.descriptor).starts_with("opaque")) << call.descriptor;
  }
}

TEST_F(Bootstraps, AMissingBootstrapMethodIsAnError) {
  EXPECT_EQ(Describe(pool_.AddDynamic(Tag::kInvokeDynamic, 3, "x", "()V")).find("names bootstrap method 3 of 0") ==
                std::string::npos,
            false);
}

}  // namespace
}  // namespace raddle::ir
