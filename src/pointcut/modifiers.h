// The words for modifiers, in the order in which Java's specification lists them and the printer prints them.
#pragma once

#include <string_view>

#include "classfile/class_file.h"

namespace raddle::pointcut {

struct Modifier {
  std::string_view text;
  uint16_t flag;
  bool of_methods, of_fields;  // one flag means `volatile` for a field and `bridge` for a method
};

inline constexpr Modifier kModifiers[] = {
    {"public", classfile::kPublic, true, true},
    {"protected", classfile::kProtected, true, true},
    {"private", classfile::kPrivate, true, true},
    {"abstract", classfile::kAbstract, true, false},
    {"static", classfile::kStatic, true, true},
    {"final", classfile::kFinal, true, true},
    {"transient", classfile::kTransient, false, true},
    {"volatile", classfile::kVolatile, false, true},
    {"synchronized", classfile::kSynchronized, true, false},
    {"native", classfile::kNative, true, false},
    {"strictfp", classfile::kStrict, true, false},
};

inline const Modifier* FindModifier(std::string_view text) {
  for (const Modifier& modifier : kModifiers) {
    if (modifier.text == text) return &modifier;
  }
  return nullptr;
}

}  // namespace raddle::pointcut
