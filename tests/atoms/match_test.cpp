// Sections matched with classes: which instructions they mean, and what is said where there are none.
#include <gtest/gtest.h>

#include <set>

#include "atoms/match.h"
#include "classfile/attributes.h"
#include "classpath/class_path.h"

namespace raddle::atoms {
namespace {

class MatchTest : public testing::Test {
 protected:
  MatchTest() {
    path_.emplace(*classpath::ClassPath::Open(RADDLE_BINARY_DIR "/java/atoms_programs.jar"));
    bytes_ = **path_->Find("atoms/Calls");
    file_ = *classfile::ReadClass(bytes_.bytes());
  }

  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes_.bytes().data()), bytes_.bytes().size()};
  }
  ClassMarks Match(const std::string& lines) const {
    return Matcher(*Parse("raddle atoms 1\n" + lines, "")).Match(file_, text());
  }
  std::string Shown(const ClassMarks& marks) const {
    std::string shown;
    for (const Mark& mark : marks.marks) {
      constexpr const char* kRoles[] = {"entry", "end", "exit"};
      constexpr const char* kWhats[] = {"access", "call", "below", "nothing"};
      shown += std::string(file_.NameOf(file_.methods[mark.method])) + " " + std::to_string(mark.bci) + " " +
               kRoles[static_cast<int>(mark.role)] + " " + kWhats[static_cast<int>(mark.what)] + "\n";
    }
    return shown + marks.problem;
  }

  std::optional<classpath::ClassPath> path_;
  classpath::ClassBytes bytes_;
  classfile::ClassFile file_;
};

constexpr const char* kByIndex =
    "section a load-store\non field atoms.Calls.value\nin atoms.Calls.addDirectly(I)V\n"
    "entry read 1 in atoms.Calls.get()I 1\nend write 13 allow read\nexit 16\n";

TEST_F(MatchTest, AnIndexIsOneInstructionAndACallHasItsAccessBelow) {
  EXPECT_EQ(Shown(Match(kByIndex)),
            "get 1 entry below\naddDirectly 1 entry call\naddDirectly 13 end access\n"
            "addDirectly 16 exit nothing\n");
  EXPECT_EQ(Match(kByIndex).scopes, std::vector<uint32_t>{0});
}

TEST_F(MatchTest, ALineIsEveryFittingInstructionOfIt) {
  EXPECT_EQ(Shown(Match("section a user\non field atoms.Calls.value\nin atoms.Calls.addDirectly\n"
                        "entry read line 25 in atoms.Calls.get line 9\nend write line 27\n")),
            "get 1 entry below\naddDirectly 1 entry call\naddDirectly 13 end access\n");
}

TEST_F(MatchTest, AnotherFieldOrAnotherKindOfAccessDoesNotFit) {
  const std::string rest = "in atoms.Calls.addDirectly\nentry read 1 in atoms.Calls.get()I 1\nend write 13\n";
  EXPECT_EQ(Shown(Match("section a user\non field atoms.Calls.worth\n" + rest)),
            "class atoms.Calls does not have what atomic section a names: left out");
  EXPECT_EQ(Shown(Match("section a user\non field atoms.Calls.value\nin atoms.Calls.addDirectly\n"
                        "entry write 1 in atoms.Calls.get()I 1\nend write 13\n")),
            "class atoms.Calls does not have what atomic section a names: left out");
}

TEST_F(MatchTest, AChangedClassIsLeftOutAsAWhole) {
  EXPECT_EQ(Shown(Match(std::string("class atoms.Calls 0123456789abcdef\n") + kByIndex)),
            "class atoms.Calls has changed since its atomic sections were written: 1 left out");
}

TEST_F(MatchTest, WhatIsAboutOtherClassesOnlyIsNothing) {
  EXPECT_EQ(Shown(Match("section a user\non field b.C.f\nin b.C.m\nentry read 1\nend read 2\n")), "");
  const Matcher matcher(*Parse(std::string("raddle atoms 1\n") + kByIndex, ""));
  EXPECT_TRUE(matcher.Mentions("atoms/Calls"));
  EXPECT_FALSE(matcher.Mentions("b/C"));
}

// The classes that the calls of atoms.TestUse name which a section on such an object would not allow.
std::set<std::string> Disturbers(const classpath::ClassPath& path, const std::string& type) {
  const classpath::ClassBytes bytes = **path.Find("atoms/TestUse");
  const classfile::ClassFile file = *classfile::ReadClass(bytes.bytes());
  const Matcher matcher(*Parse(
      "raddle atoms 1\nsection a user\non object " + type + "\nin b.C.m\nentry read 1\nend write 2 allow read\n", ""));
  EXPECT_TRUE(matcher.Concerns(file));
  std::set<std::string> owners;
  for (const classfile::Member& method : file.methods) {
    const classfile::Attribute* code = classfile::Find(method.attributes, classfile::AttributeKind::kCode);
    Arena arena;
    const classfile::Code decoded = *classfile::DecodeCode(*code, file.pool, arena);
    for (const classfile::Instruction& it : decoded.instructions) {
      if (matcher.MayDisturb(file, it)) owners.emplace(file.pool.Member(it.index).owner);
    }
  }
  return owners;
}

TEST_F(MatchTest, NoMapIsACollection) {
  using Names = std::set<std::string>;
  EXPECT_EQ(Disturbers(*path_, "java.util.HashMap"), Names{"java/util/Map"});
  EXPECT_EQ(Disturbers(*path_, "java.util.ArrayList"), (Names{"java/util/List", "java/util/Queue"}));
  EXPECT_EQ(Disturbers(*path_, "b.Bag"),
            (Names{"java/util/List", "java/util/Map", "java/util/Queue", "java/util/concurrent/atomic/AtomicInteger"}));
}

}  // namespace
}  // namespace raddle::atoms
