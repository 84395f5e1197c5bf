// Held: which locks a method itself holds at its touches: monitors (for a synchronized method its own, too), and
// java.util.concurrent locks taken with lock() and released with unlock(). A lock counts only if it is held on all
// paths: where paths meet, the locks that all of them hold remain.
//
// A Guard is a lock as seen from the variable that it guards, so that accesses in different methods can be compared:
// the object itself, a field of the object, a static field, a class.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "atomicity/touches.h"

namespace raddle::atomicity {

struct Lock {
  Path path;           // of a class's monitor: see ClassLock
  uint32_t taken = 0;  // place; kAtEntry for the monitor of a synchronized method
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
  // Those locks that are guards of the touch's variable, as guards, sorted.
  std::vector<Guard> GuardsOf(const Touch& touch) const;
  static bool AsGuard(const Lock& lock, const Touch& touch, Guard& guard);

 private:
  std::vector<std::pair<uint32_t, std::vector<Lock>>> at_;  // by place of a touch; those that hold nothing are left out
};

}  // namespace raddle::atomicity
