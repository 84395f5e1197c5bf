#include "detect/object/object.h"

#include <algorithm>

namespace raddle::detect {

void Object::OnBegin(ThreadState& thread) {
  std::lock_guard guard(alive_mutex_);
  alive_.insert(thread.id());
}

void Object::OnEnd(ThreadState& thread) {
  std::lock_guard guard(alive_mutex_);
  alive_.erase(thread.id());
}

bool Object::IsAlive(ThreadId thread) const {
  std::lock_guard guard(alive_mutex_);
  return alive_.contains(thread);
}

void Object::OnMethodEnter(ThreadState& thread, MethodId, uint64_t object, SiteId) {
  Shard& shard = ShardOf(object);
  std::lock_guard guard(shard.mutex);
  ++shard.inside[object][thread.id()];
}

void Object::OnMethodExit(ThreadState& thread, MethodId, uint64_t object) {
  Shard& shard = ShardOf(object);
  std::lock_guard guard(shard.mutex);
  auto threads = shard.inside.find(object);
  if (threads == shard.inside.end()) return;
  auto count = threads->second.find(thread.id());
  if (count == threads->second.end() || --count->second > 0) return;  // the first: entered before we watched
  threads->second.erase(count);
  if (threads->second.empty()) shard.inside.erase(threads);
}

bool Object::IsInside(ThreadId thread, uint64_t object) const {
  const Shard& shard = ShardOf(object);
  std::lock_guard guard(shard.mutex);
  auto threads = shard.inside.find(object);
  return threads != shard.inside.end() && threads->second.contains(thread);
}

// A word has a first owner and nothing else; it is inherited like the object. An owner that is not named may be alive.
bool Object::CanForget(std::span<const Past> past, const Now& now) const {
  const bool mine = std::ranges::all_of(past, [&](const Past& each) { return each.thread == now.thread.id(); });
  const bool left = std::ranges::all_of(past, [&](const Past& each) { return each.thread && !IsAlive(each.thread); });
  if (!mine && left) ++counts_.inherited;
  return mine || left;
}

void Object::Remember(void* memory, const Past& past) {
  Part& part = *static_cast<Part*>(memory);
  part.owner = past.thread;
  part.accesses.Add(past.mark);
}

void Object::OnAccess(void* memory, const Now& now) {
  Part& part = *static_cast<Part*>(memory);
  if (!part.owner.valid() && part.state == State::kExclusive) part.owner = now.thread.id();
  switch (part.state) {
    case State::kExclusive:
    case State::kExclusive2:
      if (part.owner != now.thread.id()) Meet(part, now);
      break;
    case State::kSharedRead:
    case State::kSharedModified:
      Share(part, now);
      break;
    case State::kConflict:
      return;
  }
  part.accesses.Add(now.mark);
}

// Another thread than the owner.
void Object::Meet(Part& part, const Now& now) {
  if (!IsAlive(part.owner)) {
    ++counts_.inherited;
    part.owner = now.thread.id();
  } else if (IsInside(part.owner, now.variable.object)) {
    Conflict(part, now, counts_.overlapping);
  } else if (part.state == State::kExclusive) {
    Enter(part, State::kExclusive2);
    part.owner = now.thread.id();
  } else {
    Enter(part, State::kSharedRead);
    Share(part, now);
  }
}

void Object::Share(Part& part, const Now& now) {
  if (now.mark.IsWrite() && part.state == State::kSharedRead) Enter(part, State::kSharedModified);
  ++counts_.locksets;
  part.lockset = locksets_.Intersect(part.lockset, locksets_.Protecting(now.mark.kind, now.mark.locks));
  if (part.state == State::kSharedModified && part.lockset == runtime::kNoLocks) {
    Conflict(part, now, counts_.empty_lockset);
  }
}

void Object::Enter(Part& part, State state) {
  part.state = state;
  switch (state) {
    case State::kExclusive:
      break;
    case State::kExclusive2:
      ++counts_.exclusive2;
      break;
    case State::kSharedRead:
      ++counts_.shared_read;
      break;
    case State::kSharedModified:
      ++counts_.shared_modified;
      break;
    case State::kConflict:
      ++counts_.conflict;
      break;
  }
}

void Object::Conflict(Part& part, const Now& now, std::atomic<uint64_t>& why) {
  ++why;
  Enter(part, State::kConflict);
  Report(now.variable, part.accesses.Beside(now.mark, locksets_), now.mark);
}

}  // namespace raddle::detect
