#include "detect/object/object.h"

#include <algorithm>

namespace raddle::detect {

using runtime::ObjectWord;
using runtime::Ownership;
using runtime::Record;

Object::Object(Reporter& reporter, runtime::LocksetTable& locksets)
    : Detector(reporter), reporter_(reporter), locksets_(locksets), pool_({PartOf<Part>()}) {}

void Object::NoteAlive(const ThreadState& thread) {
  std::lock_guard guard(mutex_);
  alive_.emplace(thread.id(), thread.serves());
}

void Object::OnEnd(ThreadState& thread) {
  std::lock_guard guard(mutex_);
  alive_.erase(thread.id());
}

bool Object::IsAlive(ThreadId thread) const {
  std::lock_guard guard(mutex_);
  return thread.valid() && alive_.contains(thread);
}

void Object::GiveBack(uint64_t word) {
  if (ObjectWord::IsShared(word) && word != ObjectWord::kConflict) pool_.GiveBack(ObjectWord::RecordOf(word));
}

std::optional<AccessKind> Object::GuardedBy(uint64_t word, LockId lock) const {
  if (!ObjectWord::IsShared(word) || word == ObjectWord::kConflict) return std::nullopt;
  Record* record = ObjectWord::RecordOf(word);
  std::lock_guard guard(record->lock);
  const Part& part = *reinterpret_cast<const Part*>(record->part(pool_.offset(0)));
  if (part.state > State::kSharedModified || part.lockset == runtime::kAllLocks) return std::nullopt;
  const auto left = locksets_.Contents(part.lockset);
  if (left.size() != 1 || left[0] != runtime::HeldLock{lock, event::LockMode::kWrite}) return std::nullopt;
  return part.state == State::kSharedModified ? AccessKind::kWrite : AccessKind::kRead;
}

uint64_t Object::Use(ThreadState& thread, uint32_t self, uint64_t word, ThreadId owner, AccessKind kind,
                     const AccessInfo& info) {
  if (word == ObjectWord::kConflict || !thread.watched()) return word;
  const Access now{thread.id(), info.site, info.stack, thread.locks(), kind};
  auto own = [&](Ownership state) { return ObjectWord{state, false, self, info.site.value()}.bits(); };

  Record* record = nullptr;
  if (ObjectWord::IsShared(word)) {
    record = ObjectWord::RecordOf(word);
  } else {
    const ObjectWord before = ObjectWord::From(word);
    if (before.state == Ownership::kNone) return own(Ownership::kFirst);
    if (before.owner == self) return word;
    const Access earlier{owner, SiteId(before.site), {}, runtime::kAllLocks, AccessKind::kWrite};
    if (!IsAlive(owner)) {
      ++counts_.inherited;
      return own(before.state);
    }
    if (before.inside) {
      Conflict(info.variable, earlier, now, counts_.overlapping);
      return ObjectWord::kConflict;
    }
    if (before.state == Ownership::kFirst) {
      ++counts_.exclusive2;
      return own(Ownership::kSecond);
    }
    record = pool_.Make();
    Part& part = *reinterpret_cast<Part*>(record->part(pool_.offset(0)));
    NoteAccess(part, earlier);
    NoteUser(part, owner);
    record->NoteOthers();
    ++counts_.shared_read;
  }

  std::lock_guard guard(record->lock);
  Part& part = *reinterpret_cast<Part*>(record->part(pool_.offset(0)));
  if (part.state < State::kInherited) Share(part, info.variable, now);
  if (part.state == State::kConflict) return ObjectWord::kConflict;
  if (part.state == State::kInherited) return own(Ownership::kFirst);
  record->Restamp(thread.stamp(), kind);
  const bool free = part.state == State::kSharedRead && part.lockset == runtime::kNoLocks;
  return record->word() | (free ? ObjectWord::kFree : 0);
}

void Object::Share(Part& part, const VariableKey& variable, const Access& now) {
  if (now.kind == AccessKind::kWrite && part.state == State::kSharedRead) {
    part.state = State::kSharedModified;
    ++counts_.shared_modified;
  }
  NoteUser(part, now.thread);
  ++counts_.locksets;
  part.lockset = locksets_.Intersect(part.lockset, locksets_.Protecting(now.kind, now.locks));
  if (part.state == State::kSharedModified && part.lockset == runtime::kNoLocks) {
    if (OthersEnded(part, now.thread)) {
      ++counts_.inherited;
      part.state = State::kInherited;
      return;
    }
    part.state = State::kConflict;
    return Conflict(variable, Beside(part, now), now, counts_.empty_lockset);
  }
  NoteAccess(part, now);
}

void Object::NoteUser(Part& part, ThreadId thread) {
  const auto place = std::ranges::find_if(part.users, [&](ThreadId each) { return each == thread || !each.valid(); });
  if (place != part.users.end()) {
    *place = thread;
  } else {
    part.first = part.first.valid() ? std::min(part.first, thread) : thread;
    part.last = std::max(part.last, thread);
  }
}

// A thread that has more than one gives up its own, so that there is always another's beside them.
void Object::NoteAccess(Part& part, const Access& access) {
  auto is_its = [&](const Access& each) { return each.thread == access.thread; };
  auto leaves = part.accesses.begin();
  if (leaves->thread.valid() && std::ranges::count_if(part.accesses, is_its) > 1) {
    leaves = std::ranges::find_if(part.accesses, is_its);
  }
  std::copy(leaves + 1, part.accesses.end(), leaves);
  part.accesses.back() = access;
}

bool Object::OthersEnded(const Part& part, ThreadId thread) const {
  auto is_other = [&](ThreadId each) { return each != thread && IsAlive(each); };
  if (std::ranges::any_of(part.users, is_other)) return false;
  if (!part.first.valid()) return true;
  // Ids are given out in order, so that the threads of a pool, of which most come here, have no others among them.
  std::lock_guard guard(mutex_);
  return std::ranges::none_of(alive_, [&](const auto& each) {
    return each.first != thread && !each.second && part.first <= each.first && each.first <= part.last;
  });
}

// The access to name: of another thread, then one that conflicts, then one that no common lock keeps apart; the latest
// of the best. What the owner held, nobody knows.
const Object::Access& Object::Beside(const Part& part, const Access& now) const {
  const Access* best = nullptr;
  int best_score = -1;
  for (const Access& each : part.accesses) {
    if (!each.thread.valid()) continue;
    const bool conflict = each.kind == AccessKind::kWrite || now.kind == AccessKind::kWrite;
    const bool apart = each.locks != runtime::kAllLocks && locksets_.Excludes(each.locks, now.locks);
    const int score = 4 * (each.thread != now.thread) + 2 * conflict + !apart;
    if (score >= best_score) best = &each, best_score = score;
  }
  return best == nullptr ? part.accesses.back() : *best;
}

void Object::Conflict(const VariableKey& variable, const Access& earlier, const Access& now,
                      std::atomic<uint64_t>& why) {
  ++why;
  ++counts_.conflict;
  reporter_.Report(*this, variable, Describe(earlier), Describe(now));
}

RaceAccess Object::Describe(const Access& access) const {
  RaceAccess out{.op = access.kind, .thread = access.thread, .site = access.site, .stack = access.stack, .locks = {}};
  out.locks_known = access.locks != runtime::kAllLocks;
  if (out.locks_known) {
    const auto locks = locksets_.Contents(access.locks);
    out.locks.assign(locks.begin(), locks.end());
  }
  return out;
}

}  // namespace raddle::detect
