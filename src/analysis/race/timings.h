// Timings: when accesses are made, as far as the starting and joining of threads tells: which threads make them, and
// which others may run at that time. Accesses with the same answer have the same number, so they are compared only
// once.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "threads/thread_model.h"

namespace raddle::race {

using threads::RootId;

class Timings {
 public:
  explicit Timings(const threads::ThreadModel& threads) : threads_(threads) {}

  uint32_t Of(pointer::InstanceId instance, uint32_t statement);
  // Whether different threads may be at the two at the same time.
  bool Meet(uint32_t a, uint32_t b);
  std::vector<RootId> RootsAt(uint32_t timing) const;

 private:
  // For each root whose threads make the access, the roots that may run at that time.
  using Timing = std::vector<std::pair<RootId, std::vector<bool>>>;

  const threads::ThreadModel& threads_;
  std::vector<Timing> timings_;
  std::map<Timing, uint32_t> ids_;
  std::unordered_map<uint64_t, bool> meet_;
};

}  // namespace raddle::race
