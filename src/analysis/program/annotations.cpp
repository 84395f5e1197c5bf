#include "program/annotations.h"

#include <algorithm>

#include <fmt/format.h>

#include "classfile/attributes.h"
#include "classfile/descriptor.h"

namespace raddle::program {
namespace {

using classfile::AttributeKind;

// Calls body(simple name, value) for each annotation of a class or member; the value is that of a string `value`.
template <typename Body>
void ForEach(const classfile::ClassFile& file, const std::vector<classfile::Attribute>& attributes, Body body) {
  for (AttributeKind kind : {AttributeKind::kRuntimeVisibleAnnotations, AttributeKind::kRuntimeInvisibleAnnotations}) {
    const classfile::Attribute* attribute = classfile::Find(attributes, kind);
    if (attribute == nullptr) continue;
    Arena arena;
    auto decoded = classfile::DecodeAttribute(*attribute, file.pool, arena);
    const auto* all = decoded ? std::get_if<classfile::Annotations>(&*decoded) : nullptr;
    if (all == nullptr) continue;
    for (const classfile::Annotation& annotation : all->annotations) {
      std::string type = classfile::Printable(file.pool.Utf8(annotation.type));
      if (!type.empty() && type.back() == ';') type.pop_back();
      std::string name = type.substr(type.find_last_of("/$") + 1);
      std::string text;
      for (const classfile::ElementPair& pair : annotation.pairs) {
        const classfile::ElementValue* value = pair.value;
        if (value->tag == '[' && !value->values.empty()) value = &value->values[0];
        if (value->tag == 's') text = classfile::Printable(file.pool.Utf8(value->first));
      }
      body(name, text);
    }
  }
}

}  // namespace

Annotations::OfClass& Annotations::Of(ClassId id) {
  auto [found, is_new] = known_.try_emplace(id);
  if (!is_new) return found->second;
  OfClass of;
  const classfile::ClassFile* file = program_.FileOf(id);
  if (file == nullptr) return found->second;
  ForEach(*file, file->attributes, [&](const std::string& name, const std::string&) {
    of.is_immutable |= name == "Immutable";
    of.is_thread_safe |= name == "ThreadSafe";
    of.is_not_thread_safe |= name == "NotThreadSafe";
  });
  auto guard = [&](const classfile::Member& member, auto add) {
    ForEach(*file, member.attributes, [&](const std::string& name, const std::string& text) {
      if (name != "GuardedBy") return;
      if (auto parsed = Parse(id, text)) return add(*std::move(parsed));
      program_.Note(fmt::format("{}: @GuardedBy(\"{}\") is not understood",
                                classfile::DottedName(program_.types()[id].name), text));
    });
  };
  const classpath::ClassInfo info = program_.types()[id];
  for (FieldId field : info.fields) {
    guard(file->fields[program_.types()[field].index],
          [&](Guard it) { of.fields.emplace(field.value(), std::move(it)); });
  }
  for (MethodId method : info.methods) {
    guard(file->methods[program_.types()[method].index],
          [&](Guard it) { of.methods.emplace(method.value(), std::move(it)); });
  }
  return known_[id] = std::move(of);
}

FieldId Annotations::FieldNamed(ClassId in, std::string_view name) {
  const auto& types = program_.types();
  for (ClassId type = in; type; type = types[type].super) {
    for (FieldId field : types[type].fields) {
      if (types.NameOf(field) == name) return field;
    }
  }
  return {};
}

// A class by the name that the source has for it: the class itself, one inside it or around it, one of its package.
ClassId Annotations::Named(ClassId in, std::string_view name) {
  std::string own(program_.types()[in].name);
  std::string dotted(name);
  std::replace(dotted.begin(), dotted.end(), '.', '/');
  std::vector<std::string> tries = {dotted, own + "$" + dotted};
  for (size_t end = own.find_last_of("/$"); end != std::string::npos && end > 0;
       end = own.find_last_of("/$", end - 1)) {
    tries.push_back(own.substr(0, end + 1) + dotted);
    if (own.substr(0, end).ends_with(dotted)) tries.push_back(own.substr(0, end));
    if (own[end] == '/') break;
  }
  if (own.ends_with(dotted)) tries.push_back(own);
  for (const std::string& each : tries) {
    if (program_.class_path().Locate(each)) return program_.Load(each);
  }
  return {};
}

std::optional<Guard> Annotations::Parse(ClassId in, std::string_view text) {
  Guard guard = {.kind = Guard::kThis, .field = {}, .type = {}, .text = std::string(text)};
  if (text == "this") return guard;
  if (text.ends_with(".class")) {
    guard.kind = Guard::kClass;
    guard.type = Named(in, text.substr(0, text.size() - 6));
    return guard.type ? std::optional(guard) : std::nullopt;
  }
  if (text.starts_with("this.")) text.remove_prefix(5);
  ClassId owner = in;
  if (size_t dot = text.rfind('.'); dot != std::string_view::npos) {
    owner = Named(in, text.substr(0, dot));
    text.remove_prefix(dot + 1);
  }
  if (!owner) return std::nullopt;
  guard.field = FieldNamed(owner, text);
  if (!guard.field) return std::nullopt;
  guard.kind = program_.types()[guard.field].Has(classfile::kStatic) ? Guard::kStatic : Guard::kField;
  if (owner != in && guard.kind == Guard::kField) return std::nullopt;
  return guard;
}

const Guard* Annotations::GuardOf(FieldId id) {
  OfClass& of = Of(program_.types()[id].owner);
  auto found = of.fields.find(id.value());
  return found == of.fields.end() ? nullptr : &found->second;
}

const Guard* Annotations::GuardOf(MethodId id) {
  OfClass& of = Of(program_.types()[id].owner);
  auto found = of.methods.find(id.value());
  return found == of.methods.end() ? nullptr : &found->second;
}

}  // namespace raddle::program
