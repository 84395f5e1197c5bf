// LockUses: which locks were held at each place in the code that uses a field, for the advice of a finding ("5 of 6
// accesses hold the monitor of the Bank").
//
// An access here is an instruction, however often it is executed. It holds a lock if it held that lock each time it was
// looked at. A lock is known by its class, since each object has a lock of its own. Only the first few executions with
// different locks are looked at; after that a place costs one load. Constructors do not count: mostly nobody else has
// their object yet. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "agent/variables.h"
#include "report/finding.h"
#include "runtime/lockset.h"

namespace raddle::agent {

class LockUses {
 public:
  void Note(uint32_t site, runtime::LocksetId held) {
    const uint32_t now = held.value() + 1, last = __atomic_load_n(&last_[site], __ATOMIC_RELAXED);
    if (last != now && last != kEnough) Look(site, held);
  }

  // None for elements of arrays and collections: all of one type have one name.
  report::Statistics Of(VariableId variable) const;

 private:
  static constexpr uint32_t kEnough = ~uint32_t{0}, kLooks = 16;
  struct Use {
    uint32_t looks = 0;
    std::set<std::string> locks;  // classes of those that were held each time
  };
  void Look(uint32_t site, runtime::LocksetId held);

  uint32_t* const last_ = ReserveSites<uint32_t>();  // by site: the lockset it had last, plus 1; no lock
  mutable std::mutex mutex_;
  std::map<uint32_t, Use> uses_;  // by site; guarded by mutex_
};

}  // namespace raddle::agent
