// Journal: what one process has found, on disk from the moment it was found.
//
// Each process has a file of its own under the run's folder (run_directory.h); the file is only ever appended to. There
// is one record per line, written with a single write(2) and without a buffer of ours. So whatever ends the process
// (System.exit, halt, kill -9), all earlier records are kept, and at most the last is torn. Each line is JSON by
// itself:
//
//   ["<checksum>",{"record":"start","format":1,"raddle":"0.1.0","role":"jvm","pid":4713,"time":"...","command":[...]}]
//   ["<checksum>",{"record":"finding","finding":{...}}]           the finding as docs/findings.md has it
//   ["<checksum>",{"record":"update","id":"...","detectors":["hb"],"count":64,"statistics":{...}}]
//   ["<checksum>",{"record":"note","text":"..."}]
//   ["<checksum>",{"record":"watched"}]                           the first class that is watched was loaded
//   ["<checksum>",{"record":"end","time":"..."}]
//
// The checksum is Hash() of the object's text. Counts are totals of this process; the last one is valid.
//
// Made for use inside somebody else's JVM. Any thread may call; each call takes one lock and makes one or two system
// calls; nothing throws. If the disk is full or the directory cannot be written to, the first call that notices returns
// the Error. The calls after it try again, silently, until it works. What could not be written waits in memory, up to
// kMostPending bytes; records beyond that are dropped, and counted in a note when writing works again.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/finding.h"

namespace raddle::report {

enum class Role : uint8_t { kJvm, kCommand };

struct JournalStart {
  std::string raddle = {};                // version
  std::vector<std::string> command = {};  // of a JVM: its command line; of raddle: its arguments
  Role role = Role::kJvm;
};

// A finding's new count, and how its variable has been locked so far, where that is known.
struct CountUpdate {
  std::string id;
  std::vector<std::string> detectors;
  uint64_t count = 0;
  Statistics statistics;
};

class Journal {
 public:
  static constexpr size_t kMostPending = 8 << 20;

  // Touches no file: the file is made by Open, or else with the first record.
  Journal(std::string run_folder, JournalStart start) noexcept;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();  // closes the file; only End writes an end record

  Result<void> Open() noexcept;
  Result<void> Add(const Finding& finding) noexcept;
  Result<void> Update(const CountUpdate& update) noexcept;
  Result<void> Note(std::string_view text) noexcept;
  Result<void> Watched() noexcept;
  Result<void> End() noexcept;

  // Bytes that wait to be written.
  size_t pending() const noexcept;
  // Empty before the file is made.
  std::string path() const;

 private:
  template <typename MakeLine>
  Result<void> Append(MakeLine&& make_line) noexcept;
  void Enqueue(std::string line);
  Result<void> Drain();
  Result<void> OpenFile();
  Result<void> WriteLine(const std::string& line);

  mutable std::mutex mutex_;  // guards everything below
  const std::string run_folder_;
  const JournalStart start_;
  std::string path_;
  int file_ = -1;
  std::deque<std::string> pending_;
  size_t pending_bytes_ = 0;
  uint64_t dropped_ = 0;
  bool torn_ = false;     // the file ends in part of a line
  bool failing_ = false;  // the user has been told
};

}  // namespace raddle::report
