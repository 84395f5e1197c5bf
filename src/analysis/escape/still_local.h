// StillLocal: whether the object that a statement accesses is certain to be known to the current thread only, although
// it may escape later: it was made by this method or by a caller, and has not been given away yet.
//
// This is what lets constructors be checked rather than skipped (§2.4 (3) of the Chord paper), and objects be filled
// before they are published. Within a method, flow-sensitive: variables that may hold one object (phis, casts) form a
// group, as do objects that are stored into one another; a group is local if all in it was made here, and until
// something of it is stored elsewhere, thrown, captured, or passed to a method that gives it away. Between methods: a
// parameter gives away or keeps (least solution), and is local at entry or not (greatest solution, over all calls).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "pointer/pointer_analysis.h"

namespace raddle::escape {

class StillLocal {
 public:
  explicit StillLocal(const pointer::PointerAnalysis& analysis);

  // Of an access: its base object.
  bool IsLocal(MethodId method, uint32_t statement) const;

 private:
  struct Facts {
    const program::MethodCode* code = nullptr;
    std::vector<uint32_t> group;                    // by Var
    std::vector<bool> made_here;                    // by Var: all that it may hold is new, or a parameter
    std::vector<std::vector<uint32_t>> parameters;  // by group
    std::vector<std::vector<uint32_t>> members;     // by group: its variables
    std::vector<bool> is_new;                       // by Var: what the last allocation made, and nothing else
    std::vector<bool> gives_away;                   // by parameter
    std::vector<bool> local_at_entry;               // by parameter
    std::vector<bool> local;                        // by statement
    bool is_queued = false;
  };

  void MakeGroups(Facts& facts);
  // One pass over a method; what changed for callers and callees is queued.
  void Solve(MethodId method, Facts& facts);
  bool GivesAway(const Facts& facts, uint32_t statement, uint32_t argument) const;
  const std::vector<MethodId>& TargetsOf(MethodId method, uint32_t statement) const;
  void Queue(MethodId method);

  const pointer::PointerAnalysis& analysis_;
  std::unordered_map<MethodId, Facts> facts_;
  std::unordered_map<uint64_t, std::vector<MethodId>> targets_;
  std::unordered_map<uint64_t, bool> is_odd_call_;  // runs something else than the method it names: callbacks, starts
  std::unordered_map<MethodId, std::vector<MethodId>> callers_;
  std::vector<MethodId> pending_;
};

}  // namespace raddle::escape
