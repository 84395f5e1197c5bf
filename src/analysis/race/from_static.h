// FromStatic: where a variable has its value from, if that is one place: a static field, or a field of what is there,
// and so on. What two threads have from the same such place is the same object, unless it was replaced in between,
// though the code that makes it may run often:
//
//   static Registry get() { if (registry == null) registry = new Registry(); return registry; }
//
// The value is followed back through copies, arguments and results; all that it may be must come from that place: what
// any list's `add` does is not about the one list that is there. What
// is made and put there in the same method counts as being from there. A value that is followed for long is not from
// one place: an answer costs no more than some hundred steps.
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
  // A variable and the fields from there, last first.
  struct Item {
    InstanceId instance;
    program::Var var;
    std::vector<uint32_t> fields;
    bool operator==(const Item&) const = default;
  };
  using Items = std::vector<Item>;
  // Each adds where it is from to either; false if it may be from elsewhere.
  bool Follow(const Item& item, Items& from, std::vector<Place>& places);
  bool FollowParameter(const Item& item, uint32_t parameter, Items& from) const;
  bool FollowCall(const Item& item, uint32_t at, Items& from) const;

  const PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  Definitions definitions_;
};

}  // namespace raddle::race
