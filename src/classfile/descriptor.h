// Descriptors (JVMS §4.3) and generic signatures (§4.7.9.1): parsed without allocation, errors with their offset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace raddle::classfile {

inline constexpr size_t kMaxDimensions = 255;  // of an array

// B C D F I J S Z.
bool IsPrimitive(char letter);

// What a value of a type is on the operand stack.
enum class BaseKind : uint8_t { kVoid, kInt, kLong, kFloat, kDouble, kReference };

inline int Slots(BaseKind kind) {
  return kind == BaseKind::kVoid ? 0 : kind == BaseKind::kLong || kind == BaseKind::kDouble ? 2 : 1;
}

// One field or return descriptor, as text: "I", "[[J", "Ljava/lang/String;", "V".
struct TypeDescriptor {
  std::string_view text;

  char first() const { return text[0]; }
  bool IsArray() const { return text[0] == '['; }
  bool IsReference() const { return text[0] == '[' || text[0] == 'L'; }
  BaseKind kind() const;
  // The name a Class constant has for this reference type: "java/lang/String", or the descriptor of an array.
  std::string_view ClassName() const;
};

// Iterates over the types of a method descriptor. Check the descriptor first (CheckMethodDescriptor); on one that was
// not checked it stops early rather than run past the end.
class MethodDescriptor {
 public:
  explicit MethodDescriptor(std::string_view text) : text_(text) {}

  class Iterator {
   public:
    TypeDescriptor operator*() const { return {rest_.substr(0, length_)}; }
    Iterator& operator++();
    bool operator!=(const Iterator& other) const { return rest_.data() != other.rest_.data(); }

   private:
    friend class MethodDescriptor;
    explicit Iterator(std::string_view rest);
    std::string_view rest_;
    size_t length_ = 0;
  };
  Iterator begin() const;
  Iterator end() const;

  TypeDescriptor Return() const;
  int ParameterCount() const;
  int ParameterSlots() const;  // without the receiver

 private:
  std::string_view text_;
};

Result<void> CheckFieldDescriptor(std::string_view text);
Result<void> CheckMethodDescriptor(std::string_view text);
Result<void> CheckClassSignature(std::string_view text);
Result<void> CheckMethodSignature(std::string_view text);
Result<void> CheckFieldSignature(std::string_view text);  // fields, local variables, record components

// "java.util.Map[]" for "[Ljava/util/Map;", "int" for "I".
std::string Readable(TypeDescriptor type);
// "add(int, java.lang.Object)" for name add and descriptor "(ILjava/lang/Object;)V".
std::string ReadableMethod(std::string_view name, std::string_view descriptor);
// "java.util.Map" for "java/util/Map"; a Class constant's name of an array is read as its descriptor.
std::string DottedName(std::string_view internal_name);
// Modified UTF-8 as printable UTF-8: C0 80 and surrogate pairs decoded; control characters, bad bytes and, so that all
// stays unambiguous, the backslash escaped. The names that the three functions above give have been through it.
std::string Printable(std::string_view modified_utf8);

}  // namespace raddle::classfile
