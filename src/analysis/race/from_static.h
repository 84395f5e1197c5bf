// FromStatic: the one place from which a variable has its value, if there is one: a static field, a field of the object
// in it, and so on. Two threads that have a value from the same place have the same object, unless it was replaced in
// between. This holds even if the code that makes the object may run often:
//
//   static Registry get() { if (registry == null) registry = new Registry(); return registry; }
//
// The value is followed back through copies, arguments and results. All values that the variable may have must come
// from the place: what `add` does to any list is not about the one list at that place. An object that a method makes
// and puts at the place counts as coming from there. A value that has to be followed for long counts as not from one
// place, so an answer costs no more than some hundred steps.
#pragma once

#include <cstdint>
#include <vector>

#include "race/access.h"
#include "race/holding.h"
#include "threads/thread_model.h"

namespace raddle::race {

class FromStatic {
 public:
  // The static field, then the fields from there; empty if there is no such place.
  using Place = std::vector<uint32_t>;

  FromStatic(const PointerAnalysis& analysis, const threads::ThreadModel& threads)
      : analysis_(analysis), threads_(threads) {}

  Place Of(InstanceId instance, program::Var var);

 private:
  // A variable and the fields read from it, last first.
  struct Item {
    InstanceId instance;
    program::Var var;
    std::vector<uint32_t> fields;
    bool operator==(const Item&) const = default;
  };
  using Items = std::vector<Item>;
  // Each adds where the value comes from to `from` or `places`; false if it may come from elsewhere.
  bool Follow(const Item& item, Items& from, std::vector<Place>& places);
  bool FollowParameter(const Item& item, uint32_t parameter, Items& from) const;
  bool FollowCall(const Item& item, uint32_t at, Items& from) const;

  const PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  Definitions definitions_;
};

}  // namespace raddle::race
