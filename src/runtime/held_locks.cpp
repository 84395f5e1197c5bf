#include "runtime/held_locks.h"

namespace raddle::runtime {

LocksetId TransitionCache::With(LocksetTable& table, LocksetId set, HeldLock lock) {
  uint32_t hash = (set.value() * 31 + lock.lock.value()) * 2 + (lock.mode == LockMode::kWrite);
  Line& line = lines_[hash % lines_.size()];
  if (line.from != set || line.lock != lock) line = {set, lock, table.With(set, lock)};
  return line.to;
}

// Searched from the end: what is released or taken again is mostly what was taken last.
size_t HeldLocks::Find(LockId lock) const {
  size_t at = held_.size();
  while (at > 0 && held_[at - 1].lock != lock) --at;
  return at == 0 ? held_.size() : at - 1;
}

void HeldLocks::Forget(size_t from) {
  for (size_t i = from; i < held_.size(); ++i) held_[i].set = {};
}

void HeldLocks::Erase(size_t at) {
  held_.erase(held_.begin() + static_cast<ptrdiff_t>(at));
  Forget(at);
}

bool HeldLocks::Add(LockId lock, LockMode mode) {
  size_t at = Find(lock);
  if (at == held_.size()) held_.push_back({.lock = lock, .set = {}});
  Held& held = held_[at];
  uint32_t& count = mode == LockMode::kWrite ? held.writes : held.reads;
  if (++count > 1) return false;
  Forget(at);
  return true;
}

HeldLocks::Left HeldLocks::Remove(LockId lock, LockMode mode) {
  size_t at = Find(lock);
  if (at == held_.size()) return Left::kWasNotHeld;
  Held& held = held_[at];
  uint32_t& count = mode == LockMode::kWrite ? held.writes : held.reads;
  if (count == 0) return Left::kWasNotHeld;
  if (--count > 0) return Left::kHeldStill;
  if (held.reads + held.writes == 0) {
    Erase(at);
  } else {
    Forget(at);
  }
  return Left::kGivenUp;
}

uint32_t HeldLocks::RemoveAll(LockId lock) {
  size_t at = Find(lock);
  if (at == held_.size()) return 0;
  uint32_t depth = held_[at].writes;
  Erase(at);
  return depth;
}

void HeldLocks::Restore(LockId lock, uint32_t depth) {
  for (; depth > 0; --depth) Add(lock, LockMode::kWrite);
}

bool HeldLocks::Holds(LockId lock, LockMode mode) const {
  size_t at = Find(lock);
  return at < held_.size() && (held_[at].writes > 0 || (mode == LockMode::kRead && held_[at].reads > 0));
}

LocksetId HeldLocks::Current(LocksetTable& table, TransitionCache& cache) {
  size_t known = held_.size();
  while (known > 0 && !held_[known - 1].set) --known;
  LocksetId set = known == 0 ? kNoLocks : held_[known - 1].set;
  for (; known < held_.size(); ++known) {
    Held& held = held_[known];
    set = cache.With(table, set, {held.lock, held.writes > 0 ? LockMode::kWrite : LockMode::kRead});
    held.set = set;
  }
  return set;
}

}  // namespace raddle::runtime
