// Closure: what can be reached in the call graph.
#pragma once

#include <vector>

#include "pointer/pointer_analysis.h"

namespace raddle::threads {

// Visits everything that is reachable from `pending` over `next`, each instance once.
template <typename Next>
void Closure(std::vector<pointer::InstanceId> pending, std::vector<bool>& seen, Next next) {
  for (pointer::InstanceId id : pending) seen[id.value()] = true;
  while (!pending.empty()) {
    pointer::InstanceId id = pending.back();
    pending.pop_back();
    next(id, [&](pointer::InstanceId to) {
      if (seen[to.value()]) return;
      seen[to.value()] = true;
      pending.push_back(to);
    });
  }
}

}  // namespace raddle::threads
