// Swapped: what is taken out of a field under a lock by putting something new there.
//
//   synchronized (this) { old = list; list = new ArrayList<>(); }
//   old.sort(null);                                                  // taken out
//   synchronized (this) { list.add(x); }                             // kept
//
// A thread that takes an object out has it for itself among all takers, since no object gets into the field twice. A
// thread that uses an object straight from the field while it holds the lock does so before the object is taken out, or
// uses another one. For this, nothing may be stored in the field but new objects that are stored nowhere else. The lock
// is a path from the object whose field it is. May miss: an object that is put into a queue as well.
#pragma once

#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "locks/lock_state.h"
#include "race/holding.h"

namespace raddle::race {

class Swapped {
 public:
  Swapped(const PointerAnalysis& analysis, locks::LockState& locks, const std::unordered_set<FieldId>& unstable);

  bool has_any() const { return !taken_out_.empty(); }
  bool IsTakenOut(MethodId method, program::Var var) const { return taken_out_.contains({method, var}); }
  bool IsKept(InstanceId instance, uint32_t statement, program::Var var) const;

 private:
  using Guard = std::vector<FieldId>;  // a path from the object whose field it is

  bool MayRelease(const program::MethodCode& code, const program::Statement& statement) const;
  bool IsNew(const program::MethodCode& code, uint32_t store);
  bool IsSwap(const program::MethodCode& code, uint32_t load) const;
  std::set<Guard> GuardsAt(InstanceId instance, uint32_t statement, program::Var base) const;
  const program::Statement* LoadOf(const program::MethodCode& code, program::Var var) const;

  const PointerAnalysis& analysis_;
  locks::LockState& locks_;
  const std::unordered_set<FieldId>& unstable_;
  mutable Definitions definitions_;
  std::unordered_map<FieldId, std::set<Guard>> guards_;  // of fields from which objects are taken out
  std::set<std::pair<MethodId, program::Var>> taken_out_;
};

}  // namespace raddle::race
