#include "atomicity/shared.h"

#include <chrono>

#include <fmt/format.h>

#include "classfile/descriptor.h"
#include "escape/thread_escape.h"
#include "harness/harness.h"
#include "pointer/pointer_analysis.h"
#include "program/program.h"

namespace raddle::atomicity {
namespace {

constexpr std::chrono::seconds kLongest(60);

}  // namespace

Result<Shared> Shared::Find(const classpath::ClassPath& class_path, const std::string& main_class) {
  program::Program program(class_path);
  pointer::PointerAnalysis analysis(program, pointer::Policy{});
  const ClassId id = harness::FindClass(program, main_class);
  if (!id) return Error{.reason = fmt::format("no class {} on the class path", main_class)};
  const classpath::Hierarchy& types = program.types();
  const MethodId main = types.ResolveMethod(id, "main", "([Ljava/lang/String;)V").id;
  if (!main || !types[main].Has(classfile::kStatic) || program.CodeOf(main) == nullptr) {
    return Error{.reason = fmt::format("class {} has no method public static void main(String[])", main_class)};
  }
  analysis.AddMain(main);
  Shared shared;
  const auto deadline = std::chrono::steady_clock::now() + kLongest;
  shared.is_complete_ = analysis.Run([&] { return std::chrono::steady_clock::now() > deadline; });
  const auto add_class = [&](ClassId each) { shared.classes_.insert(classfile::DottedName(types[each].name)); };
  for (const pointer::Instance& instance : analysis.instances()) {
    const classpath::MethodInfo& info = types[instance.method];
    shared.methods_.insert(fmt::format("{}.{}{}", classfile::DottedName(types[info.owner].name),
                                       types.NameOf(instance.method), types.DescriptorOf(instance.method)));
  }
  // Numbers have no points-to sets: what is static shows where it is used.
  for (const pointer::Instance& instance : analysis.instances()) {
    if (instance.code == nullptr) continue;
    for (const program::Statement& each : instance.code->statements) {
      const bool is_static = each.what == program::Do::kLoadStatic || each.what == program::Do::kStoreStatic;
      if (is_static) add_class(types[FieldId(each.target)].owner);
    }
  }
  escape::FindEscaping(analysis).ForEach([&](uint32_t object) {
    const ClassId type = analysis.object(object).type;
    if (!type.valid()) return;
    add_class(type);
    for (const ClassId super : types[type].supertypes) add_class(super);
  });
  return shared;
}

bool Shared::MayBeViolated(const atoms::Section& section) const {
  if (!is_complete_) return true;
  if (!methods_.contains(section.scope.ToString())) return false;
  switch (section.variable.kind) {
    case atoms::Variable::Kind::kField:
      return classes_.contains(section.variable.owner);
    case atoms::Variable::Kind::kObject:
      return classes_.contains(section.variable.name.substr(0, section.variable.name.rfind('.')));
    case atoms::Variable::Kind::kElement:
      break;
  }
  return true;
}

}  // namespace raddle::atomicity
