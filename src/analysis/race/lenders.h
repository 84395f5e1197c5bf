// Lenders: pools that lend what they keep to one thread at a time, as their authors promise (`lends`, assumptions.h).
//
// Whoever has one of their objects from the pool, or what hangs on it, has it like one that he made: for as long as it
// is lent nobody else gets it there. An object that comes by another way (a static field, a list of all that there are)
// is still one that others have too. A pool is an object whose class has such a method as its own or inherits it: a
// class that overrides it promises nothing. Its parts, which hold what it lends, are what its methods make, and what
// methods of those make in turn.
//
// May miss: a borrower that goes on with what it has returned; a pool that does not keep its promise.
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

  // Adds what comes out of the holder and is not lent by it; whether that was anything new.
  bool AddNotLent(pointer::ObjectId holder, const pointer::ObjectSet& objects, pointer::ObjectSet& to) const;
  bool Lends(pointer::ObjectId holder, pointer::ObjectId object) const {
    return parts_.Contains(holder) && lent_.Contains(object);
  }
  // Classes that are taken to keep the promise.
  const std::set<std::string>& names() const { return names_; }

 private:
  void FindPools(const Assumptions& assumptions);
  void FindParts();
  bool IsMadeByParts(pointer::ObjectId object) const;

  const pointer::PointerAnalysis& analysis_;
  std::unordered_map<pointer::ObjectId, ClassId> pools_;  // and the class that promises
  pointer::ObjectSet parts_, lent_;
  std::set<std::string> names_;
};

}  // namespace raddle::race
