// Progress: one line on stderr that says how far a long job is, drawn only where stderr is a terminal.
//
//   Progress progress("selfcheck", classes.size());
//   ... from any thread: progress.Advance();
//
// Advance costs an atomic add and a look at the clock; a redraw happens at most ten times a second, by whichever thread
// comes first, while the others go on. The line is erased on Finish() or destruction, so what is printed next starts
// on a clean one.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>

namespace raddle {

class Progress {
 public:
  Progress(std::string label, uint64_t total, std::FILE* stream = stderr);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { Finish(); }

  void Advance(uint64_t steps = 1);
  void Finish();

  // "selfcheck  [#####.....]  50%  1200/2400"; `columns` is the width to keep within.
  static std::string Line(const std::string& label, uint64_t done, uint64_t total, unsigned columns);

 private:
  using Clock = std::chrono::steady_clock;
  void Draw(uint64_t done);

  const std::string label_;
  const uint64_t total_;
  std::FILE* const stream_;
  const bool shown_;
  std::atomic<uint64_t> done_{0};
  std::atomic<Clock::rep> next_draw_;  // written by the thread that holds drawing_
  std::mutex drawing_;
  bool on_screen_ = false;  // guarded by drawing_
};

}  // namespace raddle
