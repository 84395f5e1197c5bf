// SymbolTable: names and descriptors, each kept once and known by a SymbolId.
//
// A class path has millions of them and most of the time of loading goes into finding them again, so the table is flat:
// eight bytes a slot with part of the hash in it, and a look-up that misses seldom leaves the slots. Not thread-safe
// while symbols are added; texts stay where they are.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/ids.h"

namespace raddle::classpath {

class SymbolTable {
 public:
  SymbolTable();

  SymbolId Intern(std::string_view text);
  SymbolId Find(std::string_view text) const;  // none if it was never interned
  std::string_view operator[](SymbolId id) const { return texts_[id.value()]; }

 private:
  struct Slot {
    SymbolId id;
    uint32_t hash = 0;  // its upper half; the lower one chose the slot
  };

  size_t Probe(std::string_view text, uint64_t hash) const;
  void Grow();

  std::vector<Slot> slots_;  // open addressing, a power of two, at most half full
  std::vector<std::string_view> texts_;
  Arena arena_;
};

}  // namespace raddle::classpath
