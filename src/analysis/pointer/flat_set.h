// FlatSet: a set of 64-bit keys in one array. It only grows. The edges of a constraint graph are looked up by the
// million; a set with a node for each key would cost more than all the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace raddle::pointer {

class FlatSet {
 public:
  // Whether it was not there yet.
  bool Insert(uint64_t key) {
    if (key == kFree) return !std::exchange(has_free_, true);
    if (2 * (count_ + 1) > slots_.size()) Grow();
    size_t at = Probe(key);
    if (slots_[at] == key) return false;
    slots_[at] = key;
    ++count_;
    return true;
  }
  size_t size() const { return count_ + has_free_; }

 private:
  static constexpr uint64_t kFree = ~uint64_t{0};

  size_t Probe(uint64_t key) const {
    uint64_t hash = key * 0x9E3779B97F4A7C15u;
    size_t at = (hash ^ hash >> 32) & (slots_.size() - 1);
    while (slots_[at] != kFree && slots_[at] != key) at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void Grow() {
    std::vector<uint64_t> old =
        std::exchange(slots_, std::vector<uint64_t>(slots_.empty() ? 64 : 2 * slots_.size(), kFree));
    for (uint64_t key : old) {
      if (key != kFree) slots_[Probe(key)] = key;
    }
  }

  std::vector<uint64_t> slots_;
  size_t count_ = 0;
  bool has_free_ = false;
};

}  // namespace raddle::pointer
