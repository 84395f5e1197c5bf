// ViewSet: the views that threads have had under one lock, and the conflicts among them. High-level data races (Artho,
// Havelund and Biere, 2003), §3.
//
// A *view* is the set of variables touched in one critical section. V(t) are the views of thread t, and M(t) those that
// no other view of t contains. A view m of M(t1) and two views of another thread t2 conflict if their intersections
// with m are not empty and neither contains the other: t1 treats those variables as one thing, and t2 reads or writes
// them in parts.
//
// That is the definition of the paper, and what the default Rules find. Whether two threads conflict does not depend on
// when it is asked: a view that grows later keeps the conflicts it had. So conflicts are looked for when a thread has a
// view for the first time.
//
// Three rules take conflicts away again:
// - `order`: the whole comes before both parts, or after both, in any schedule, as far as starts, joins and everything
//   else but locks say. Such views are looked at again when they occur again.
// - `conditional` (§5, elevator): somebody has been through the same method under the same lock and touched more, and
//   with that the two parts would form a chain. Not touching it here is like reading it and not looking.
// - `gate`: all of them lie inside one more lock, always. Whether somebody can come between shows in that lock's views.
//
// Under most locks, the threads' views form a chain or do not meet at all; both show without looking at pairs.
//
// Not synchronised: its owner is. Bounded by kMostThreads, kMostViews and kMostVariables: what exceeds them is not
// noted.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "detect/race.h"
#include "runtime/vector_clock.h"

namespace raddle::detect {

using View = std::vector<uint32_t>;  // numbers of variables, from 1 on, sorted, each once

// A thread's critical sections that had the same view.
struct Section {
  ThreadId thread;
  const View* view = nullptr;  // the set's own
  runtime::Moment last;        // of the latest
  runtime::VectorClock seen;   // what was visible to it
  std::vector<LockId> gates;   // lie around each of them, held for writing; sorted
  std::vector<Place> places;   // where the sections are, as far as somebody looked; each method once
  std::vector<SiteId> asked;   // where they ended, if that was known beforehand
  uint64_t sketch = 0;         // of the view: has a bit of each variable's
  View counted;                // those of its variables that counted when it was last asked
  uint64_t counted_at = 0;     // which was then; 0: never
  uint32_t count = 0;
  bool maximal = true;
  bool nearly = false;  // maybe in conflict now, though not when it was last looked at
};

struct Divergence {
  const Section* whole;
  std::vector<const Section*> parts;  // two or more, none of which contains all the others
};

class ViewSet {
 public:
  static constexpr size_t kMostThreads = 256, kMostViews = 256, kMostPlaces = 4, kMostVariables = size_t{1} << 16;

  struct Rules {
    bool order = false;
    bool conditional = false;
    bool gate = false;
    std::function<bool(uint32_t)> counts = nullptr;  // variables that do not are left out; null: all do
    uint64_t version = 1;                            // another one when other variables do
    // Whether nobody wants to hear more of the two, a whole and a part of it; null: all is wanted.
    std::function<bool(const Section&, const Section&)> enough = nullptr;
  };
  using Report = std::function<void(const Divergence&)>;

  // A critical section has ended. Null if there is no room for it.
  Section* Note(ThreadId thread, const View& view, runtime::Moment last, const runtime::VectorClock& seen,
                std::vector<LockId> gates = {});
  Section* Find(ThreadId thread, const View& view);
  void AddPlace(Section& section, const Place& place);

  // Whose sections are in conflict but for the order, since this was last asked.
  std::vector<ThreadId> TakeNearly() { return std::exchange(nearly_, {}); }

  // Whether a view that nobody had before would still be noted.
  bool HasRoom() const { return views_.size() < kMostViews && variables_ < kMostVariables; }

  // The conflicts that this section is part of; and all there are, or those about a variable.
  void Check(Section& section, const Rules& rules, const Report& report);
  static constexpr uint32_t kAny = 0;
  void CheckAll(const Rules& rules, const Report& report, uint32_t variable = kAny);

 private:
  struct Thread {
    ThreadId id;
    std::deque<Section> sections;  // which do not move
  };

  // What a section has in common with another's view.
  struct Part {
    Section* section;
    View overlap;
  };

  const View* Intern(const View& view);
  void Rank(Thread& thread, Section& section);
  // Whether it has anything.
  static bool IsPart(Section& section, Section& whole, const Rules& rules, Part& part);
  std::vector<Part> PartsOf(Section& whole, Thread& other, const Rules& rules) const;
  bool Diverge(Section& whole, const Part& a, const Part& b, const Rules& rules);
  bool Excused(const Section& part, const View& missing, Section& whole, const Rules& rules);
  void CheckParts(Section& whole, Thread& other, const Rules& rules, const Report& report);
  void CheckAsPart(Section& section, Thread& owner, Section& whole, const Rules& rules, const Report& report);

  std::deque<View> views_;  // which do not move
  size_t variables_ = 0;    // of all views
  std::vector<ThreadId> nearly_;
  std::deque<Thread> threads_;
  std::unordered_map<MethodId, std::vector<Section*>> by_method_;  // who has been there
};

}  // namespace raddle::detect
