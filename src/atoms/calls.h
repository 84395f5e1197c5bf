// What calls of the JDK's collections, atomics and text builders do to the object as a whole, whether or not it is
// thread-safe: `if (!map.containsKey(k)) map.put(k, v)` is not atomic on a ConcurrentHashMap either. (contracts/ says
// the same for classes that are not thread-safe, where such a call is an access that can race.)
//
// Goes by the method's name alone, since the JDK uses the same names for the same things everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "atoms/section.h"

namespace raddle::atoms {

struct CallAccess {
  Effect effect;
  bool keyed = false;  // touches only what the first argument names: two such calls meet if their arguments are equal
  // The write checks the value itself, so what was read before may be stale: putIfAbsent, compareAndSet.
  bool checks_again = false;

  Op op() const { return effect == Effect::kRead ? Op::kRead : Op::kWrite; }
  bool operator==(const CallAccess&) const = default;
};

// class_name: the static type of the receiver, as in class files: java/util/Map. None for other calls.
std::optional<CallAccess> AccessOfCall(std::string_view class_name, std::string_view method,
                                       std::string_view descriptor);

// No object belongs to two families: a class cannot have both the remove() of a map and that of a collection.
enum class Family : uint8_t { kMap, kCollection, kAtomic, kText };
constexpr size_t kFamilies = 4;
// None for classes that AccessOfCall does not know.
std::optional<Family> FamilyOf(std::string_view class_name);

}  // namespace raddle::atoms
