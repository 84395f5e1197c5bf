// The primitive types: their letters, their names, their boxes. Private to the matcher.
#pragma once

#include <string_view>

namespace raddle::pointcut {

struct Primitive {
  char letter;
  std::string_view name;
  std::string_view box;        // internal name
  std::string_view widens_to;  // the letters of those that a value can be widened to (JLS §5.1.2)
};

inline constexpr Primitive kPrimitives[] = {
    {'Z', "boolean", "java/lang/Boolean", ""},    {'B', "byte", "java/lang/Byte", "SIJFD"},
    {'C', "char", "java/lang/Character", "IJFD"}, {'S', "short", "java/lang/Short", "IJFD"},
    {'I', "int", "java/lang/Integer", "JFD"},     {'J', "long", "java/lang/Long", "FD"},
    {'F', "float", "java/lang/Float", "D"},       {'D', "double", "java/lang/Double", ""},
    {'V', "void", "java/lang/Void", ""},
};

inline const Primitive* FindPrimitive(char letter) {
  for (const Primitive& primitive : kPrimitives) {
    if (primitive.letter == letter) return &primitive;
  }
  return nullptr;
}

inline bool IsPrimitiveOrVoid(std::string_view descriptor) {
  return descriptor.size() == 1;
}

inline std::string_view PrimitiveName(char letter) {
  const Primitive* found = FindPrimitive(letter);
  return found == nullptr ? std::string_view() : found->name;
}

}  // namespace raddle::pointcut
