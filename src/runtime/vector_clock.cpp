#include "runtime/vector_clock.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

namespace raddle::runtime {

struct VectorClock::Chunk {
  std::atomic<uint32_t> references{1};
  Time times[kChunkSlots];
};

struct VectorClock::List {
  std::atomic<uint32_t> references{1};
  uint32_t size;
  Chunk* chunks[1];  // `size` of them; null where no slot is set

  static List* Make(size_t size) {
    void* memory = std::malloc(offsetof(List, chunks) + size * sizeof(Chunk*));
    if (memory == nullptr) std::abort();  // the JVM is out of native memory and about to say so itself
    List* list = new (memory) List;
    list->size = static_cast<uint32_t>(size);
    std::memset(static_cast<void*>(list->chunks), 0, size * sizeof(Chunk*));
    return list;
  }
};

namespace {

// Only the last holder of a reference can see a count of 1, and nobody can gain one meanwhile but through it.
bool OnlyOurs(const std::atomic<uint32_t>& references) {
  return references.load(std::memory_order_acquire) == 1;
}

void Keep(std::atomic<uint32_t>& references) {
  references.fetch_add(1, std::memory_order_relaxed);
}

bool LetGo(std::atomic<uint32_t>& references) {
  return references.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

}  // namespace

VectorClock::VectorClock(const VectorClock& other) : near_(other.near_), list_(other.list_) {
  if (list_ != nullptr) Keep(list_->references);
}

void VectorClock::Drop(Chunk* chunk) {
  if (chunk != nullptr && LetGo(chunk->references)) delete chunk;
}

void VectorClock::Clear() {
  near_ = {};
  DropList();
}

void VectorClock::DropList() {
  List* list = std::exchange(list_, nullptr);
  if (list == nullptr || !LetGo(list->references)) return;
  for (uint32_t i = 0; i < list->size; ++i) Drop(list->chunks[i]);
  std::free(list);
}

Time VectorClock::GetFar(Slot slot) const {
  size_t at = slot / kChunkSlots;
  if (list_ == nullptr || at >= list_->size || list_->chunks[at] == nullptr) return {};
  return list_->chunks[at]->times[slot % kChunkSlots];
}

// A list nobody else holds, with room for at least so many chunks. The chunks in it may still be shared.
VectorClock::Chunk** VectorClock::MakeWritable(size_t chunks) {
  size_t old_size = list_ == nullptr ? 0 : list_->size;
  if (list_ != nullptr && old_size >= chunks && OnlyOurs(list_->references)) return list_->chunks;
  List* list = List::Make(std::max(chunks, old_size));
  for (size_t i = 0; i < old_size; ++i) {
    list->chunks[i] = list_->chunks[i];
    if (list->chunks[i] != nullptr) Keep(list->chunks[i]->references);
  }
  DropList();
  list_ = list;
  return list->chunks;
}

bool VectorClock::Raise(Slot slot, Time time) {
  if (Get(slot) >= time) return false;
  if (slot < kNear) {
    near_[slot] = time;
    return true;
  }
  size_t at = slot / kChunkSlots;
  Chunk*& chunk = MakeWritable(at + 1)[at];
  if (chunk == nullptr) {
    chunk = new Chunk;
  } else if (!OnlyOurs(chunk->references)) {
    Chunk* copy = new Chunk;
    std::copy(std::begin(chunk->times), std::end(chunk->times), copy->times);
    Drop(chunk);
    chunk = copy;
  }
  chunk->times[slot % kChunkSlots] = time;
  return true;
}

bool VectorClock::Join(const VectorClock& other) {
  bool changed = false;
  for (Slot slot = 0; slot < kNear; ++slot) {
    if (near_[slot] >= other.near_[slot]) continue;
    near_[slot] = other.near_[slot];
    changed = true;
  }
  if (other.list_ == nullptr || other.list_ == list_) return changed;
  if (list_ != nullptr) return JoinFar(*other.list_) || changed;
  list_ = other.list_;
  Keep(list_->references);
  return true;
}

bool VectorClock::JoinFar(const List& other) {
  bool changed = false;
  for (size_t i = 0; i < other.size; ++i) {
    Chunk* theirs = other.chunks[i];
    Chunk* ours = i < list_->size ? list_->chunks[i] : nullptr;
    if (theirs == nullptr || theirs == ours) continue;
    bool we_cover = ours != nullptr, they_cover = true;
    for (Slot s = 0; ours != nullptr && s < kChunkSlots; ++s) {
      we_cover &= ours->times[s] >= theirs->times[s];
      they_cover &= theirs->times[s] >= ours->times[s];
    }
    if (we_cover) continue;
    changed = true;
    Chunk*& place = MakeWritable(i + 1)[i];
    if (they_cover) {
      Keep(theirs->references);
      Drop(place);
      place = theirs;
      continue;
    }
    Chunk* joined = OnlyOurs(place->references) ? place : new Chunk;
    for (Slot s = 0; s < kChunkSlots; ++s) joined->times[s] = std::max(place->times[s], theirs->times[s]);
    if (joined != place) Drop(place);
    place = joined;
  }
  return changed;
}

bool VectorClock::Covers(const VectorClock& other) const {
  for (Slot slot = 0; slot < kNear; ++slot) {
    if (other.near_[slot] > near_[slot]) return false;
  }
  if (other.list_ == nullptr || other.list_ == list_) return true;
  for (size_t i = 0; i < other.list_->size; ++i) {
    Chunk* theirs = other.list_->chunks[i];
    Chunk* ours = list_ != nullptr && i < list_->size ? list_->chunks[i] : nullptr;
    if (theirs == nullptr || theirs == ours) continue;
    for (Slot s = 0; s < kChunkSlots; ++s) {
      if (theirs->times[s] > (ours == nullptr ? Time() : ours->times[s])) return false;
    }
  }
  return true;
}

size_t VectorClock::Bytes() const {
  if (list_ == nullptr) return 0;
  size_t bytes = sizeof(List) + list_->size * sizeof(Chunk*);
  for (uint32_t i = 0; i < list_->size; ++i) bytes += list_->chunks[i] == nullptr ? 0 : sizeof(Chunk);
  return bytes;
}

}  // namespace raddle::runtime
