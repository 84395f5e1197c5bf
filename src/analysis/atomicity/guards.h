// Held: which locks a method itself holds at its touches: monitors, its own as a synchronized method, and those of
// java.util.concurrent.locks by lock() and unlock(). On all ways: where ways meet, what all of them hold.
//
// A Guard is a lock seen from the variable that it guards, so that accesses in different methods can be compared: the
// object itself, a field of the object, a static field, a class.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "atomicity/touches.h"

namespace raddle::atomicity {

struct Lock {
  Path path;           // of a class's monitor: see ClassLock
  uint32_t taken = 0;  // place; kAtEntry for a synchronized method's
  static constexpr uint32_t kAtEntry = ~uint32_t{0};

  bool operator==(const Lock&) const = default;
};
Path ClassLock(ClassId id);

struct Guard {
  enum class Kind : uint8_t { kItself, kHolder, kFieldOfIt, kFieldOfHolder, kStatic };
  Kind kind;
  uint32_t field = 0;
  auto operator<=>(const Guard&) const = default;
};

class Held {
 public:
  Held(const Code& code, const Touches& touches);

  const std::vector<Lock>& At(const Touch& touch) const;
  // The guards among them, sorted.
  std::vector<Guard> GuardsOf(const Touch& touch) const;
  static bool AsGuard(const Lock& lock, const Touch& touch, Guard& guard);

 private:
  std::vector<std::pair<uint32_t, std::vector<Lock>>> at_;  // by place of a touch; those that hold nothing are left out
};

}  // namespace raddle::atomicity
