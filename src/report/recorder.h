// Recorder: turns the reports of detectors, one for each race, into a journal with one finding for each problem.
//
//   Journal journal(run_folder, {.raddle = kVersion, .command = command_line});
//   Recorder recorder(journal);
//   ...
//   if (!recorder.Again(id_of[place_pair], "hb")) {  // seen before: that is all
//     Finding finding = ...;                         // with stacks, which cost
//     Reported reported = recorder.Report(std::move(finding));
//     id_of[place_pair] = reported.id;
//     if (reported.is_new) ... tell the user
//     if (!reported.journaled) ... tell the user that too; the journal says it once
//   }
//   ...
//   recorder.Finish();
//
// A problem is written when it is first seen, when a detector sees it for the first time, when its grade becomes
// stronger, and when another atomic section was violated. Its count is written when it has doubled since the last time,
// and at the end. So a race in a loop costs a few lines, and a process that is killed understates a count by half at
// most.
//
// Any thread may call; nothing throws.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "report/finding.h"
#include "report/journal.h"

namespace raddle::report {

struct Reported {
  std::string id;
  bool is_new = false;     // this process had no such finding before, from any detector
  Result<void> journaled;  // what Journal returned
};

class Recorder {
 public:
  explicit Recorder(Journal& journal) : journal_(journal) {}

  // Completes the finding, and journals or counts it. The finding names the one detector that made it.
  Reported Report(Finding finding) noexcept;

  // Counts one more occurrence of a finding that this detector passed to Report before. False if it did not: then
  // report it.
  bool Again(std::string_view id, std::string_view detector, uint64_t times = 1) noexcept;

  // Says how the variable of a finding has been locked so far; written with the next count, for the advice.
  void SetStatistics(std::string_view id, const Statistics& statistics) noexcept;

  // Writes the last counts and ends the journal.
  Result<void> Finish() noexcept;

 private:
  using Key = std::pair<std::string, std::string>;  // id, detectors
  struct Entry {
    CountUpdate totals;
    Grade grade = Grade::kSuspected;
    std::vector<std::string> sections = {};  // as far as the journal has them
    uint64_t next_update = 0;                // the count at which the journal is told again
    bool dirty = false;                      // the journal does not have these totals
  };

  Result<void> OrUntold(Result<void> result);
  Result<void> Counted(Entry& entry);
  Result<void> Write(Entry& entry);

  Journal& journal_;
  std::mutex mutex_;  // guards what follows; the journal's own lock is taken inside it
  std::map<Key, Entry> entries_;
  std::optional<Error> untold_;  // an error of the journal during Again, which cannot return it
};

}  // namespace raddle::report
