#include "classpath/hierarchy.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "generated_classes.h"
#include "test_support.h"

namespace raddle::classpath {
namespace {

using namespace std::string_literals;
constexpr const char* kString = "()Ljava/lang/String;";

// "Owner" where found, otherwise the outcome, with the owner of the guess where there is one.
template <typename IdType>
std::string Show(const Hierarchy& classes, Found<IdType> found) {
  static const char* const kOutcomes[] = {"", "no such member", "incompatible", "abstract", "inaccessible", "unknown"};
  std::string owner = found.id ? std::string(classes[classes[found.id].owner].name) : "";
  std::string outcome = kOutcomes[static_cast<int>(found.outcome)];
  return outcome.empty() || owner.empty() ? outcome + owner : outcome + " " + owner;
}

// Hierarchies that javac wrote: tests/classpath/java, on the JDK's classes.
class CompiledHierarchy : public testing::Test {
 protected:
  static ClassPath OpenPath() {
    Result<ClassPath> path = ClassPath::Open(RADDLE_BINARY_DIR "/java/hierarchy_programs.jar", {.jdk_home = JdkHome()});
    EXPECT_TRUE(path) << path.error().ToString();
    return *std::move(path);
  }
  std::string Select(std::string_view receiver, std::string_view named, std::string_view name,
                     std::string_view descriptor = kString) {
    ClassId at = classes.Load(named);
    bool is_interface = classes[at].IsInterface();
    Found<MethodId> resolved = is_interface ? classes.ResolveInterfaceMethod(at, name, descriptor)
                                            : classes.ResolveMethod(at, name, descriptor);
    if (!resolved) return Show(classes, resolved);
    Invoke how = is_interface ? Invoke::kInterface : Invoke::kVirtual;
    return Show(classes, classes.Select(how, classes.Load(receiver), resolved.id));
  }
  std::string Resolve(std::string_view named, std::string_view name, std::string_view descriptor) {
    return Show(classes, classes.ResolveMethod(classes.Load(named), name, descriptor));
  }
  Truth Subtype(std::string_view sub, std::string_view super) {
    return classes.IsSubtype(classes.Load(sub), classes.Load(super));
  }

  ClassPath path = OpenPath();
  Hierarchy classes{path};
};

TEST_F(CompiledHierarchy, Subtypes) {
  struct {
    const char *sub, *super;
    Truth expected;
  } const kCases[] = {
      {"java/util/ArrayList", "java/util/List", Truth::kYes},
      {"java/util/ArrayList", "java/lang/Iterable", Truth::kYes},
      {"java/util/ArrayList", "java/util/Map", Truth::kNo},
      {"java/util/List", "java/lang/Object", Truth::kYes},
      {"java/lang/Object", "java/util/List", Truth::kNo},
      {"java/util/List", "java/util/ArrayList", Truth::kNo},
      {"[I", "java/lang/Object", Truth::kYes},
      {"[I", "java/lang/Cloneable", Truth::kYes},
      {"[I", "java/io/Serializable", Truth::kYes},
      {"[I", "java/lang/Comparable", Truth::kNo},
      {"[I", "[I", Truth::kYes},
      {"[I", "[J", Truth::kNo},
      {"[I", "[Ljava/lang/Object;", Truth::kNo},
      {"[[I", "[Ljava/lang/Object;", Truth::kYes},
      {"[[I", "[Ljava/lang/Cloneable;", Truth::kYes},
      {"[[I", "[[Ljava/lang/Object;", Truth::kNo},
      {"[Ljava/lang/String;", "[Ljava/lang/CharSequence;", Truth::kYes},
      {"[Ljava/lang/Object;", "[Ljava/lang/String;", Truth::kNo},
      {"[[Ljava/lang/String;", "[Ljava/lang/Object;", Truth::kYes},
      {"java/lang/String", "[C", Truth::kNo},
      {"no/Such", "java/lang/Object", Truth::kYes},
      {"no/Such", "java/util/List", Truth::kUnknown},
      {"no/Such", "java/lang/String", Truth::kNo},  // which is final
      {"java/util/ArrayList", "no/Such", Truth::kNo},
      {"[Lno/Such;", "[Ljava/util/List;", Truth::kUnknown},
  };
  for (const auto& it : kCases) EXPECT_EQ(Subtype(it.sub, it.super), it.expected) << it.sub << " < " << it.super;
}

TEST_F(CompiledHierarchy, SubtypesAreKnownOnceLoaded) {
  for (const char* name : {"defaults/Shapes$Diamond", "defaults/Shapes$Child", "defaults/Shapes$Colour$1"})
    classes.Load(name);
  std::vector<std::string> names;
  for (ClassId id : classes.AllSubtypes(classes.Find("defaults/Shapes$Top")))
    names.emplace_back(classes[id].name.substr(16));
  std::sort(names.begin(), names.end());
  EXPECT_EQ(fmt::format("{}", fmt::join(names, " ")), "Child Colour Colour$1 Diamond Left Right");
}

TEST_F(CompiledHierarchy, PackagePrivateMethodsAreOverriddenFromTheirPackage) {
  EXPECT_EQ(Select("overriding/inner/Outside", "overriding/Base", "hidden"), "overriding/Base");
  EXPECT_EQ(Select("overriding/inner/Outside", "overriding/inner/Outside", "hidden"), "overriding/inner/Outside");
  EXPECT_EQ(Select("overriding/inner/Outside", "overriding/Base", "opened"), "overriding/Base");
  EXPECT_EQ(Select("overriding/inner/Outside", "overriding/Base", "guarded"), "overriding/inner/Outside");
  EXPECT_EQ(Select("overriding/Opener", "overriding/Base", "opened"), "overriding/Opener");
}

TEST_F(CompiledHierarchy, OverridingIsTransitive) {
  EXPECT_EQ(Select("overriding/inner/Below", "overriding/Opener", "opened"), "overriding/inner/Below");
  EXPECT_EQ(Select("overriding/inner/Below", "overriding/Base", "opened"), "overriding/inner/Below");
  EXPECT_EQ(Select("overriding/inner/Below", "overriding/Base", "hidden"), "overriding/Base");
}

TEST_F(CompiledHierarchy, PrivateAndStaticMethodsAreNotOverridden) {
  EXPECT_EQ(Select("overriding/inner/Outside", "overriding/Base", "own"), "overriding/Base");
  EXPECT_EQ(Select("overriding/inner/Outside", "overriding/Base", "shared"), "incompatible overriding/Base");
}

TEST_F(CompiledHierarchy, TheMostSpecificDefaultMethodIsSelected) {
  EXPECT_EQ(Select("defaults/Shapes$Diamond", "defaults/Shapes$Top", "name"), "defaults/Shapes$Left");
  EXPECT_EQ(Select("defaults/Shapes$Diamond", "defaults/Shapes$Diamond", "name"), "defaults/Shapes$Left");
  EXPECT_EQ(Select("defaults/Shapes$Diamond", "defaults/Shapes$Right", "open"), "defaults/Shapes$Diamond");
  EXPECT_EQ(Select("defaults/Shapes$Child", "defaults/Shapes$Left", "name"), "defaults/Shapes$Parent");
  EXPECT_EQ(Select("defaults/Shapes$Child", "defaults/Shapes$Left", "open"), "abstract defaults/Shapes$Top");
  EXPECT_EQ(Select("defaults/Shapes$Colour$1", "defaults/Shapes$Top", "open"), "defaults/Shapes$Colour$1");
  EXPECT_EQ(Select("defaults/Shapes$Diamond", "defaults/Shapes$Top", "hashCode", "()I"), "java/lang/Object");
  EXPECT_EQ(Select("java/util/ArrayList", "java/util/Collection", "stream", "()Ljava/util/stream/Stream;"),
            "java/util/Collection");
  EXPECT_EQ(Select("java/util/ArrayList", "java/lang/Iterable", "forEach", "(Ljava/util/function/Consumer;)V"),
            "java/util/ArrayList");
}

TEST_F(CompiledHierarchy, ClassAndInterfaceReferencesAreNotInterchangeable) {
  ClassId list = classes.Load("java/util/List"), array_list = classes.Load("java/util/ArrayList");
  EXPECT_EQ(Show(classes, classes.ResolveMethod(list, "size", "()I")), "incompatible");
  EXPECT_EQ(Show(classes, classes.ResolveInterfaceMethod(array_list, "size", "()I")), "incompatible");
  EXPECT_EQ(Show(classes, classes.ResolveInterfaceMethod(list, "clone", "()Ljava/lang/Object;")), "no such member");
  EXPECT_EQ(Show(classes, classes.ResolveInterfaceMethod(list, "notify", "()V")), "java/lang/Object");
  // A static method of an interface is not inherited.
  ClassId left = classes.Load("defaults/Shapes$Left");
  EXPECT_EQ(Show(classes, classes.ResolveInterfaceMethod(left, "helper", kString)), "no such member");
}

TEST_F(CompiledHierarchy, Fields) {
  auto field = [&](std::string_view in, std::string_view name) {
    return Show(classes, classes.ResolveField(classes.Load(in), name, "I"));
  };
  EXPECT_EQ(field("defaults/Shapes$Diamond", "CONSTANT"), "defaults/Shapes$Right");
  EXPECT_EQ(field("defaults/Shapes$Left", "CONSTANT"), "defaults/Shapes$Top");
  EXPECT_EQ(field("defaults/Shapes$Child", "constant"), "defaults/Shapes$Parent");
  EXPECT_EQ(field("defaults/Shapes$Child", "none"), "no such member");
  EXPECT_EQ(field("nests/Host$Member", "secret"), "nests/Host");
}

TEST_F(CompiledHierarchy, ArraysHaveTheMethodsOfObject) {
  EXPECT_EQ(Resolve("[I", "clone", "()Ljava/lang/Object;"), "java/lang/Object");
  EXPECT_EQ(Select("[Ljava/lang/String;", "java/lang/Object", "toString"), "java/lang/Object");
}

TEST_F(CompiledHierarchy, SignaturePolymorphicMethodsTakeAnyDescriptor) {
  EXPECT_EQ(Resolve("java/lang/invoke/MethodHandle", "invokeExact", "(IJ)Lnone/Of/These;"),
            "java/lang/invoke/MethodHandle");
  EXPECT_EQ(Resolve("java/lang/invoke/VarHandle", "compareAndSet", "(Lx/Y;II)Z"), "java/lang/invoke/VarHandle");
  EXPECT_EQ(Resolve("java/lang/invoke/MethodHandle", "bindTo", "(I)V"), "no such member");
  Found<MethodId> invoke = classes.ResolveMethod(classes.Load("java/lang/invoke/MethodHandle"), "invoke", "()V");
  ASSERT_TRUE(invoke);
  EXPECT_TRUE(classes[invoke.id].is_signature_polymorphic);
  EXPECT_EQ(
      Show(classes, classes.Select(Invoke::kVirtual, classes.Load("java/lang/invoke/DirectMethodHandle"), invoke.id)),
      "java/lang/invoke/MethodHandle");
}

TEST_F(CompiledHierarchy, NestMatesReachPrivateMembers) {
  ClassId host = classes.Load("nests/Host"), member = classes.Load("nests/Host$Member"),
          anonymous = classes.Load("nests/Host$1");
  ClassId neighbour = classes.Load("nests/Neighbour");
  MethodId whisper = classes.DeclaredMethod(host, "whisper", kString);
  FieldId secret = classes.DeclaredField(host, "secret", "I");
  EXPECT_EQ(classes.NestHost(member), host);
  EXPECT_EQ(classes.NestHost(anonymous), host);
  EXPECT_EQ(classes.CanAccess(member, whisper), Truth::kYes);
  EXPECT_EQ(classes.CanAccess(anonymous, secret), Truth::kYes);
  EXPECT_EQ(classes.CanAccess(neighbour, whisper), Truth::kNo);
  EXPECT_EQ(Select("nests/Host$Member", "nests/Host", "whisper"), "nests/Host");
}

TEST_F(CompiledHierarchy, ProtectedMembersAreForSubclassesAndThePackage) {
  MethodId guarded = classes.DeclaredMethod(classes.Load("overriding/Base"), "guarded", kString);
  EXPECT_EQ(classes.CanAccess(classes.Load("overriding/inner/Outside"), guarded), Truth::kYes);
  EXPECT_EQ(classes.CanAccess(classes.Load("overriding/Opener"), guarded), Truth::kYes);
  EXPECT_EQ(classes.CanAccess(classes.Load("nests/Neighbour"), guarded), Truth::kNo);
  EXPECT_EQ(classes.CanAccess(classes.Load("no/Such"), guarded), Truth::kUnknown);
}

TEST_F(CompiledHierarchy, LoadsTheWholeJdk) {
  size_t broken = 0;
  for (const ClassLocation& location : path.Classes(true)) {
    const ClassInfo& info = classes[classes.Load(location.name)];
    broken += info.state != ClassState::kLoaded;
    if (info.state != ClassState::kLoaded) ADD_FAILURE() << info.name << ": " << info.problem;
  }
  EXPECT_EQ(broken, 0u);
  EXPECT_GT(classes.AllSubtypes(classes.object()).size(), 5000u);
  EXPECT_GT(classes.AllSubtypes(classes.Find("java/util/Collection")).size(), 100u);
}

// Hierarchies that only an enemy would write, without a JDK.
class OddHierarchy : public testing::Test {
 protected:
  void Add(GeneratedClass it) {
    std::string name = it.name;
    files[name] = Generate(it);
  }
  OddHierarchy() {
    Add({.name = "java/lang/Object", .super = ""});
    Add({.name = "java/lang/Cloneable", .access = kInterface});
    Add({.name = "java/io/Serializable", .access = kInterface});
  }
  std::string Problem(std::string_view name) {
    const ClassInfo& info = classes()[classes().Load(name)];
    return info.state == ClassState::kLoaded ? "loaded" : info.state == ClassState::kMissing ? "missing" : info.problem;
  }
  Hierarchy& classes() {
    if (!hierarchy) {
      hierarchy.emplace([this](std::string_view name) -> Result<std::optional<ClassBytes>> {
        auto found = files.find(std::string(name));
        if (found == files.end()) return std::optional<ClassBytes>();
        return std::optional<ClassBytes>(ClassBytes{{found->first}, {AsBytes(found->second), nullptr}});
      });
    }
    return *hierarchy;
  }
  std::string Resolve(std::string_view in, std::string_view name) {
    return Show(classes(), classes().ResolveMethod(classes().Load(in), name, kString));
  }
  std::string Select(std::string_view receiver, std::string_view in, std::string_view name) {
    Found<MethodId> resolved = classes().ResolveMethod(classes().Load(in), name, kString);
    return resolved ? Show(classes(), classes().Select(Invoke::kVirtual, classes().Load(receiver), resolved.id))
                    : Show(classes(), resolved);
  }

  static constexpr uint16_t kInterface = classfile::kPublic | classfile::kInterface | classfile::kAbstract;
  std::map<std::string, std::string> files;
  std::optional<Hierarchy> hierarchy;
};

TEST_F(OddHierarchy, ClassesThatAreTheirOwnSupertypeAreBroken) {
  Add({.name = "A", .super = "B"});
  Add({.name = "B", .super = "C"});
  Add({.name = "C", .super = "A"});
  Add({.name = "Self", .super = "Self"});
  Add({.name = "I", .interfaces = {"J"}, .access = kInterface});
  Add({.name = "J", .interfaces = {"I"}, .access = kInterface});
  Add({.name = "Below", .super = "A"});
  for (const char* name : {"A", "B", "C", "Self", "I", "J"})
    EXPECT_EQ(Problem(name), "class is its own supertype") << name;
  EXPECT_EQ(Problem("Below"), "loaded");
  EXPECT_EQ(Resolve("Below", "m"), "unknown");
  EXPECT_EQ(classes().IsSubtype(classes().Load("Below"), classes().Load("A")), Truth::kYes);
  EXPECT_EQ(classes().IsSubtype(classes().Load("Below"), classes().Load("C")), Truth::kUnknown);
}

TEST_F(OddHierarchy, RefusedSuperclasses) {
  Add({.name = "I", .access = kInterface});
  Add({.name = "Final", .access = classfile::kPublic | classfile::kFinal});
  Add({.name = "A", .super = "I"});
  Add({.name = "B", .super = "Final"});
  Add({.name = "C", .interfaces = {"Final"}});
  Add({.name = "Root", .super = ""});
  Add({.name = "Other"});
  files["Wrong"] = files["Other"];
  files["Garbage"] = "garbage";
  EXPECT_EQ(Problem("A"), "superclass I is an interface");
  EXPECT_EQ(Problem("B"), "superclass Final is final");
  EXPECT_EQ(Problem("C"), "Final is no interface");
  EXPECT_EQ(Problem("Root"), "class has no superclass");
  EXPECT_EQ(Problem("Wrong"), "the file has class Other");
  EXPECT_EQ(Problem("None"), "missing");
  EXPECT_NE(Problem("Garbage"), "loaded");
  EXPECT_NE(Problem("[V"), "loaded");
  EXPECT_NE(Problem("[Lx"), "loaded");
  EXPECT_NE(Problem(std::string(300, '[') + "I"), "loaded");
}

TEST_F(OddHierarchy, WhatAMissingClassCouldChangeIsUnknown) {
  Add({.name = "I", .access = kInterface, .methods = {{classfile::kPublic, "m"}}});
  Add({.name = "A", .super = "Missing", .interfaces = {"I"}, .methods = {{classfile::kPublic, "own"}}});
  Add({.name = "B", .interfaces = {"Missing", "I"}});
  EXPECT_EQ(Resolve("A", "own"), "A");
  EXPECT_EQ(Resolve("A", "m"), "unknown");
  EXPECT_EQ(Resolve("B", "m"), "unknown I");
  EXPECT_EQ(Resolve("Missing", "m"), "unknown");
  EXPECT_EQ(Show(classes(), classes().ResolveField(classes().Load("A"), "f", "I")), "unknown");
  EXPECT_EQ(Show(classes(), classes().ResolveField(classes().Load("Missing"), "f", "I")), "unknown");
}

TEST_F(OddHierarchy, AConflictOfDefaultMethodsIsIncompatible) {
  Add({.name = "I", .access = kInterface, .methods = {{classfile::kPublic, "m"}}});
  Add({.name = "J", .access = kInterface, .methods = {{classfile::kPublic, "m"}}});
  Add({.name = "A", .interfaces = {"I", "J"}});
  ClassId a = classes().Load("A");
  Found<MethodId> resolved = classes().ResolveMethod(a, "m", kString);
  ASSERT_TRUE(resolved);
  EXPECT_EQ(classes().Select(Invoke::kVirtual, a, resolved.id).outcome, Outcome::kIncompatible);
}

TEST_F(OddHierarchy, LongChainsAreWalkedWithoutRecursion) {
  for (int i = 0; i < 20'000; ++i) Add({.name = "C" + std::to_string(i), .super = "C" + std::to_string(i + 1)});
  Add({.name = "C20000", .methods = {{classfile::kPublic, "m"}}});
  EXPECT_EQ(Problem("C0"), "loaded");
  EXPECT_EQ(Resolve("C19500", "m"), "C20000");
  EXPECT_EQ(Resolve("C0", "m"), "unknown");  // a class in between had too many supertypes
}

TEST_F(OddHierarchy, ALadderOfDiamondsIsNotExponential) {
  Add({.name = "L0", .access = kInterface, .methods = {{classfile::kPublic, "m"}}});
  Add({.name = "R0", .access = kInterface});
  for (int i = 1; i <= 200; ++i) {
    std::vector<std::string> above = {"L" + std::to_string(i - 1), "R" + std::to_string(i - 1)};
    Add({.name = "L" + std::to_string(i), .interfaces = above, .access = kInterface});
    Add({.name = "R" + std::to_string(i), .interfaces = above, .access = kInterface});
  }
  Add({.name = "A", .interfaces = {"L200", "R200"}});
  EXPECT_EQ(Select("A", "A", "m"), "L0");
  EXPECT_EQ(Show(classes(), classes().ResolveField(classes().Load("A"), "f", "I")), "no such member");
}

}  // namespace
}  // namespace raddle::classpath
