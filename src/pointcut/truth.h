// Three-valued logic: kMaybe where the answer needs a class that nobody knows, or a look at run time.
#pragma once

#include <algorithm>
#include <cstdint>

namespace raddle::pointcut {

enum class Truth : uint8_t { kNo, kMaybe, kYes };

inline constexpr Truth Known(bool yes) {
  return yes ? Truth::kYes : Truth::kNo;
}
inline constexpr Truth And(Truth a, Truth b) {
  return std::min(a, b);
}
inline constexpr Truth Or(Truth a, Truth b) {
  return std::max(a, b);
}
inline constexpr Truth Not(Truth a) {
  return static_cast<Truth>(2 - static_cast<int>(a));
}

}  // namespace raddle::pointcut
