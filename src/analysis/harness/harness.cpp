#include "harness/harness.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include <fmt/format.h>

#include "classfile/descriptor.h"
#include "program/annotations.h"

namespace raddle::harness {

using classfile::MethodDescriptor;
using classfile::TypeDescriptor;
using classpath::ClassState;
using pointer::EdgeKind;
using pointer::PointerAnalysis;

namespace {

class Harness {
 public:
  explicit Harness(PointerAnalysis& analysis) : analysis_(analysis), program_(analysis.program()) {
    for (const classpath::ClassLocation& location : program_.class_path().Classes()) {
      if (location.name == "module-info" || location.name.ends_with("/package-info")) continue;
      ClassId id = program_.Load(location.name);
      if (program_.IsAnalysed(id)) all_.push_back(id);
    }
  }

  Result<size_t> Run(const std::vector<std::string>& names) {
    std::vector<ClassId> api;
    for (const std::string& name : names) {
      ClassId id = FindClass(program_, name);
      if (!id) return Error{.reason = fmt::format("--api {}: there is no such class on the class path", name)};
      api.push_back(id);
    }
    if (names.empty()) {
      program::Annotations annotations(program_);
      for (ClassId id : all_) {
        if (!IsPublic(id)) continue;
        if (!annotations.IsNotThreadSafe(id)) {
          api.push_back(id);
          continue;
        }
        program_.Note(
            fmt::format("{} is @NotThreadSafe: its callers are taken to keep "
                        "it to themselves",
                        classfile::DottedName(program_.types()[id].name)));
      }
    }
    api_.insert(api.begin(), api.end());
    for (ClassId id : api) Have(id);
    for (ClassId id : api) CallAll(id);
    // What is handed out as a library's interface (a Connection, an Iterator) is called through that.
    for (size_t i = 0; i < handed_out_.size(); ++i) CallAll(handed_out_[i]);
    // A variable of a type holds whatever there is of its subtypes. Not one of a library type (Object, Comparable), or
    // everything would be passed to everything; unless that was named as part of the API.
    std::vector<ClassId> types(known_.begin(), known_.end());
    std::sort(types.begin(), types.end());
    for (ClassId sub : types) {
      for (ClassId super : program_.types()[sub].supertypes) {
        bool is_meant = program_.IsAnalysed(super) || std::find(api.begin(), api.end(), super) != api.end();
        if (known_.contains(super) && is_meant) analysis_.LinkOutside(sub, super);
      }
    }
    return calls_;
  }

 private:
  bool IsPublic(ClassId id) const { return (program_.types()[id].access & classfile::kPublic) != 0; }

  // A variable of this type, and objects for it.
  void Have(ClassId type) {
    if (!known_.insert(type).second) return;
    analysis_.OutsideNode(type);
    const auto& types = program_.types();
    if (types[type].IsArray()) {
      analysis_.AddOutsideObject(type);
      if (types[type].component) Have(types[type].component);
      return;
    }
    if (!program_.IsAnalysed(type) && !api_.contains(type)) {
      analysis_.AddOutsideObject(type);
      return;
    }
    if (program_.IsAnalysed(type)) Make(type);
    std::vector<ClassId> subtypes = types.AllSubtypes(type);
    std::sort(subtypes.begin(), subtypes.end());
    for (ClassId sub : subtypes) {
      if (program_.IsAnalysed(sub) && IsPublic(sub)) Have(sub);
    }
  }

  // A class that is there to be extended, and that nobody extends here.
  bool IsForCallers(ClassId type) {
    const std::vector<ClassId> subtypes = program_.types().AllSubtypes(type);
    return (program_.types()[type].access & classfile::kAbstract) != 0 &&
           std::none_of(subtypes.begin(), subtypes.end(),
                        [&](ClassId sub) { return sub != type && program_.IsAnalysed(sub); });
  }

  // An object, if anybody outside can make one.
  void Make(ClassId type) {
    const classpath::ClassInfo& info = program_.types()[type];
    if ((info.access & (classfile::kInterface | classfile::kEnum)) != 0 || !IsPublic(type)) return;
    const bool is_extended = IsForCallers(type);
    if ((info.access & classfile::kAbstract) != 0 && !is_extended) return;
    std::vector<MethodId> constructors;
    for (MethodId method : info.methods) {
      bool is_constructor = program_.types().NameOf(method) == "<init>";
      const classpath::MethodInfo& of = program_.types()[method];
      const bool is_open = of.Has(classfile::kPublic) || (is_extended && of.Has(classfile::kProtected));
      if (is_constructor && is_open) constructors.push_back(method);
    }
    if (constructors.empty()) return;
    pointer::ObjectId object = analysis_.AddOutsideObject(type);
    for (MethodId constructor : constructors) {
      HaveTypesOf(constructor);
      analysis_.AddOutsideConstructor(constructor, object);
    }
  }

  void HaveTypesOf(MethodId method) {
    MethodDescriptor descriptor(program_.types().DescriptorOf(method));
    for (TypeDescriptor type : descriptor) {
      if (type.IsReference()) Have(program_.LoadType(type));
    }
    TypeDescriptor result = descriptor.Return();
    if (!result.IsReference()) return;
    ClassId type = program_.LoadType(result);
    if (program_.IsAnalysed(type)) {
      Have(type);
    } else if (IsInterfaceOfOurs(type) && api_.insert(type).second) {
      Have(type);
      handed_out_.push_back(type);
    }
  }

  // An interface of the library that classes here implement.
  bool IsInterfaceOfOurs(ClassId type) {
    const classpath::ClassInfo& info = program_.types()[type];
    if (info.state != ClassState::kLoaded || (info.access & classfile::kInterface) == 0) return false;
    std::vector<ClassId> subtypes = program_.types().AllSubtypes(type);
    return std::any_of(subtypes.begin(), subtypes.end(), [&](ClassId sub) { return program_.IsAnalysed(sub); });
  }

  // What a framework calls though it is not public, such as doGet() of a servlet: it overrides a method of a class that
  // is not analysed, or that is missing.
  bool IsCallback(ClassId owner, MethodId method) {
    const auto& types = program_.types();
    for (ClassId super = types[owner].super; super && super != types.object(); super = types[super].super) {
      if (program_.IsAnalysed(super)) continue;
      if (types[super].state != ClassState::kLoaded) return true;
      if (types.DeclaredMethod(super, types.NameOf(method), types.DescriptorOf(method))) return true;
    }
    return false;
  }

  void CallAll(ClassId type) {
    const auto& types = program_.types();
    std::vector<ClassId> owners = {type};
    owners.insert(owners.end(), types[type].supertypes.begin(), types[type].supertypes.end());
    std::set<std::pair<std::string_view, std::string_view>> done;
    for (ClassId owner : owners) {
      if (!program_.IsAnalysed(owner) && !api_.contains(owner)) continue;
      for (MethodId method : types[owner].methods) {
        const classpath::MethodInfo& info = types[method];
        std::string_view name = types.NameOf(method);
        bool is_called = info.Has(classfile::kPublic) || (info.Has(classfile::kProtected) && IsCallback(owner, method));
        if (!is_called || name.starts_with('<') || info.Has(classfile::kSynthetic)) continue;
        bool is_main = name == "main" && info.Has(classfile::kStatic);
        if (is_main || !done.insert({name, types.DescriptorOf(method)}).second) continue;
        HaveTypesOf(method);
        analysis_.AddOutsideCall(method, analysis_.OutsideNode(type), static_cast<uint32_t>(calls_++));
      }
    }
  }

  PointerAnalysis& analysis_;
  program::Program& program_;
  std::vector<ClassId> all_;
  std::unordered_set<ClassId> known_, api_;
  std::vector<ClassId> handed_out_;
  size_t calls_ = 0;
};

}  // namespace

ClassId FindClass(program::Program& program, std::string_view name) {
  std::string internal(name);
  std::replace(internal.begin(), internal.end(), '.', '/');
  while (true) {
    if (program.class_path().Locate(internal)) return program.Load(internal);
    size_t slash = internal.rfind('/');
    if (slash == std::string::npos) return {};
    internal[slash] = '$';
  }
}

Result<size_t> AddCallers(PointerAnalysis& analysis, const std::vector<std::string>& api) {
  return Harness(analysis).Run(api);
}

}  // namespace raddle::harness
