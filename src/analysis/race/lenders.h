// Lenders: pools that lend what they keep to one thread at a time, as their authors promise (`lends`, assumptions.h).
//
// An object from such a pool, and what hangs on it, counts as made by the thread that has it: while it is lent, nobody
// else gets it from the pool. An object that is reached in another way (a static field, a list of all that there are)
// counts as shared. A pool is an object whose class declares or inherits such a method; a class that overrides the
// method promises nothing. The parts of a pool, which hold what it lends, are the objects that its methods make, and
// those that methods of these parts make in turn.
//
// May miss: a borrower that goes on using what it has returned; a pool that does not keep its promise.
#pragma once

#include <set>
#include <string>
#include <unordered_map>

#include "pointer/pointer_analysis.h"
#include "race/assumptions.h"

namespace raddle::race {

class Lenders {
 public:
  Lenders(const pointer::PointerAnalysis& analysis, const Assumptions& assumptions);

  // Adds those of the objects that the holder gives out and does not lend. Whether any were new.
  bool AddNotLent(pointer::ObjectId holder, const pointer::ObjectSet& objects, pointer::ObjectSet& to) const;
  bool Lends(pointer::ObjectId holder, pointer::ObjectId object) const {
    return parts_.Contains(holder) && lent_.Contains(object);
  }
  // The classes that are trusted to keep the promise.
  const std::set<std::string>& names() const { return names_; }

 private:
  void FindPools(const Assumptions& assumptions);
  void FindParts();
  bool IsMadeByParts(pointer::ObjectId object) const;

  const pointer::PointerAnalysis& analysis_;
  std::unordered_map<pointer::ObjectId, ClassId> pools_;  // and the class that makes the promise
  pointer::ObjectSet parts_, lent_;
  std::set<std::string> names_;
};

}  // namespace raddle::race
