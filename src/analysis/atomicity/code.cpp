#include "atomicity/code.h"

#include <algorithm>

#include <fmt/format.h>

#include "classfile/descriptor.h"
#include "ir/builder.h"

namespace raddle::atomicity {

using classpath::ClassState;

Code::Code(const classpath::ClassPath& class_path) : types_(class_path) {
  std::vector<classpath::ClassLocation> locations = class_path.Classes();
  std::sort(locations.begin(), locations.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  for (const classpath::ClassLocation& location : locations) Read(location, class_path);
  // What is loaded later could be a subclass that overrides: so everything that is named anywhere is loaded first.
  for (const ClassCode& code : classes_) Mention(code);
  ir::Builder builder;
  for (ClassCode& code : classes_) {
    for (const MethodId id : types_[code.id].methods) {
      const classfile::Member& member = code.file.methods[types_[id].index];
      if (member.Has(classfile::kAbstract) || member.Has(classfile::kNative)) continue;
      Result<ir::Method> method = builder.Build(*code.context, member, code.arena);
      if (!method) {
        notes_.push_back(std::move(method).error().In(ClassName(code.id)).ToString());
        continue;
      }
      if (method->blocks.empty()) continue;
      bodies_.push_back({id, &code, *method});
      body_of_[id] = &bodies_.back();
    }
  }
}

void Code::Read(const classpath::ClassLocation& location, const classpath::ClassPath& class_path) {
  const auto note = [&](Error error) {
    notes_.push_back(std::move(error).In(classfile::DottedName(location.name)).ToString());
  };
  Result<classpath::FileBytes> bytes = class_path.Read(location);
  if (!bytes) return note(std::move(bytes).error());
  ClassCode& code = classes_.emplace_back();
  code.bytes = {location, *std::move(bytes)};
  Result<classfile::ClassFile> file = classfile::ReadClass(code.bytes.bytes());
  Error problem;
  if (!file) {
    problem = std::move(file).error();
  } else {
    code.file = *std::move(file);
    Result<std::unique_ptr<ir::ClassContext>> context = ir::ClassContext::Create(code.file);
    code.id = types_.Load(location.name);
    if (!context) {
      problem = std::move(context).error();
    } else if (types_[code.id].state != ClassState::kLoaded) {
      problem = Error{types_[code.id].problem.empty() ? "cannot be loaded" : types_[code.id].problem};
    } else {
      code.context = *std::move(context);
      class_of_[code.id] = &code;
      return;
    }
  }
  note(std::move(problem));
  classes_.pop_back();
}

void Code::Mention(const ClassCode& code) {
  const classfile::ConstantPool& pool = code.file.pool;
  for (uint32_t i = 1; i < pool.size(); ++i) {
    const auto index = static_cast<classfile::Index>(i);
    if (pool.Is(index, classfile::Tag::kClass)) types_.Load(pool.ClassName(index));
  }
}

const ClassCode* Code::ClassOf(ClassId id) const {
  const auto found = class_of_.find(id);
  return found == class_of_.end() ? nullptr : found->second;
}

const Body* Code::BodyOf(MethodId id) const {
  const auto found = body_of_.find(id);
  return found == body_of_.end() ? nullptr : found->second;
}

FieldId Code::Field(const Body& body, const ir::Instruction& access) const {
  const classfile::MemberRef member = body.ir.Member(access);
  const ClassId owner = types_.Find(member.owner);
  if (!owner.valid()) return {};
  const FieldId id = types_.ResolveField(owner, member.name, member.descriptor).id;
  return id.valid() && ClassOf(types_[id].owner) != nullptr ? id : FieldId();
}

const Body* Code::Target(const Body& caller, const ir::Instruction& call) const {
  if (call.op != ir::Opcode::kInvoke) return nullptr;
  const classfile::MemberRef member = caller.ir.Member(call);
  const ClassId owner = types_.Find(member.owner);
  if (!owner.valid()) return nullptr;
  const auto kind = static_cast<ir::InvokeKind>(call.sub);
  const bool in_interface = types_[owner].IsInterface();
  const MethodId resolved = (in_interface ? types_.ResolveInterfaceMethod(owner, member.name, member.descriptor)
                                          : types_.ResolveMethod(owner, member.name, member.descriptor))
                                .id;
  if (!resolved.valid()) return nullptr;
  if (kind == ir::InvokeKind::kStatic) return BodyOf(resolved);
  if (kind == ir::InvokeKind::kSpecial) {
    const auto selected = types_.SelectSpecial(caller.owner->id, owner, resolved);
    return selected.id.valid() ? BodyOf(selected.id) : nullptr;
  }
  const classpath::MethodInfo& info = types_[resolved];
  if (info.Has(classfile::kPrivate) || info.Has(classfile::kFinal)) return BodyOf(resolved);
  // One implementation among all that the receiver can be, or none that is certain.
  constexpr size_t kManySubtypes = 64;
  std::vector<ClassId> receivers = types_.AllSubtypes(owner);
  if (receivers.size() > kManySubtypes) return nullptr;
  receivers.push_back(owner);
  MethodId only;
  for (const ClassId receiver : receivers) {
    if ((types_[receiver].access & (classfile::kAbstract | classfile::kInterface)) != 0) continue;
    const auto how = kind == ir::InvokeKind::kInterface ? classpath::Invoke::kInterface : classpath::Invoke::kVirtual;
    const MethodId selected = types_.Select(how, receiver, resolved).id;
    if (!selected.valid() || (only.valid() && selected != only)) return nullptr;
    only = selected;
  }
  return only.valid() ? BodyOf(only) : nullptr;
}

std::string Code::ClassName(ClassId id) const {
  return classfile::DottedName(types_[id].name);
}

}  // namespace raddle::atomicity
