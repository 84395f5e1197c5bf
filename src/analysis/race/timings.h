// Timings: when accesses are made, as far as starting and joining threads tells: by which threads, and who else may run
// meanwhile. Accesses with the same answer have the same number, so that they are compared once.
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
  // Both at the same time, by different threads.
  bool Meet(uint32_t a, uint32_t b);
  std::vector<RootId> RootsAt(uint32_t timing) const;

 private:
  // For each root of the access, the roots that may run meanwhile.
  using Timing = std::vector<std::pair<RootId, std::vector<bool>>>;

  const threads::ThreadModel& threads_;
  std::vector<Timing> timings_;
  std::map<Timing, uint32_t> ids_;
  std::unordered_map<uint64_t, bool> meet_;
};

}  // namespace raddle::race
