// VectorClock: for each slot, the time up to which its accesses are known to come before.
//
// Made for thousands of slots and for copies that are rarely changed, and quick for a few. The first slots have their
// times in the clock itself: most programs use no others, and pay a few moves. The others lie in chunks of 32 slots;
// chunks and the list of them are counted references and immutable while shared. So a copy costs one increment; a join
// skips every chunk both sides share, and takes over the other side's chunk whole where that is all it would write; a
// change copies the list and one chunk, and nothing if nobody else holds them. A slot never set costs nothing but its
// place in a chunk that another slot needs.
//
// One VectorClock may be used by one thread at a time; copies that share chunks may be used by different threads.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "runtime/time.h"

namespace raddle::runtime {

class VectorClock {
 public:
  VectorClock() = default;
  VectorClock(const VectorClock& other);
  VectorClock(VectorClock&& other) noexcept : near_(other.near_), list_(std::exchange(other.list_, nullptr)) {}
  VectorClock& operator=(VectorClock other) noexcept {
    near_ = other.near_;
    std::swap(list_, other.list_);
    return *this;
  }
  ~VectorClock() { DropList(); }

  Time Get(Slot slot) const { return slot < kNear ? near_[slot] : GetFar(slot); }

  // Raise() and Join() only ever raise a slot's time. They say whether anything changed.
  bool Raise(Slot slot, Time time);
  bool Join(const VectorClock& other);

  bool Covers(const VectorClock& other) const;

  // The same chunks: equal without looking into them.
  bool SharesAllWith(const VectorClock& other) const { return list_ == other.list_ && near_ == other.near_; }

  void Clear();

  // Bytes held beside the clock itself, shared ones included: for tests and statistics.
  size_t Bytes() const;

  static constexpr Slot kNear = 8, kChunkSlots = 32;

 private:
  struct Chunk;
  struct List;

  Time GetFar(Slot slot) const;
  bool JoinFar(const List& other);
  void DropList();
  Chunk** MakeWritable(size_t chunks);
  static void Drop(Chunk* chunk);

  std::array<Time, kNear> near_{};  // of the first slots, whose places in chunks stay empty
  List* list_ = nullptr;
};

}  // namespace raddle::runtime
