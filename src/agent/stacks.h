// Stacks: call stacks taken from the JVM, each stored once and known by a number.
//
// Taking a stack costs a microsecond or more, so not every access gets one of its own. For each thread and site, the
// first, the 4th, the 16th ... access do. The others get the thread's last stack at that site, which is mostly the
// same; IsExact() says which it is.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "agent/jvm.h"
#include "event/ids.h"
#include "runtime/call_tree.h"

namespace raddle::agent {

// -1 where the class does not say.
int LineOf(jmethodID method, jlocation location);

class Stacks {
 public:
  static constexpr int kMaxFrames = 64;

  // A thread's stack without the shim's frames; null is the current one.
  StackId Capture(jthread thread = nullptr);
  // The same stack for an access that was made at another time.
  static StackId AtAnotherTime(StackId id) { return id.valid() ? StackId(id.value() | 1) : id; }
  static bool IsExact(StackId id) { return id.valid() && (id.value() & 1) == 0; }
  // Innermost first: "com.acme.Bank.transfer(Bank.java:31)".
  std::vector<std::string> Describe(StackId id);

 private:
  std::mutex mutex_;
  runtime::CallTree tree_;  // guarded by mutex_
};

// One thread's memory of the stacks it took: lines direct-mapped by site, and behind them those that had to make room.
class RecentStacks {
 public:
  StackId At(uint32_t site, Stacks& stacks);
  // Notes the site without a stack, for as long as no thread has been started: nothing is done then that can race.
  void Pass(uint32_t site) { lines_[site % kLines] = {.site = site}; }
  // The slot is another one: its epochs are not those that the shim has noted.
  void ForgetNotes() {
    for (Line& line : lines_) line.noted = 0;
  }
  void Forget() {
    for (Line& line : lines_) line = {};
    evicted_.Clear();
  }
  // All that it has, by site: what is left of a thread that ends.
  std::vector<std::pair<uint32_t, StackId>> All() const;
  // The last one taken there, if it has not been overwritten. Any thread; what it finds may be a moment old.
  StackId Last(uint32_t site) const {
    const Line& line = lines_[site % kLines];
    return line.site == site ? Stacks::AtAnotherTime(line.stack) : StackId();
  }

 private:
  static constexpr uint32_t kLines = 2048, kMostEvicted = 1 << 16;
  // The shim reads `site`: it records accesses by itself only where there is a stack. `noted` is its own, of the last
  // access that it recorded there (Raddle.noteOf).
  struct alignas(16) Line {
    uint32_t site = 0;
    uint32_t noted = 0;
    uint32_t count = 0;
    StackId stack = {};
  };
  static_assert(sizeof(Line) == 16);

  // Lines by site, with open addressing: a program with many sites comes by at every other access.
  class Table {
   public:
    size_t size() const { return size_; }
    std::span<const Line> all() const { return lines_; }  // those without a site are free
    const Line* Find(uint32_t site);
    void Put(const Line& line);
    void Clear() { lines_.clear(), size_ = 0; }

   private:
    Line& PlaceOf(uint32_t site);

    std::vector<Line> lines_;  // as many as a power of two
    size_t size_ = 0;
  };

  void Change(Line& line, uint32_t site);

  Line lines_[kLines];
  Table evicted_;
};

}  // namespace raddle::agent
