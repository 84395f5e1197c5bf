// Locksets: interned sets of locks, each lock with the strength in which it is held.
//
// A set is a 32-bit id; equal ids are equal sets. Comparing two sets walks two short sorted arrays, without a lock and
// without a table. Only making a set that may be new takes the table's lock; HeldLocks (held_locks.h) memoises that.
//
// Two ids are fixed: kNoLocks, and kAllLocks, the set that contains every lock. A lockset algorithm starts with
// kAllLocks. It also stands for "not known", which is what a full table returns: Excludes() is true of it and any other
// set, so what is not known never makes a report.
//
// A LockId may be given to another lock once the first one is dead. Old sets then seem to hold the new lock. That can
// hide a race and cannot make one up.
//
// All functions may be called by any thread.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "event/event.h"

namespace raddle::runtime {

using event::AccessKind;
using event::LockMode;

using LocksetId = Id<struct LocksetTag>;
inline constexpr LocksetId kNoLocks{0};
inline constexpr LocksetId kAllLocks{1};

struct HeldLock {
  LockId lock;
  LockMode mode = LockMode::kWrite;

  auto operator<=>(const HeldLock&) const = default;
};

class LocksetTable {
 public:
  explicit LocksetTable(uint32_t max_sets = 1u << 20);
  ~LocksetTable();
  LocksetTable(const LocksetTable&) = delete;

  // Sorted by lock; empty for kAllLocks too, so ask for that first.
  std::span<const HeldLock> Contents(LocksetId set) const;

  // `set` and one lock more; a lock that is there already ends up in the stronger of the two modes.
  LocksetId With(LocksetId set, HeldLock lock);

  // The locks that are in both, each as strong as the weaker of the two.
  LocksetId Intersect(LocksetId a, LocksetId b);

  // What protects an access of that kind: for a write only locks held for writing, for a read all of them.
  LocksetId Protecting(AccessKind kind, LocksetId held);

  // Everything `a` holds, `b` holds at least as strongly.
  bool Subset(LocksetId a, LocksetId b) const;

  // Two threads cannot be inside these sets at once: a common lock, held for writing by at least one of them.
  bool Excludes(LocksetId a, LocksetId b) const;

  size_t size() const { return next_.load(std::memory_order_relaxed); }

 private:
  struct Set {  // without initialisers: a block is filled as its sets are made
    const HeldLock* locks;
    uint32_t count;
  };
  static constexpr uint32_t kBlock = 1024;

  LocksetId Intern(std::span<const HeldLock> sorted);

  const uint32_t max_sets_;
  std::atomic<uint32_t> next_{0};
  std::vector<std::atomic<Set*>> blocks_;  // never moves; a block is published with release order

  std::mutex mutex_;  // guards what is below, and adding to blocks_
  Arena arena_;
  std::unordered_multimap<uint64_t, uint32_t> by_hash_;
};

}  // namespace raddle::runtime
