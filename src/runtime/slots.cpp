#include "runtime/slots.h"

#include <algorithm>
#include <cassert>

namespace raddle::runtime {

uint32_t SlotLocksets::IndexOf(LocksetId set) {
  if (set == kNoLocks) return kEmpty;
  auto& recent = recent_[set.value() % recent_.size()];
  if (recent.first == set) return recent.second;
  if (owned_ == nullptr) {
    owned_ = std::make_unique<Table>();
    table_.store(owned_.get(), std::memory_order_release);
  }
  uint32_t index = 1;
  while (index < count_ && owned_->sets[index].load(std::memory_order_relaxed) != set.value()) ++index;
  if (index == count_) {
    if (count_ == kDoesNotFit) return kDoesNotFit;
    owned_->sets[count_++].store(set.value(), std::memory_order_release);
  }
  recent = {set, index};
  return index;
}

LocksetId SlotLocksets::At(uint32_t index, Clock clock) const {
  assert(index != kDoesNotFit);
  if (index == kEmpty) return kNoLocks;
  const Table* table = table_.load(std::memory_order_acquire);
  LocksetId set(table->sets[index].load(std::memory_order_acquire));
  // Read after the entry: an owner that empties the table says so before it fills it anew.
  return clock < valid_from_.load(std::memory_order_acquire) ? kAllLocks : set;
}

void SlotLocksets::Recycle(Clock first_clock) {
  if (count_ <= kKeep) return;
  valid_from_.store(first_clock, std::memory_order_release);
  count_ = 1;
  recent_.fill({});
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
    slot->locksets.Recycle(slot->next_clock_);
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
