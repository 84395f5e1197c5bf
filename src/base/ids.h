// Ids: 32-bit numbers that cannot be mixed up. A ClassId given where a MethodId is wanted does not compile.
//
// An id means nothing without the table that gave it out. The default value is none, which is not the id of anything.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace raddle {

template <typename Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(uint32_t value) : value_(value) {}

  constexpr uint32_t value() const { return value_; }
  constexpr bool valid() const { return value_ != kNone; }
  constexpr explicit operator bool() const { return valid(); }
  constexpr auto operator<=>(const Id&) const = default;

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  uint32_t value_ = kNone;
};

using ClassId = Id<struct ClassTag>;    // a class, interface or array type
using MethodId = Id<struct MethodTag>;  // a method as declared in one class
using FieldId = Id<struct FieldTag>;    // a field as declared in one class
using SymbolId = Id<struct SymbolTag>;  // an interned name or descriptor

static_assert(sizeof(ClassId) == 4);

}  // namespace raddle

template <typename Tag>
struct std::hash<raddle::Id<Tag>> {
  size_t operator()(raddle::Id<Tag> id) const noexcept {
    return static_cast<size_t>(id.value()) *
           0x9E3779B97F4A7C15u;  // dense ids would otherwise fill neighbouring buckets
  }
};
