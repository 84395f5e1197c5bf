// Twins: classes that differ in nothing but their name.
//
// Some programs generate classes as they run, the same ones again and again: databases for each statement, template
// engines for each page. Outside of windows (runtime/windows.h) a place tells of its accesses a fixed number of times
// and no more; but a new class has new places. So the places of a class that is like an earlier one count together with
// the earlier ones.
//
// Two classes are alike if they are in one package, have one superclass, and their methods have the same names, types
// and instructions. All that is kept of such a class is which places it has.
//
// Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "classfile/class_file.h"

namespace raddle::weave {

class Twins {
 public:
  // The table has, by site, the one that it counts with; 0: none but itself. It is the caller's, zeroed, and large enough.
  explicit Twins(uint32_t* table) : table_(table) {}

  // A class as it was before it was woven, and the sites that it got by that, in order.
  void Add(const classfile::ClassFile& file, std::vector<uint32_t> sites);

  uint32_t* table() const { return table_; }
  // The sites that count with another one.
  uint32_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  static uint64_t LooksOf(const classfile::ClassFile& file);

  uint32_t* const table_;
  std::atomic<uint32_t> count_{0};
  std::mutex mutex_;
  std::unordered_map<uint64_t, std::vector<uint32_t>> sites_;  // of the first class of those looks
};

}  // namespace raddle::weave
