// Taken: which variables hold an object that came out of a queue, which gives each object to one taker only, or that
// was swapped out of a field (swapped.h).
//
// Such objects are followed through the results of methods that return nothing else, and through parameters that get
// such an object in every call. What hangs on a taken object is taken, too, until it is handed on (handed_on.h). May
// miss: an object that is put into two queues before it is taken.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "locks/lock_state.h"
#include "race/handed_on.h"
#include "race/swapped.h"
#include "threads/thread_model.h"

namespace raddle::race {

class Taken {
 public:
  Taken(const pointer::PointerAnalysis& analysis, const threads::ThreadModel& threads, locks::LockState& locks,
        const Swapped& swapped, const ObjectSet& escaping);

  // Whether the variable holds a taken object when the statement is reached.
  bool Is(pointer::InstanceId instance, program::Var var, uint32_t statement) const {
    return IsTaken(instance, var) && !handed_on_.Is(instance, statement, var);
  }

 private:
  using Mask = uint64_t;  // parameters, the first 64

  bool IsTaken(pointer::InstanceId instance, program::Var var) const;
  bool IsShared(pointer::InstanceId instance, program::Var var) const;

  const pointer::PointerAnalysis& analysis_;
  locks::LockState& locks_;
  const Swapped& swapped_;
  const ObjectSet& escaping_;
  HandedOn handed_on_;
  std::vector<Mask> taken_;                                                         // by instance
  std::unordered_set<MethodId> gives_taken_;                                        // methods whose result is taken
  std::unordered_map<MethodId, std::unordered_map<program::Var, uint32_t>> calls_;  // what set a variable
};

}  // namespace raddle::race
