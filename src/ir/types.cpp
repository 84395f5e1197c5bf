#include "ir/types.h"

#include <functional>

namespace raddle::ir {
namespace {

constexpr std::string_view kPredefined[] = {
    "",
    "null",  // no class has this name: it is a keyword, and Intern never looks for it
    "java/lang/Object",
    "java/lang/Throwable",
    "[Ljava/lang/Object;",
    "java/lang/String",
    "java/lang/Class",
    "java/lang/invoke/MethodHandle",
    "java/lang/invoke/MethodType",
    "[Z",
    "[C",
    "[F",
    "[D",
    "[B",
    "[S",
    "[I",
    "[J",
};
constexpr uint32_t kFirstPrimitiveArray = 9;
constexpr std::string_view kPrimitives = "ZCFDBSIJ";

// Names are short and share prefixes, so their ends tell them apart; length mixes in the rest.
size_t Hash(std::string_view text) {
  uint64_t hash = text.size() * 0x9E3779B97F4A7C15u;
  const char* at = text.data();
  size_t left = text.size();
  for (; left >= 8; at += 8, left -= 8) {
    uint64_t word;
    std::memcpy(&word, at, 8);
    hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
    hash ^= hash >> 32;
  }
  uint64_t word = 0;
  if (left != 0) std::memcpy(&word, at, left);
  hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

}  // namespace

TypeTable::TypeTable() : arena_(256) {
  names_.assign(std::begin(kPredefined), std::end(kPredefined));
  Rehash(64);
}

void TypeTable::Rehash(size_t slots) {
  slots_.assign(slots, TypeId::kNone);
  for (uint32_t i = Num(TypeId::kObject); i < names_.size(); i++) {
    size_t slot = Hash(names_[i]) & (slots - 1);
    while (slots_[slot] != TypeId::kNone) slot = (slot + 1) & (slots - 1);
    slots_[slot] = TypeId{i};
  }
}

TypeId TypeTable::Intern(std::string_view class_name) {
  size_t slot = Hash(class_name) & (slots_.size() - 1);
  for (; slots_[slot] != TypeId::kNone; slot = (slot + 1) & (slots_.size() - 1)) {
    if (Name(slots_[slot]) == class_name) return slots_[slot];
  }
  TypeId id{size()};
  names_.push_back(class_name);
  slots_[slot] = id;
  if (names_.size() * 2 > slots_.size()) Rehash(slots_.size() * 2);
  return id;
}

ValueType TypeTable::Of(classfile::TypeDescriptor descriptor) {
  Kind kind = descriptor.kind();
  return {kind, kind == Kind::kReference ? Intern(descriptor.ClassName()) : TypeId::kNone};
}

TypeId TypeTable::ArrayOf(std::string_view class_name) {
  std::string text = class_name.starts_with('[') ? "[" : "[L";
  text += class_name;
  if (!class_name.starts_with('[')) text += ';';
  uint32_t before = size();
  TypeId id = Intern(text);
  if (size() != before) names_[Num(id)] = arena_.Copy(std::string_view(text));
  return id;
}

TypeId TypeTable::PrimitiveArray(char element) const {
  return TypeId{kFirstPrimitiveArray + static_cast<uint32_t>(kPrimitives.find(element))};
}

TypeId TypeTable::ElementOf(TypeId array) {
  if (array == TypeId::kNull) return TypeId::kNull;
  if (!HoldsReferences(array)) return TypeId::kObject;
  std::string_view element = Name(array).substr(1);
  if (element[0] == '[') return Intern(element);
  // "Lfoo;": a Class constant can hold any text, so the semicolon is not certain to be there.
  if (element.size() < 3 || element.back() != ';') return TypeId::kObject;
  return Intern(element.substr(1, element.size() - 2));
}

TypeId TypeTable::Join(TypeId a, TypeId b) const {
  if (a == b || b == TypeId::kNull || b == TypeId::kNone) return a;
  if (a == TypeId::kNull || a == TypeId::kNone) return b;
  return HoldsReferences(a) && HoldsReferences(b) ? TypeId::kObjectArray : TypeId::kObject;
}

bool TypeTable::HoldsReferences(TypeId id) const {
  std::string_view name = Name(id);
  return name.size() > 1 && name[0] == '[' && (name[1] == 'L' || name[1] == '[');
}

}  // namespace raddle::ir
