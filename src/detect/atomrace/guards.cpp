#include "detect/atomrace/guards.h"

#include <sched.h>

#include <algorithm>

namespace raddle::detect::atomrace {
namespace {

constexpr size_t kMostIntruders = 8;

void Note(std::vector<Intruder>& intruders, const Intruder& intruder) {
  if (intruders.size() < kMostIntruders) intruders.push_back(intruder);
}

}  // namespace

uint64_t Guards::Ask(uint32_t number, uint64_t thread, bool take) {
  for (;;) {
    const uint64_t word = Load(number), owner = OwnerOf(word);
    if (owner == thread) return 0;
    if (owner == 0) {
      if (!take) return 0;
      if (Swap(number, word, thread << Guard::kThreadShift | Guard::kOne | (word & Guard::kAsked))) return 0;
    } else if ((word & Guard::kAsked) != 0 || Swap(number, word, word | Guard::kAsked)) {
      return owner;
    }
  }
}

// Most sections are over in no time, so the first look is a long one.
Guards::Waited Guards::WaitFor(uint32_t number, uint64_t thread, bool take, std::chrono::nanoseconds longest) {
  constexpr int kSpins = 200, kYields = 10;
  bool waited = false;
  for (int i = 0; i < kSpins + kYields && longest.count() > 0; ++i) {
    if (OwnerOf(Load(number)) == 0) break;
    waited = true;
    i < kSpins ? __builtin_ia32_pause() : static_cast<void>(sched_yield());
  }
  const Waited how = waits_.WaitForOwner(thread, longest, [&] { return Ask(number, thread, take); });
  return how == Waited::kNot && waited ? Waited::kUntilFree : how;
}

void Guards::Take(const Arrival& arrival) {
  Guard& guard = guards_[arrival.number];
  guard.hash = arrival.access.variable.hash;
  guard.site = arrival.access.site;
  guard.reached = 0;
}

Guards::Handle Guards::Enter(const Arrival& arrival, uint32_t section, std::chrono::nanoseconds longest,
                             const TakeStack& stack, Waited& waited) {
  const uint64_t thread = arrival.access.thread;
  waited = WaitFor(arrival.number, thread, true, longest);
  const std::lock_guard lock(mutex_);
  const uint64_t owner = OwnerOf(Load(arrival.number));
  Intrude(arrival, owner != thread, stack);
  if (owner == thread) {
    Take(arrival);
    return arrival.number + 1;
  }
  if (section == kNoSection) return 0;
  __atomic_fetch_or(&guards_[arrival.number].word, Guard::kAsked, __ATOMIC_SEQ_CST);
  told_[arrival.number].shadows.push_back({thread, section, arrival.access.site, arrival.access.variable.hash, {}});
  return (arrival.number + 1) | kShadow;
}

Guards::Waited Guards::Pass(const Arrival& arrival, std::chrono::nanoseconds longest, const TakeStack& stack) {
  const Waited waited = WaitFor(arrival.number, arrival.access.thread, false, longest);
  const std::lock_guard lock(mutex_);
  const bool in_vain = waited == Waited::kTooLong || waited == Waited::kDeadlock;
  Intrude(arrival, in_vain, stack);
  return waited;
}

// The owner cannot give the guard back while the mutex is held and kAsked is set.
void Guards::Intrude(const Arrival& arrival, bool upon_owner, const TakeStack& stack) {
  const Access& access = arrival.access;
  auto intruder = [&] { return Intruder{access.thread, access.site, access.write, access.effect, stack()}; };
  uint64_t word = Load(arrival.number);
  while (upon_owner && OwnerOf(word) != 0 && OwnerOf(word) != access.thread) {
    if (!Swap(arrival.number, word, word | Guard::kAsked)) {
      word = Load(arrival.number);
      continue;
    }
    std::vector<Intrusion>& all = told_[arrival.number].intrusions;
    if (all.size() < kMostIntruders) all.push_back({OwnerOf(word), access.variable.hash, intruder()});
    break;
  }
  const auto told = told_.find(arrival.number);
  if (told == told_.end()) return;
  for (Shadow& shadow : told->second.shadows) {
    if (shadow.thread != access.thread && shadow.hash == access.variable.hash) Note(shadow.intruders, intruder());
  }
}

std::vector<Intruder> Guards::IntrudersUpon(uint32_t number, uint64_t thread, uint32_t hash) const {
  std::vector<Intruder> found;
  const auto told = told_.find(number);
  if (told == told_.end()) return found;
  for (const Intrusion& each : told->second.intrusions) {
    if (each.owner == thread && each.hash == hash) found.push_back(each.intruder);
  }
  return found;
}

std::vector<Violation> Guards::Judge(uint32_t section, uint32_t end, const Access& access, uint32_t entry_site,
                                     const std::vector<Intruder>& intruders) const {
  Violation violation{section, end, access.thread, entry_site, {}};
  for (const Intruder& each : intruders) {
    const atoms::Op op = each.write ? atoms::Op::kWrite : atoms::Op::kRead;
    if (!sections_[section].ends[end].allowed.Permits(op)) violation.intruders.push_back(each);
  }
  if (violation.intruders.empty()) return {};
  return {std::move(violation)};
}

std::vector<Violation> Guards::Again(Handle handle, const Access& access, uint32_t section) {
  const uint32_t number = (handle & kNumber) - 1;
  const std::lock_guard lock(mutex_);
  const auto told = told_.find(number);
  if (told == told_.end()) return {};
  const Guard& guard = guards_[number];
  std::vector<Violation> violations;
  const std::vector<atoms::End>& ends = sections_[section].ends;
  for (uint32_t i = 0; i < ends.size() && guard.hash == access.variable.hash; ++i) {
    if (!sections_[section].IsCircular(ends[i])) continue;
    violations = Judge(section, i, access, guard.site, IntrudersUpon(number, access.thread, guard.hash));
  }
  std::erase_if(told->second.intrusions, [&](const Intrusion& each) { return each.owner == access.thread; });
  return violations;
}

std::vector<Violation> Guards::End(Handle handle, const Access& access, uint32_t section, uint32_t end,
                                   const TakeStack& stack) {
  const uint32_t number = (handle & kNumber) - 1;
  const std::lock_guard lock(mutex_);
  std::vector<Violation> violations;
  const Guard& guard = guards_[number];
  if ((handle & kShadow) != 0) {
    for (const Shadow& shadow : told_[number].shadows) {
      if (shadow.thread != access.thread || shadow.section != section) continue;
      violations = Judge(section, end, access, shadow.entry_site, shadow.intruders);
      Arrival arrival{number, access};
      arrival.access.variable.hash = shadow.hash;
      Intrude(arrival, true, stack);
      break;
    }
  } else {
    if ((handle & kNested) == 0) {
      violations = Judge(section, end, access, guard.site, IntrudersUpon(number, access.thread, guard.hash));
    }
    Arrival arrival{number, access};
    arrival.access.variable.hash = guard.hash;
    Intrude(arrival, false, stack);
  }
  Release(number, (handle & kShadow) != 0 ? 0 : access.thread);
  if ((handle & kShadow) != 0) {
    std::erase_if(told_[number].shadows,
                  [&](const Shadow& shadow) { return shadow.thread == access.thread && shadow.section == section; });
    Release(number, 0);
  }
  return violations;
}

void Guards::Leave(Handle handle, uint64_t thread) {
  const uint32_t number = (handle & kNumber) - 1;
  const std::lock_guard lock(mutex_);
  if ((handle & kShadow) == 0) return Release(number, thread);
  std::erase_if(told_[number].shadows, [&](const Shadow& shadow) { return shadow.thread == thread; });
  Release(number, 0);
}

// By its owner, once; 0: nobody gives it back, but there may be nothing to be told any more.
void Guards::Release(uint32_t number, uint64_t thread) {
  for (;;) {
    const uint64_t word = Load(number);
    uint64_t next = word;
    if (thread != 0) {
      if (OwnerOf(word) != thread) return;
      next = (word & Guard::kDepth) > Guard::kOne ? word - Guard::kOne : word & Guard::kAsked;
    }
    const auto told = told_.find(number);
    if (told != told_.end() && OwnerOf(next) == 0) {
      told->second.intrusions.clear();
      if (told->second.shadows.empty()) told_.erase(told);
    }
    if (OwnerOf(next) == 0 && !told_.contains(number)) next = 0;
    if (Swap(number, word, next)) break;
  }
  waits_.Released();
}

void Guards::ThreadEnds(uint64_t thread) {
  for (uint32_t i = 0; i < kCount; ++i) {
    while (OwnerOf(Load(i)) == thread) {
      const std::lock_guard lock(mutex_);
      Release(i, thread);
    }
  }
  const std::lock_guard lock(mutex_);
  std::vector<uint32_t> numbers;
  for (auto& [number, told] : told_) {
    if (std::erase_if(told.shadows, [&](const Shadow& shadow) { return shadow.thread == thread; }) > 0) {
      numbers.push_back(number);
    }
  }
  for (const uint32_t number : numbers) Release(number, 0);
}

bool Guards::Holds(uint64_t thread) const {
  for (uint32_t i = 0; i < kCount; ++i) {
    if (OwnerOf(Load(i)) == thread) return true;
  }
  return false;
}

}  // namespace raddle::detect::atomrace
