// Suspects: the accesses that a lockset algorithm can name in its report: for each thread the last read and the last
// write, for as many threads as fit. Zeroed memory is an empty list.
#pragma once

#include "detect/mark_list.h"
#include "runtime/lockset.h"

namespace raddle::detect {

class Suspects {
 public:
  void Add(const Mark& mark) {
    for (uint32_t i = marks_.size(); i > 0; --i) {
      const Mark& old = marks_[i - 1];
      if (old.moment.slot() == mark.moment.slot() && old.kind == mark.kind) marks_.Erase(i - 1);
    }
    marks_.Add(mark);
    if (marks_.size() > kMost) marks_.Erase(0);
  }

  void Clear() { marks_.Clear(); }

  // The access to name beside that one: of another thread if there is one, then one that conflicts, then one that no
  // common lock keeps apart; the latest of the best.
  Mark Beside(const Mark& now, const runtime::LocksetTable& sets) const {
    Mark best;
    int best_score = -1;
    for (const Mark& mark : marks_.all()) {
      int score = 4 * (mark.moment.slot() != now.moment.slot()) + 2 * Conflict(mark, now) +
                  !sets.Excludes(mark.locks, now.locks);
      if (score >= best_score) best = mark, best_score = score;
    }
    return best;
  }

 private:
  static constexpr uint32_t kMost = 8;
  MarkList marks_;  // oldest first
};

}  // namespace raddle::detect
