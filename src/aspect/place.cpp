#include "aspect/place.h"

#include <fmt/format.h>

#include "aspect/parameter_names.h"
#include "classfile/attributes.h"
#include "classfile/descriptor.h"
#include "pointcut/member_lookup.h"

namespace raddle::aspect {
namespace {

using pointcut::MemberName;
using pointcut::Shadow;
using pointcut::ShadowKind;

// Those of java.lang.reflect.Modifier for the kind of member: in class files some bits have two meanings.
constexpr uint16_t kMethodModifiers = 0x0d3f, kFieldModifiers = 0x00df;

std::string Dotted(std::string_view internal_name) {
  std::string name(internal_name);
  for (char& letter : name) letter = letter == '/' ? '.' : letter;
  return name;
}

std::string SourceFileOf(const classfile::ClassFile& file) {
  const classfile::Attribute* attribute = Find(file.attributes, classfile::AttributeKind::kSourceFile);
  if (attribute == nullptr || attribute->body.size() != 2) return {};
  const auto index = static_cast<classfile::Index>(attribute->body[0] << 8 | attribute->body[1]);
  return file.pool.Is(index, classfile::Tag::kUtf8) ? std::string(file.pool.Utf8(index)) : std::string();
}

struct Signature {
  uint16_t modifiers = 0;
  std::string declaring, name, descriptor, exceptions;
};

Signature SignatureOf(const Shadow& shadow, const pointcut::Types& types) {
  const std::string within = Dotted(shadow.within->name);
  const bool field = shadow.kind == ShadowKind::kFieldGet || shadow.kind == ShadowKind::kFieldSet;
  switch (shadow.kind) {
    case ShadowKind::kHandler:
      return {0, within, "<catch>", shadow.arguments[0], {}};
    case ShadowKind::kStaticInitialization:
      return {classfile::kStatic, within, "<clinit>", "()V", {}};
    // AspectJ knows an object here; we the static type, where there is one.
    case ShadowKind::kLock:
    case ShadowKind::kUnlock:
      return {classfile::kStatic, "java.lang.Object", fmt::format("<{}>", Name(shadow.kind)), shadow.arguments[0], {}};
    case ShadowKind::kArrayGet:
    case ShadowKind::kArraySet:
      return {0, within, std::string(Name(shadow.kind)), shadow.target_type, {}};
    default:
      break;
  }
  const bool constructor = shadow.name == "<init>";
  const MemberName member{field         ? MemberName::Kind::kField
                          : constructor ? MemberName::Kind::kConstructor
                                        : MemberName::Kind::kMethod,
                          shadow.owner, shadow.name, shadow.descriptor, shadow.is_static};
  Signature signature{0, Dotted(shadow.owner), std::string(shadow.name), std::string(shadow.descriptor), {}};
  if (shadow.owner.starts_with('[')) return signature;
  const pointcut::FoundMember found = FindMember(member, types);
  if (found.member == nullptr) return signature;
  signature.modifiers = found.member->access & (field ? kFieldModifiers : kMethodModifiers);
  for (const std::string& exception : found.member->exceptions) {
    signature.exceptions += (signature.exceptions.empty() ? "" : ",") + Dotted(exception);
  }
  // As AspectJ has it: a static or a field is named by the class that declares it.
  if (field || shadow.is_static) signature.declaring = Dotted(found.owner);
  return signature;
}

}  // namespace

Places::Places(const classfile::ClassFile& file) : file_(file), source_file_(SourceFileOf(file)) {}

std::string Places::ParameterNamesOf(const Shadow& shadow) {
  if (shadow.owner != file_.Name() || !shadow.descriptor.starts_with('(')) return {};
  const auto [found, is_new] = names_.try_emplace({shadow.name, shadow.descriptor});
  if (!is_new) return found->second;
  for (const classfile::Member& method : file_.methods) {
    if (file_.NameOf(method) != shadow.name || file_.DescriptorOf(method) != shadow.descriptor) continue;
    const auto names = ParameterNames(file_, method);
    if (names && *names) found->second = fmt::format("{}", fmt::join(**names, ","));
  }
  return found->second;
}

std::string Places::TextOf(const Shadow& shadow, const pointcut::Types& types) {
  const Signature it = SignatureOf(shadow, types);
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}", Name(shadow.kind), it.modifiers, it.declaring, it.name,
                     it.descriptor, it.exceptions, source_file_, shadow.line, ParameterNamesOf(shadow));
}

std::string Places::TextAround(const Shadow& shadow, const pointcut::Types& types) {
  Shadow around;
  around.within = shadow.within;
  around.code = shadow.code;
  around.line = shadow.line;
  around.owner = shadow.within->name;
  around.name = shadow.code == nullptr ? std::string_view("<clinit>") : shadow.code->name;
  around.descriptor = shadow.code == nullptr ? std::string_view("()V") : shadow.code->descriptor;
  around.is_static = shadow.code == nullptr || (shadow.code->access & classfile::kStatic) != 0;
  around.kind = around.name == "<clinit>" ? ShadowKind::kStaticInitialization
                : around.name == "<init>" ? ShadowKind::kConstructorExecution
                                          : ShadowKind::kMethodExecution;
  return TextOf(around, types);
}

}  // namespace raddle::aspect
