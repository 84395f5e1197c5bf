#include "pointcut/member_lookup.h"

#include <algorithm>

#include "classfile/descriptor.h"

namespace raddle::pointcut {
namespace {

std::string_view ParametersOf(std::string_view descriptor) {
  return descriptor.substr(0, descriptor.rfind(')') + 1);
}

const MemberFacts* DeclaredIn(const ClassFacts& facts, const MemberName& name) {
  bool field = name.kind == MemberName::Kind::kField;
  const MemberFacts* found = nullptr;
  for (const MemberFacts& member : field ? facts.fields : facts.methods) {
    if (member.name != name.name) continue;
    if (member.descriptor == name.descriptor) return &member;
    // A bridge is not what anybody wrote.
    bool same = !field && ParametersOf(member.descriptor) == ParametersOf(name.descriptor);
    if (same && (member.access & classfile::kBridge) == 0) found = &member;
  }
  return found;
}

// The descriptors of bridges to the method.
void AddBridged(const ClassFacts& facts, const MemberName& name, std::vector<std::string_view>& descriptors) {
  int count = classfile::MethodDescriptor(name.descriptor).ParameterCount();
  for (const MemberFacts& method : facts.methods) {
    if ((method.access & classfile::kBridge) == 0 || method.name != name.name) continue;
    if (ParametersOf(method.descriptor) == ParametersOf(name.descriptor)) continue;
    if (classfile::MethodDescriptor(method.descriptor).ParameterCount() == count) {
      descriptors.push_back(method.descriptor);
    }
  }
}

}  // namespace

FoundMember FindMember(const MemberName& name, const Types& types) {
  FoundMember result;
  if (name.kind == MemberName::Kind::kConstructor) {
    const ClassFacts* facts = types.Find(name.owner);
    result.unknown = facts == nullptr;
    if (facts != nullptr) result.member = DeclaredIn(*facts, name);
    result.owner = name.owner;
    return result;
  }
  // Superclasses before interfaces (JVMS §5.4.3.3); the walk has them nearest first, which for what a compiler made of
  // a program gives the same member.
  Types::Supertypes supertypes = types.SupertypesOf(name.owner);
  for (const std::string& super : supertypes.names) {
    const ClassFacts* facts = super.front() == '[' ? nullptr : types.Find(super);
    if (facts == nullptr) {
      result.unknown |= super.front() != '[';
      continue;
    }
    const MemberFacts* member = DeclaredIn(*facts, name);
    if (member == nullptr) continue;
    result.member = member;
    result.owner = super;
    return result;
  }
  return result;
}

Signatures SignaturesOf(const MemberName& name, const Types& types) {
  Signatures result;
  FoundMember first = FindMember(name, types);
  if (name.kind == MemberName::Kind::kConstructor || (first.member == nullptr && first.unknown)) {
    result.all.push_back({std::string(name.owner), std::string(name.descriptor)});
    result.complete = name.kind == MemberName::Kind::kConstructor;
    return result;
  }
  if (first.member == nullptr) return result;
  if (name.kind == MemberName::Kind::kField || name.is_static) {
    result.all.push_back({first.owner, std::string(name.descriptor)});
    result.complete = !first.unknown;
    return result;
  }
  std::vector<std::string_view> descriptors = {name.descriptor};
  Types::Supertypes supertypes = types.SupertypesOf(name.owner);
  result.complete = supertypes.complete;
  for (const std::string& super : supertypes.names) {
    const ClassFacts* facts = super.front() == '[' ? nullptr : types.Find(super);
    if (facts != nullptr) AddBridged(*facts, name, descriptors);
    bool interface = facts != nullptr && facts->Has(classfile::kInterface);
    for (std::string_view descriptor : descriptors) {
      MemberName inherited = name;
      inherited.owner = super;
      inherited.descriptor = descriptor;
      FoundMember found = FindMember(inherited, types);
      if (found.member == nullptr || (found.member->access & classfile::kBridge) != 0) continue;
      // An interface does not have what every object has.
      if (interface && found.owner == "java/lang/Object") continue;
      bool is_private = (found.member->access & classfile::kPrivate) != 0;
      if (!is_private || found.owner == first.owner) result.all.push_back({super, found.member->descriptor});
    }
  }
  return result;
}

}  // namespace raddle::pointcut
