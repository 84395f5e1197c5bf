// The shadows of the programs, as text in shadows.txt, and of what no compiler makes.
#include "pointcut/shadows.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "classfile/descriptor.h"
#include "program.h"
#include "tests/support/class_maker.h"

namespace raddle::pointcut {
namespace {

using namespace classfile;

std::string Describe(const Shadow& shadow) {
  std::string at = shadow.instruction == Shadow::kWhole ? "all" : fmt::format("{}", shadow.instruction);
  std::string text = fmt::format("  {:>4} {:>4} {}", at, shadow.line, Print(shadow));
  if (!shadow.this_type.empty()) text += " this";
  if (!shadow.target_type.empty()) text += " target " + Readable({shadow.target_type});
  for (const std::string& argument : shadow.arguments) text += " arg " + Readable({argument});
  if (!shadow.calls_this.empty()) text += " calls this()";
  return text + "\n";
}

TEST(Shadows, OfThePrograms) {
  std::string text;
  const MemberFacts* method = nullptr;
  const ClassFacts* within = nullptr;
  for (const Shadow& shadow : TheProgram().shadows()) {
    if (shadow.within != within || shadow.code != method) {
      within = shadow.within;
      method = shadow.code;
      text += method == nullptr
                  ? DottedName(within->name) + "\n"
                  : fmt::format("{}.{}\n", DottedName(within->name), ReadableMethod(method->name, method->descriptor));
    }
    text += Describe(shadow);
  }
  ExpectTable("shadows.txt", text);
}

TEST(Shadows, ALockInAClassWithoutStackMapsIsAnObject) {
  for (uint16_t major : {48, 52}) {
    ClassMaker made("Made", major);
    Assembler code;
    code.Do(Op::aload_0).Do(Op::monitorenter).Jump(Op::goto_, "end").At("end").Do(Op::aload_0).Do(Op::monitorexit);
    code.Do(Op::return_);
    made.Method(kPublic, "run", "()V", {.code = code.bytes()});
    Reread read(made.Write());
    ClassFacts facts = *FactsOf(read.file());
    std::vector<Shadow> shadows = *ShadowsOf(read.file(), read.Method("run"), facts);
    ASSERT_EQ(shadows.size(), 3u);
    EXPECT_EQ(Print(shadows[1]), "lock(java.lang.Object)");
    EXPECT_EQ(Print(shadows[2]), "unlock(java.lang.Object)");
  }
}

TEST(Shadows, StraightCodeNeedsNoStackMaps) {
  ClassMaker made("Made", 48);
  Assembler code;
  code.Do(Op::aload_0).Do(Op::monitorenter).Do(Op::aload_0).Do(Op::monitorexit).Do(Op::return_);
  made.Method(kPublic, "run", "()V", {.code = code.bytes()});
  Reread read(made.Write());
  ClassFacts facts = *FactsOf(read.file());
  std::vector<Shadow> shadows = *ShadowsOf(read.file(), read.Method("run"), facts);
  ASSERT_EQ(shadows.size(), 3u);
  EXPECT_EQ(Print(shadows[1]), "lock(Made)");
}

// Code of every shape that javac makes. A monitor that is entered is left, and by its type.
TEST(Shadows, OfTheJdksOwnLocks) {
  classpath::ClassPathOptions options;
  options.jdk_home = RADDLE_JDK_HOME;
  Result<classpath::ClassPath> path = classpath::ClassPath::Open("", options);
  ASSERT_TRUE(path) << path.error().ToString();
  size_t locks = 0;
  for (const classpath::ClassLocation& location : path->Classes(/*with_jdk=*/true)) {
    if (!location.name.starts_with("java/util/") && !location.name.starts_with("java/io/")) continue;
    auto bytes = path->Read(location);
    ASSERT_TRUE(bytes) << location.name;
    Result<ClassFile> file = ReadClass(bytes->bytes);
    ASSERT_TRUE(file) << location.name;
    ClassFacts facts = *FactsOf(*file);
    Result<std::vector<Shadow>> shadows = ShadowsOf(*file, facts);
    ASSERT_TRUE(shadows) << location.name << ": " << shadows.error().ToString();
    std::map<const MemberFacts*, std::set<std::string>> locked;
    for (const Shadow& shadow : *shadows) {
      if (shadow.kind == ShadowKind::kLock) locked[shadow.code].insert(shadow.arguments[0]);
      locks += shadow.kind == ShadowKind::kLock;
      if (shadow.kind != ShadowKind::kUnlock) continue;
      EXPECT_TRUE(locked[shadow.code].contains(shadow.arguments[0]))
          << location.name << "." << shadow.code->name << ":" << shadow.line << " " << Print(shadow);
    }
  }
  EXPECT_GT(locks, 500u);
}

TEST(Shadows, ABridgeHasNone) {
  ClassMaker made;
  Assembler code;
  code.Do(Op::aconst_null).Do(Op::areturn);
  made.Method(kPublic | kBridge | kSynthetic, "get", "()Ljava/lang/Object;", {.code = code.bytes()});
  Reread read(made.Write());
  ClassFacts facts = *FactsOf(read.file());
  EXPECT_TRUE(ShadowsOf(read.file(), read.Method("get"), facts)->empty());
}

}  // namespace
}  // namespace raddle::pointcut
