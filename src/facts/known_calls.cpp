#include "facts/known_calls.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace raddle::facts {
namespace {

struct Known {
  std::string_view owner, name, descriptor_starts;
  Keeps keeps;
};

constexpr std::array kKnown = {
    Known{"java/lang/Object", "<init>", "()V", Keeps::kNothing},
    Known{"java/lang/Object", "getClass", "()", Keeps::kNothing},
    Known{"java/lang/System", "identityHashCode", "(", Keeps::kNothing},
    Known{"java/lang/System", "arraycopy", "(", Keeps::kContents},
    Known{"java/lang/String", "<init>", "([C)", Keeps::kNothing},
    Known{"java/lang/String", "<init>", "([CII)", Keeps::kNothing},
    Known{"java/lang/String", "valueOf", "([C", Keeps::kNothing},
    Known{"java/lang/String", "getChars", "(II[CI)", Keeps::kNothing},
    Known{"java/lang/StringBuilder", "append", "([C", Keeps::kNothing},
    Known{"java/util/Arrays", "copyOf", "([", Keeps::kContents},
    Known{"java/util/Arrays", "copyOfRange", "([", Keeps::kContents},
};

// Of java.util.Arrays, for arrays of primitives: with those of objects it calls their methods.
constexpr std::array<std::string_view, 6> kOfPrimitives = {"fill",     "sort",     "equals",
                                                           "hashCode", "toString", "binarySearch"};

}  // namespace

Keeps WhatKeeps(const classfile::MemberRef& method) {
  if (method.owner.starts_with('[')) return method.name == "clone" ? Keeps::kContents : Keeps::kNotKnown;
  for (const Known& known : kKnown) {
    if (known.owner == method.owner && known.name == method.name &&
        method.descriptor.starts_with(known.descriptor_starts)) {
      return known.keeps;
    }
  }
  const bool of_primitives = method.owner == "java/util/Arrays" && method.descriptor.starts_with("([") &&
                             method.descriptor.find('L') == method.descriptor.npos;
  const bool to_string = method.owner == "java/util/Arrays" && method.name == "toString" &&
                         method.descriptor.starts_with("([") && method.descriptor[2] != 'L' &&
                         method.descriptor[2] != '[';
  if (to_string) return Keeps::kNothing;
  return of_primitives && std::ranges::find(kOfPrimitives, method.name) != kOfPrimitives.end() ? Keeps::kNothing
                                                                                               : Keeps::kNotKnown;
}

}  // namespace raddle::facts
