// VectorClock: for each slot, the time up to which its accesses are known to come before.
//
// It is made for thousands of slots, for copies that are rarely changed, and to be quick for a few slots. The times of
// the first slots lie in the clock itself: most programs use no others, and pay a few moves. The other times lie in
// chunks of 32 slots. Chunks, and the list of them, are reference-counted and immutable while shared. So a copy costs
// one increment. A join skips every chunk that both sides share, and takes over the other side's chunk whole where that
// is all it would write. A change copies the list and one chunk, and nothing if nobody else holds them. A slot that was
// never set costs nothing but its place in a chunk that another slot needs.
//
// One thread at a time may use one VectorClock; different threads may use copies that share chunks.
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
