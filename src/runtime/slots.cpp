#include "runtime/slots.h"

#include <algorithm>
#include <cassert>

namespace raddle::runtime {

uint32_t SlotLocksets::IndexOf(LocksetId set, Clock now) {
  if (set == kNoLocks) return kEmpty;
  if (owned_ == nullptr) {
    owned_ = std::make_unique<Table>();
    table_.store(owned_.get(), std::memory_order_release);
  }
  uint8_t& recent = recent_[set.value() % recent_.size()];
  if (owned_->entries[recent].set.load(std::memory_order_relaxed) != set.value()) {
    const uint32_t index = Find(set, now);
    if (index == kDoesNotFit) return index;
    recent = static_cast<uint8_t>(index);
  }
  owned_->entries[recent].last_used = now;
  return recent;
}

uint32_t SlotLocksets::Find(LocksetId set, Clock now) {
  auto& entries = owned_->entries;
  uint32_t oldest = 1;
  for (uint32_t i = 1; i < count_; ++i) {
    if (entries[i].set.load(std::memory_order_relaxed) == set.value()) return i;
    if (entries[i].last_used < entries[oldest].last_used) oldest = i;
  }
  const uint32_t index = count_ < kDoesNotFit ? count_++ : oldest;
  Entry& entry = entries[index];
  if (index == oldest && entry.last_used == now) return kDoesNotFit;
  entry.valid_from.store(index == oldest ? now : 0, std::memory_order_release);
  entry.set.store(set.value(), std::memory_order_release);
  return index;
}

LocksetId SlotLocksets::At(uint32_t index, Clock clock) const {
  assert(index != kDoesNotFit);
  if (index == kEmpty) return kNoLocks;
  const Entry& entry = table_.load(std::memory_order_acquire)->entries[index];
  LocksetId set(entry.set.load(std::memory_order_acquire));
  // Read after the set: an owner that replaces it says so before.
  return clock < entry.valid_from.load(std::memory_order_acquire) ? kAllLocks : set;
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
