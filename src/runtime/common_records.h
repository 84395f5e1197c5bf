// CommonRecords: one record for many variables that got into the same state by the same step.
//
// A large structure that one thread made and others read has a million variables with the same past. A record for each,
// and a ghost to give it back, would be most of the memory. But a step depends on nothing that differs between such
// variables: only on the old word, the thread with its epoch, locks and knowledge, the site, and the field. So a slot
// remembers its last steps that led to a record. When one of them is made again and again, its record becomes *common*,
// and every variable that makes the same step gets it. A common record counts as shared (record.h): nobody changes it.
// An access that would change it gets a copy; that is again a step, and the copy may become common too. A common record
// is never given back, so that nobody has to know who uses it; the pool limits how many there are
// (RecordPool::MakeCommon).
//
// Only for reads: variables that are still written now and then have records of their own.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "runtime/lockset.h"
#include "runtime/record.h"
#include "runtime/vector_clock.h"

namespace raddle::runtime {

class CommonRecords {
 public:
  struct Step {
    uint64_t from = 0;
    uint64_t stamp = 0;
    LocksetId locks = {};
    SiteId site = {};
    VariableKey variable = {};

    bool operator==(const Step&) const = default;
  };

  // Owner of the slot only, as for the others. A thread that has learnt something makes other steps, so its old ones
  // are dropped.
  void Know(const VectorClock& full, const VectorClock& visible) {
    if (lines_ == nullptr || (full_.SharesAllWith(full) && visible_.SharesAllWith(visible))) return;
    *lines_ = {};
    full_ = full;
    visible_ = visible;
  }

  // The word that the step leads to; 0 if it is not known.
  uint64_t Find(const Step& step) const {
    if (lines_ == nullptr) return 0;
    const Line& line = (*lines_)[IndexOf(step)];
    return line.step == step ? line.to : 0;
  }

  // The step led to this record, which is in no other word yet.
  void Note(const Step& step, Record* record, RecordPool& pool, uint32_t common_after) {
    if (lines_ == nullptr) lines_ = std::make_unique<Lines>();
    Line& line = (*lines_)[IndexOf(step)];
    if (line.step != step) line = {.step = step};
    if (++line.times > common_after && pool.MakeCommon(record)) line.to = record->word();
  }

 private:
  struct Line {
    Step step;
    uint32_t times = 0;
    uint64_t to = 0;
  };
  static constexpr size_t kLines = 256;
  using Lines = std::array<Line, kLines>;

  static size_t IndexOf(const Step& step) {
    return (step.from ^ step.from >> kClockShift ^ step.site.value()) * 0x9E3779B97F4A7C15u >> 56;
  }
  static_assert(kLines == 1 << 8);

  std::unique_ptr<Lines> lines_;
  VectorClock full_, visible_;
};

}  // namespace raddle::runtime
