// The contracts that come with Raddle, against the JDKs that they are about: a line that no class of JDK 17 or of JDK
// 25 has use for is a mistake, and every class that one is about can be hooked.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <set>

#include "base/mapped_file.h"
#include "classfile/code_editor.h"
#include "classpath/hierarchy.h"
#include "classpath/jimage.h"
#include "contracts/contract.h"
#include "weave/hooks.h"

namespace raddle::contracts {
namespace {

using classpath::ClassInfo;
using classpath::ClassPath;
using classpath::Hierarchy;
using classpath::JdkImage;

// A JDK's classes as the contracts see them.
class Jdk {
 public:
  explicit Jdk(const std::string& home) : path_(*ClassPath::Open("", {.jdk_home = home})), hierarchy_(path_) {}

  const JdkImage& image() const { return *path_.jdk(); }
  classpath::ClassBytes Read(std::string_view name) const { return **path_.Find(name); }

  // None where this JDK has no such class. Those nested in it are known from then on.
  const ClassInfo* Find(const std::string& name) {
    if (!image().Contains(name)) return nullptr;
    const std::string outer = name.substr(0, name.find('$'));
    if (loaded_.insert(outer).second) {
      const std::vector<std::string>& all = image().Classes();
      for (auto it = std::lower_bound(all.begin(), all.end(), outer); it != all.end() && it->starts_with(outer); ++it) {
        hierarchy_.Load(*it);
      }
    }
    return &hierarchy_[hierarchy_.Load(name)];
  }

  // Declared in the class itself, with code.
  bool HasHookable(const ClassInfo& in, const MethodContract& wanted) const {
    for (const MethodId id : in.methods) {
      const classpath::MethodInfo& method = hierarchy_[id];
      if (method.Has(classfile::kNative) || method.Has(classfile::kAbstract)) continue;
      if (wanted.Matches(hierarchy_.NameOf(id), hierarchy_.DescriptorOf(id))) return true;
    }
    return false;
  }

  // Callable on an object of the class: declared there, above or below.
  bool HasCallable(const ClassInfo& in, const MethodContract& wanted) const {
    const ClassId id = hierarchy_.Find(in.name);
    std::vector<ClassId> all = hierarchy_.AllSubtypes(id);
    all.insert(all.end(), in.supertypes.begin(), in.supertypes.end());
    all.push_back(id);
    for (const ClassId each : all) {
      for (const MethodId method : hierarchy_[each].methods) {
        if (wanted.Matches(hierarchy_.NameOf(method), hierarchy_.DescriptorOf(method))) return true;
      }
    }
    return false;
  }

  bool HasField(const ClassInfo& in, std::string_view name) const {
    for (ClassId id = hierarchy_.Find(in.name); id.valid(); id = hierarchy_[id].super) {
      for (const FieldId field : hierarchy_[id].fields) {
        if (hierarchy_.NameOf(field) == name) return true;
      }
    }
    return false;
  }

  // Whether the class's own code has an instruction of that kind.
  bool HasInstruction(
      const ClassInfo& in,
      const std::function<bool(const classfile::ClassFile&, const classfile::Instruction&)>& wanted) const {
    const classpath::ClassBytes found = Read(in.name);
    classfile::ClassFile file = *classfile::ReadClass(found.bytes());
    for (classfile::Member& method : file.methods) {
      if (classfile::Find(method.attributes, classfile::AttributeKind::kCode) == nullptr) continue;
      const Result<classfile::CodeEditor> editor = classfile::CodeEditor::Open(file, method);
      for (const classfile::Instruction& it : editor->code().instructions) {
        if (wanted(file, it)) return true;
      }
    }
    return false;
  }

  bool Synchronises(const ClassInfo& in) const {
    for (const MethodId id : in.methods) {
      if (hierarchy_[id].Has(classfile::kSynchronized)) return true;
    }
    return HasInstruction(in, [](const classfile::ClassFile&, const classfile::Instruction& it) {
      return it.op == classfile::Op::monitorenter;
    });
  }

 private:
  ClassPath path_;
  Hierarchy hierarchy_;
  std::set<std::string> loaded_;
};

class Tables : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    // The newer one first: the JVM that is loaded with the first image serves both, and an older one lacks a function.
    for (const char* variable : {"RADDLE_JDK25", "RADDLE_JDK17"}) {
      const char* home = std::getenv(variable);
      if (home == nullptr) GTEST_SKIP() << variable << " is not set";
      jdks_.push_back(std::make_unique<Jdk>(home));
    }
    const std::string path = std::string(RADDLE_SOURCE_DIR "/contracts/") + GetParam();
    const Result<MappedFile> file = MappedFile::Open(path);
    ASSERT_TRUE(file) << file.error().ToString();
    Result<Contracts> contracts =
        Parse({reinterpret_cast<const char*>(file->bytes().data()), file->bytes().size()}, GetParam());
    ASSERT_TRUE(contracts) << contracts.error().ToString();
    contracts_ = *std::move(contracts);
  }

  // Complains unless one of the JDKs has it.
  void Expect(const ClassContract& owner, uint32_t line, const std::string& what,
              const std::function<bool(Jdk&, const ClassInfo&)>& has) {
    for (const std::unique_ptr<Jdk>& jdk : jdks_) {
      const ClassInfo* info = jdk->Find(owner.name);
      if (info != nullptr && has(*jdk, *info)) return;
    }
    ADD_FAILURE() << GetParam() << ": line " << line << ": no JDK has " << what << " in " << owner.name;
  }

  void ExpectMethods(const ClassContract& owner, const MethodContract& method) {
    const bool hooked = std::any_of(method.effects.begin(), method.effects.end(), [](const Effect& effect) {
      return effect.subject.IsOther() || (effect.verb != Verb::kRead && effect.verb != Verb::kWrite);
    });
    for (const std::string& name : method.names) {
      MethodContract one = method;
      one.names = {name};
      Expect(owner, method.line, name, [&](Jdk& jdk, const ClassInfo& info) {
        return hooked || method.leaf ? jdk.HasHookable(info, one) : jdk.HasCallable(info, one);
      });
    }
  }

  // In every JDK that has the class and the method: reading it is part of the hook.
  void ExpectSubjects(const ClassContract& owner, const MethodContract& method) {
    for (const Effect& effect : method.effects) {
      if (effect.subject.root != Subject::Root::kThis || effect.subject.field.empty()) continue;
      for (const std::unique_ptr<Jdk>& jdk : jdks_) {
        const ClassInfo* info = jdk->Find(owner.name);
        if (info == nullptr || !jdk->HasCallable(*info, method)) continue;
        EXPECT_TRUE(jdk->HasField(*info, effect.subject.field))
            << GetParam() << ": line " << method.line << ": JDK " << jdk->image().release() << " has no "
            << effect.subject.field << " in " << owner.name;
      }
    }
  }

  std::vector<std::unique_ptr<Jdk>> jdks_;
  Contracts contracts_;
};

TEST_P(Tables, HaveNoLineInVain) {
  for (const ClassContract& each : contracts_) {
    Expect(each, each.line, "the class", [](Jdk&, const ClassInfo&) { return true; });
    if (each.monitors) {
      Expect(each, each.line, "monitors", [](Jdk& jdk, const ClassInfo& info) { return jdk.Synchronises(info); });
    }
    for (const MethodContract& method : each.methods) {
      ExpectMethods(each, method);
      ExpectSubjects(each, method);
    }
    for (const FieldContract& field : each.fields) {
      Expect(each, field.line, "field " + field.name,
             [&](Jdk& jdk, const ClassInfo& info) { return jdk.HasField(info, field.name); });
    }
    for (const CallContract& call : each.calls) {
      for (const std::string& name : call.called.names) {
        MethodContract one = call.called;
        one.names = {name};
        Expect(each, one.line, "a call of " + name, [&](Jdk& jdk, const ClassInfo& info) {
          return jdk.HasInstruction(info, [&](const classfile::ClassFile& file, const classfile::Instruction& it) {
            if (!classfile::IsInvoke(it.op) || it.op == classfile::Op::invokedynamic) return false;
            const classfile::MemberRef ref = file.pool.Member(it.index);
            return one.Matches(ref.name, ref.descriptor);
          });
        });
      }
    }
  }
}

TEST_P(Tables, HookEveryClassThatTheyAreAbout) {
  const weave::HookTable hooks(contracts_);
  for (const std::unique_ptr<Jdk>& jdk : jdks_) {
    for (const std::string& name : jdk->image().Classes()) {
      if (!hooks.Has(name)) continue;
      const classpath::ClassBytes found = jdk->Read(name);
      const Result<weave::Woven> woven = hooks.Hook(found.bytes());
      ASSERT_TRUE(woven) << name << " of JDK " << jdk->image().release() << ": " << woven.error().ToString();
      EXPECT_TRUE(woven->notes.empty()) << name << ": " << woven->notes.front();
    }
  }
}

TEST_P(Tables, ComeBackFromTheirPrintedForm) {
  const std::string printed = Print(contracts_);
  const Result<Contracts> again = Parse(printed, "printed");
  ASSERT_TRUE(again) << again.error().ToString();
  EXPECT_EQ(Print(*again), printed);
}

INSTANTIATE_TEST_SUITE_P(Contracts, Tables, testing::Values("jdk.contracts", "collections.contracts"),
                         [](const auto& test) {
                           return std::string(test.param, std::string_view(test.param).find('.'));
                         });

}  // namespace
}  // namespace raddle::contracts
