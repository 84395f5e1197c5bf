#include "runtime/lockset.h"

#include <algorithm>
#include <cassert>

namespace raddle::runtime {
namespace {

using Locks = std::vector<HeldLock>;

uint64_t Hash(std::span<const HeldLock> locks) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (const HeldLock& held : locks) {
    hash = (hash ^ (uint64_t{held.lock.value()} << 1 | (held.mode == LockMode::kWrite))) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

LocksetTable::LocksetTable(uint32_t max_sets) : max_sets_(max_sets), blocks_((max_sets + kBlock) / kBlock + 1) {
  LocksetId none = Intern({});
  assert(none == kNoLocks);
  (void)none;
  blocks_[0].load()[kAllLocks.value()] = {nullptr, 0};
  next_.store(kAllLocks.value() + 1);
}

LocksetTable::~LocksetTable() {
  for (uint32_t first = 0; first < next_.load(); first += kBlock) delete[] blocks_[first / kBlock].load();
}

std::span<const HeldLock> LocksetTable::Contents(LocksetId set) const {
  const Set* block = blocks_[set.value() / kBlock].load(std::memory_order_acquire);
  const Set& found = block[set.value() % kBlock];
  return {found.locks, found.count};
}

LocksetId LocksetTable::Intern(std::span<const HeldLock> sorted) {
  uint64_t hash = Hash(sorted);
  std::lock_guard guard(mutex_);
  auto [from, to] = by_hash_.equal_range(hash);
  for (; from != to; ++from) {
    if (std::ranges::equal(Contents(LocksetId(from->second)), sorted)) return LocksetId(from->second);
  }
  uint32_t id = next_.load(std::memory_order_relaxed);
  if (id >= max_sets_) return kAllLocks;
  std::atomic<Set*>& block = blocks_[id / kBlock];
  if (block.load(std::memory_order_relaxed) == nullptr) block.store(new Set[kBlock], std::memory_order_release);
  // Whoever is handed this id gets it through a lock or an atomic of ours, so the entry needs no order of its own.
  block.load(std::memory_order_relaxed)[id % kBlock] = {arena_.Copy(sorted).data(),
                                                        static_cast<uint32_t>(sorted.size())};
  next_.store(id + 1, std::memory_order_relaxed);
  by_hash_.emplace(hash, id);
  return LocksetId(id);
}

LocksetId LocksetTable::With(LocksetId set, HeldLock lock) {
  if (set == kAllLocks) return set;
  std::span<const HeldLock> old = Contents(set);
  Locks locks(old.begin(), old.end());
  auto at = std::ranges::lower_bound(locks, lock.lock, {}, &HeldLock::lock);
  if (at != locks.end() && at->lock == lock.lock) {
    at->mode = std::max(at->mode, lock.mode);
  } else {
    locks.insert(at, lock);
  }
  return Intern(locks);
}

LocksetId LocksetTable::Intersect(LocksetId a, LocksetId b) {
  if (a == b || b == kAllLocks) return a;
  if (a == kAllLocks) return b;
  if (Subset(a, b)) return a;
  if (Subset(b, a)) return b;
  Locks common;
  for (const HeldLock& held : Contents(a)) {
    auto other = std::ranges::lower_bound(Contents(b), held.lock, {}, &HeldLock::lock);
    if (other == Contents(b).end() || other->lock != held.lock) continue;
    common.push_back({held.lock, std::min(held.mode, other->mode)});
  }
  return Intern(common);
}

LocksetId LocksetTable::Protecting(AccessKind kind, LocksetId held) {
  if (kind == AccessKind::kRead || held == kAllLocks || held == kNoLocks) return held;
  auto for_writing = [](const HeldLock& lock) { return lock.mode == LockMode::kWrite; };
  std::span<const HeldLock> all = Contents(held);
  if (std::ranges::all_of(all, for_writing)) return held;
  Locks some;
  std::ranges::copy_if(all, std::back_inserter(some), for_writing);
  return Intern(some);
}

bool LocksetTable::Subset(LocksetId a, LocksetId b) const {
  if (a == b || a == kNoLocks || b == kAllLocks) return true;
  if (a == kAllLocks || b == kNoLocks) return false;
  std::span<const HeldLock> in = Contents(b);
  auto other = in.begin();
  for (const HeldLock& held : Contents(a)) {
    while (other != in.end() && other->lock < held.lock) ++other;
    if (other == in.end() || other->lock != held.lock || other->mode < held.mode) return false;
  }
  return true;
}

bool LocksetTable::Excludes(LocksetId a, LocksetId b) const {
  if (a == kAllLocks || b == kAllLocks) return true;  // even from the empty set: "not known" must stay silent
  std::span<const HeldLock> left = Contents(a), right = Contents(b);
  auto i = left.begin(), j = right.begin();
  while (i != left.end() && j != right.end()) {
    if (i->lock == j->lock) {
      if (std::max(i->mode, j->mode) == LockMode::kWrite) return true;
      ++i, ++j;
    } else if (i->lock < j->lock) {
      ++i;
    } else {
      ++j;
    }
  }
  return false;
}

}  // namespace raddle::runtime
