// Random small hierarchies, asked of Hierarchy and of the real JVM: both must say the same of every call, super call,
// field access and subtype in them. The classes are such as javac would never write (static and instance methods,
// private and abstract ones mixed under one name, package-private ones across packages), which is where the rules
// differ.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "classpath/hierarchy.h"
#include "generated_classes.h"
#include "test_support.h"

namespace raddle::classpath {
namespace {

using classfile::kAbstract;
using classfile::kFinal;
using classfile::kInterface;
using classfile::kPrivate;
using classfile::kProtected;
using classfile::kPublic;
using classfile::kStatic;

constexpr const char* kGiveString = "()Ljava/lang/String;";
constexpr const char* kString = "Ljava/lang/String;";
constexpr int kFamilies = 400;

using Family = std::vector<GeneratedClass>;  // interfaces first

class FamilyMaker {
 public:
  explicit FamilyMaker(uint32_t seed) : random_(seed) {}

  Family Make(int number) {
    Family family;
    int interfaces = Pick(4), classes = 2 + Pick(4);
    for (int i = 0; i < interfaces + classes; ++i) {
      bool is_interface = i < interfaces;
      GeneratedClass it;
      it.name = fmt::format("{}/{}{}_{}", Pick(2) == 0 ? "p" : "q", is_interface ? 'I' : 'C', number, i);
      if (is_interface) it.access = kPublic | kInterface | kAbstract;
      for (int j = 0; j < std::min(i, interfaces); ++j) {
        if (Pick(3) == 0) it.interfaces.push_back(family[j].name);
      }
      if (i > interfaces && Pick(5) != 0) it.super = family[i - 1 - (Pick(3) == 0 ? Pick(i - interfaces) : 0)].name;
      AddMembers(it);
      AddProbes(it);
      family.push_back(it);
    }
    return family;
  }

 private:
  int Pick(int below) { return static_cast<int>(random_() % static_cast<uint32_t>(below)); }

  void AddMembers(GeneratedClass& it) {
    static constexpr uint16_t kInterfaceMethods[] = {
        kPublic | kAbstract, kPublic | kAbstract, kPublic, kPublic, kPrivate, kPublic | kStatic};
    // No package-private abstract methods: HotSpot 17 and 25 crash in klassVtable on some hierarchies that have them.
    static constexpr uint16_t kClassMethods[] = {
        kPublic,          kPublic, kProtected, 0, 0, 0, kPrivate, kPublic | kAbstract, kProtected | kAbstract,
        kPublic | kStatic};
    if (Pick(3) != 0) {
      uint16_t access = it.IsInterface() ? kInterfaceMethods[Pick(std::size(kInterfaceMethods))]
                                         : kClassMethods[Pick(std::size(kClassMethods))];
      it.methods.push_back({access, "m"});
    }
    if (Pick(4) == 0) it.fields.push_back({kPublic | kStatic | kFinal, "f"});
  }

  void AddProbes(GeneratedClass& it) {
    std::string suffix = it.name.substr(2);
    Probe::Kind call = it.IsInterface() ? Probe::Kind::kInterface : Probe::Kind::kVirtual;
    it.probes.push_back({"call_" + suffix, call, it.name, "m"});
    it.probes.push_back({"field_" + suffix, Probe::Kind::kStaticField, it.name, "f"});
    if (!it.IsInterface()) it.probes.push_back({"super_" + suffix, Probe::Kind::kSpecial, it.super, "m"});
    for (const std::string& above : it.interfaces) {
      it.probes.push_back({"super_" + suffix + "_" + above.substr(2), Probe::Kind::kSpecialInterface, above, "m"});
    }
  }

  std::mt19937 random_;
};

// What the JVM should say to a probe of `caller`, given an object of class `receiver`.
std::string Expected(Hierarchy& classes, const GeneratedClass& caller, const Probe& probe,
                     const std::string& receiver) {
  ClassId from = classes.Load(caller.name), named = classes.Load(probe.owner);
  auto say = [&](Outcome outcome, auto id, const char* no_such) -> std::string {
    switch (outcome) {
      case Outcome::kFound:
        return std::string(classes[classes[id].owner].name);
      case Outcome::kNoSuchMember:
        return no_such;
      case Outcome::kIncompatible:
        return "IncompatibleClassChangeError";
      case Outcome::kAbstract:
        return "AbstractMethodError";
      case Outcome::kInaccessible:
        return "IllegalAccessError";
      case Outcome::kUnknown:
        return "unknown";
    }
    return "";
  };
  if (probe.kind == Probe::Kind::kStaticField) {
    Found<FieldId> field = classes.ResolveField(named, probe.member, kString);
    return say(field.outcome, field.id, "NoSuchFieldError");
  }
  bool by_interface = probe.kind == Probe::Kind::kInterface || probe.kind == Probe::Kind::kSpecialInterface;
  Found<MethodId> method = by_interface ? classes.ResolveInterfaceMethod(named, probe.member, kGiveString)
                                        : classes.ResolveMethod(named, probe.member, kGiveString);
  if (method) {
    if (classes.CanAccess(from, method.id) == Truth::kNo) return "IllegalAccessError";
    bool is_special = probe.kind == Probe::Kind::kSpecial || probe.kind == Probe::Kind::kSpecialInterface;
    Invoke how = by_interface ? Invoke::kInterface : Invoke::kVirtual;
    method = is_special ? classes.SelectSpecial(from, named, method.id)
                        : classes.Select(how, classes.Load(receiver), method.id);
  }
  return say(method.outcome, method.id, "NoSuchMethodError");
}

std::string Dotted(std::string name) {
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

std::string Describe(const Family& family) {
  std::string text;
  for (const GeneratedClass& it : family) {
    text += fmt::format("{} extends {} implements {}:", it.name, it.super, fmt::join(it.interfaces, ", "));
    for (const GeneratedMember& method : it.methods) text += fmt::format(" m {:#x}", method.access);
    for (const GeneratedMember& field : it.fields) text += fmt::format(" f {:#x}", field.access);
    text += '\n';
  }
  return text;
}

struct Question {
  std::string text;
  std::string expected;
  size_t family;
  bool may_be_abstract = false;
};

// Where HotSpot throws AbstractMethodError and the specification says otherwise: on invokeinterface, of a conflict
// between default methods (JDK 17; 25 has it right), and where a private method of the receiver's class or of one above
// it has the name of a default method, which it does not override.
bool HotSpotSaysAbstract(const Hierarchy& classes, const Probe& probe, const std::string& receiver,
                         const std::string& expected) {
  if (probe.kind != Probe::Kind::kInterface) return false;
  if (expected == "IncompatibleClassChangeError") return true;
  for (ClassId at = classes.Find(receiver); at; at = classes[at].super) {
    MethodId method = classes.DeclaredMethod(at, probe.member, kGiveString);
    if (method && classes[method].Has(kPrivate)) return true;
  }
  return false;
}

std::vector<Question> Ask(Hierarchy& classes, const Family& family, size_t number) {
  std::vector<Question> questions;
  for (const GeneratedClass& sub : family) {
    for (const GeneratedClass& super : family) {
      Truth truth = classes.IsSubtype(classes.Load(sub.name), classes.Load(super.name));
      questions.push_back({fmt::format("subtype {} {}", Dotted(sub.name), Dotted(super.name)),
                           truth == Truth::kYes ? "true" : "false", number});
      if (truth != Truth::kYes || sub.IsInterface()) continue;
      for (const Probe& probe : super.probes) {
        std::string expected = Expected(classes, super, probe, sub.name);
        questions.push_back({fmt::format("call {} {} {}", Dotted(super.name), probe.name, Dotted(sub.name)), expected,
                             number, HotSpotSaysAbstract(classes, probe, sub.name, expected)});
      }
    }
  }
  return questions;
}

class Dispatch : public TemporaryFiles {};

TEST_F(Dispatch, IsThatOfTheJvm) {
  FamilyMaker maker(20240611);
  std::vector<Family> families;
  for (int i = 0; i < kFamilies; ++i) {
    families.push_back(maker.Make(i));
    for (const GeneratedClass& it : families.back()) Write("classes/" + it.name + ".class", Generate(it));
  }
  Result<ClassPath> path = ClassPath::Open(Path("classes"), {.jdk_home = JdkHome()});
  ASSERT_TRUE(path) << path.error().ToString();
  Hierarchy classes(*path);
  std::vector<Question> questions;
  std::string text;
  for (size_t i = 0; i < families.size(); ++i) {
    for (Question& question : Ask(classes, families[i], i)) {
      text += question.text + "\n";
      questions.push_back(std::move(question));
    }
  }
  std::string file = Write("questions", text);
  Result<Captured> jvm =
      RunAndCapture({JdkHome() + "/bin/java", "-XX:ErrorFile=" + Path("crash"), "-cp",
                     Path("classes") + ":" RADDLE_BINARY_DIR "/java/hierarchy_programs.jar", "dispatch.Driver", file});
  ASSERT_TRUE(jvm) << jvm.error().ToString();
  ASSERT_EQ(jvm->status, 0);
  std::string_view rest = jvm->output;
  int wrong = 0;
  for (const Question& question : questions) {
    std::string_view answer = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(answer.size() + 1, rest.size()));
    if (answer == question.expected || (question.may_be_abstract && answer == "AbstractMethodError")) continue;
    if (++wrong <= 5) {
      ADD_FAILURE() << question.text << "\n  the JVM says " << answer << ", the hierarchy " << question.expected << "\n"
                    << Describe(families[question.family]);
    }
  }
  EXPECT_EQ(wrong, 0) << "of " << questions.size();
}

}  // namespace
}  // namespace raddle::classpath
