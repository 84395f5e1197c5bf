#include "runtime/slots.h"

#include <algorithm>
#include <cassert>

namespace raddle::runtime {

SlotLocksets::Table& SlotLocksets::Owned() {
  if (owned_ == nullptr) {
    owned_ = std::make_unique<Table>();
    table_.store(owned_.get(), std::memory_order_release);
  }
  return *owned_;
}

uint32_t SlotLocksets::IndexOf(LocksetId set, Clock now) {
  if (set == kNoLocks) return kEmpty;
  Table& table = Owned();
  uint8_t& recent = recent_[set.value() % recent_.size()];
  if (table.entries[recent].set.load(std::memory_order_relaxed) != set.value()) {
    const uint32_t index = Find(set, now);
    if (index == kDoesNotFit) return index;
    recent = static_cast<uint8_t>(index);
  }
  table.entries[recent].last_used = now;
  return recent;
}

uint32_t SlotLocksets::IndexOf(LocksetPair pair, Clock now) {
  if (pair.write == pair.read) return IndexOf(pair.write, now);
  Table& table = Owned();
  for (uint32_t i = 0; i < pair_count_; ++i) {
    if (table.pairs[i].write.load(std::memory_order_relaxed) == pair.write.value() &&
        table.pairs[i].read.load(std::memory_order_relaxed) == pair.read.value()) {
      return kFirstPair + i;
    }
  }
  if (pair_count_ == table.pairs.size()) return kDoesNotFit;
  table.pairs[pair_count_].write.store(pair.write.value(), std::memory_order_relaxed);
  table.pairs[pair_count_].read.store(pair.read.value(), std::memory_order_release);
  return kFirstPair + pair_count_++;
}

uint32_t SlotLocksets::Find(LocksetId set, Clock now) {
  auto& entries = owned_->entries;
  uint32_t oldest = 1;
  for (uint32_t i = 1; i < count_; ++i) {
    if (entries[i].set.load(std::memory_order_relaxed) == set.value()) return i;
    if (entries[i].last_used < entries[oldest].last_used) oldest = i;
  }
  const bool full = count_ == kFirstPair;
  if (full && entries[oldest].last_used == now) return kDoesNotFit;
  const uint32_t index = full ? oldest : count_++;
  if (full) ++changes_;
  entries[index].valid_from.store(full ? now : 0, std::memory_order_release);
  entries[index].set.store(set.value(), std::memory_order_release);
  return index;
}

LocksetPair SlotLocksets::At(uint32_t index, Clock clock) const {
  assert(index != kDoesNotFit);
  if (index == kEmpty) return {kNoLocks, kNoLocks};
  const Table& table = *table_.load(std::memory_order_acquire);
  if (index >= kFirstPair) {
    const Pair& pair = table.pairs[index - kFirstPair];
    return {LocksetId(pair.write.load(std::memory_order_acquire)),
            LocksetId(pair.read.load(std::memory_order_acquire))};
  }
  const Entry& entry = table.entries[index];
  LocksetId set(entry.set.load(std::memory_order_acquire));
  // Read after the set: an owner that replaces it says so before.
  if (clock < entry.valid_from.load(std::memory_order_acquire)) set = kAllLocks;
  return {set, set};
}

bool SlotLocksets::HasOneMeaning(uint32_t index) const {
  return index == kEmpty || index >= kFirstPair || owned_->entries[index].valid_from.load() == 0;
}

ThreadId SlotData::ThreadAt(Clock clock) const {
  std::lock_guard guard(owners_lock_);
  uint32_t oldest = owner_count_ - std::min<uint32_t>(owner_count_, owners_.size());
  for (uint32_t i = owner_count_; i > oldest; --i) {
    const Owner& owner = owners_[(i - 1) % owners_.size()];
    if (owner.from <= clock) return owner.thread;
  }
  return {};
}

Slots::Slots(bool reuse_early, Slot limit, Clock last_clock)
    : reuse_early_(reuse_early),
      limit_(limit),
      last_clock_(last_clock),
      slots_(std::make_unique<std::atomic<SlotData*>[]>(limit)) {}

// Looks at the slots longest and shortest dead. Requires mutex_.
SlotData* Slots::TakeDead(const VectorClock& full, const VectorClock& visible) {
  auto take = [&](size_t at) {
    SlotData* slot = dead_[at];
    dead_.erase(dead_.begin() + static_cast<ptrdiff_t>(at));
    return slot;
  };
  auto ordered = [&](size_t at) {
    Time end(dead_[at]->next_clock_, 0);
    return full.Get(dead_[at]->index()) >= end && visible.Get(dead_[at]->index()) >= end;
  };
  for (size_t i = 0; reuse_early_ && i < std::min(kLook, dead_.size()); ++i) {
    if (ordered(dead_.size() - 1 - i)) return take(dead_.size() - 1 - i);
    if (ordered(i)) return take(i);
  }
  bool fresh = owned_.size() < limit_ && dead_.size() < kDeadToKeep;
  return fresh || dead_.empty() ? nullptr : take(0);
}

Slots::Taken Slots::Take(ThreadId thread, const VectorClock& full, const VectorClock& visible) {
  std::lock_guard guard(mutex_);
  SlotData* slot = TakeDead(full, visible);
  if (slot == nullptr) {
    if (owned_.size() == limit_) return {};
    Slot index = static_cast<Slot>(owned_.size());
    slot = owned_.emplace_back(std::make_unique<SlotData>(index)).get();
    slots_[index].store(slot, std::memory_order_release);
    used_.store(index + 1, std::memory_order_release);
  } else {
    slot->history.Recycle();
  }
  std::lock_guard owners(slot->owners_lock_);
  slot->owners_[slot->owner_count_++ % slot->owners_.size()] = {thread, slot->next_clock_};
  return {slot, slot->next_clock_};
}

void Slots::Give(SlotData* slot, Clock clock) {
  std::lock_guard guard(mutex_);
  slot->next_clock_ = clock + 1;
  if (slot->next_clock_ < last_clock_) dead_.push_back(slot);
}

size_t Slots::dead() const {
  std::lock_guard guard(mutex_);
  return dead_.size();
}

}  // namespace raddle::runtime
