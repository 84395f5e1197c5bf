// Types of values, as far as one class file shows.
//
// A reference type is named as a Class constant names it ("java/lang/String", "[I", "[Ljava/util/Map;") and numbered by
// the TypeTable of its class, so an analysis maps each number to its own type once per class, not once per register.
// There is no class hierarchy here: where two different classes meet, the answer is java/lang/Object. That is always
// true and sometimes weak; code that has the hierarchy can join the operands of the phi again.
//
// A static type that is an interface promises nothing: the verifier lets any object pass for an interface.
//
// Names are not copied: they lie in the class file's bytes, which must outlive the table. Not thread-safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "classfile/descriptor.h"

namespace raddle::ir {

using Kind = classfile::BaseKind;

enum class TypeId : uint32_t {
  kNone = 0,  // not a reference
  kNull,      // the null constant, and values that can only be null
  kObject,
  kThrowable,
  kObjectArray,
  kString,
  kClass,
  kMethodHandle,
  kMethodType,
};

inline constexpr uint32_t Num(TypeId id) {
  return static_cast<uint32_t>(id);
}

struct ValueType {
  Kind kind = Kind::kVoid;
  TypeId type = TypeId::kNone;  // of a reference
};

class TypeTable {
 public:
  TypeTable();

  uint32_t size() const { return static_cast<uint32_t>(names_.size()); }
  std::string_view Name(TypeId id) const { return names_[Num(id)]; }

  TypeId Intern(std::string_view class_name);
  ValueType Of(classfile::TypeDescriptor descriptor);
  TypeId ArrayOf(std::string_view class_name);  // "[Lfoo;" for "foo", "[[I" for "[I"
  TypeId PrimitiveArray(char element) const;    // 'Z', 'C', 'F', 'D', 'B', 'S', 'I', 'J'
  // The type of an element of such an array: kObject where the type is no array of references, kNull for kNull.
  TypeId ElementOf(TypeId array);
  TypeId Join(TypeId a, TypeId b) const;

 private:
  bool HoldsReferences(TypeId id) const;
  void Rehash(size_t slots);

  std::vector<std::string_view> names_;
  std::vector<TypeId> slots_;  // open addressing; kNone is free
  Arena arena_;                // for names that the class file does not have in one piece
};

}  // namespace raddle::ir
