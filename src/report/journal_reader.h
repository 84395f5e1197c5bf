// Reads journals: one file, or all the files of a run merged into what `raddle run` reports.
//
// Nothing in a file is trusted. A line whose checksum is wrong (torn, foreign or damaged) is skipped and counted.
// Records and fields of a newer format that this version does not know are skipped, too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/finding.h"
#include "report/journal.h"

namespace raddle::report {

struct JournalContents {
  JournalStart start;
  bool started = false;  // there is a start record: this is a journal
  bool ended = false;
  bool watched = false;  // at least one class
  bool torn = false;  // the last line has no end: the process was killed while it wrote
  uint64_t pid = 0;
  uint64_t records = 0;  // valid records
  uint64_t damaged = 0;  // lines that are no records, except the torn one
  uint64_t unknown = 0;  // valid lines that this version does not understand
  std::vector<std::string> notes;
  std::vector<Finding> findings;  // of this process, merged
};

JournalContents ParseJournal(std::string_view text);

// All journals in a run's folder. Anything irregular (a JVM that did not end by itself, damaged lines, a file that is
// no journal) becomes a note. The error: there is no journal at all.
Result<FindingsFile> ReadRun(const std::string& run);

// Whether a JVM of this run loaded a class that it was to watch.
bool AnyClassWatched(const std::string& run);

}  // namespace raddle::report
