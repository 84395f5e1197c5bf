#include "detect/atomrace/sections.h"

#include <algorithm>
#include <limits>

namespace raddle::detect::atomrace {
namespace {

constexpr size_t kMostIntruders = 8;  // a section that lasts an hour needs no more evidence

atoms::Op OpOf(bool write) {
  return write ? atoms::Op::kWrite : atoms::Op::kRead;
}

}  // namespace

Sections::Sections(const std::vector<atoms::Section>& sections, References references)
    : sections_(sections), refs_(std::move(references)) {
  for (uint32_t i = 0; i < sections_.size(); ++i) by_variable_[sections_[i].variable.ToString()].push_back(i);
}

Sections::Activation Sections::NewActivation() {
  const Activation last =
      last_activation_.fetch_add(1, std::memory_order_relaxed) & std::numeric_limits<Activation>::max();
  return last == std::numeric_limits<Activation>::max() ? 1 : last + 1;
}

// Calls that name something of a collection meet those that name the same, and those that mean all of it.
bool Sections::SameVariable(const Variable& kept, const Variable& asked) const {
  if (kept.hash != asked.hash || kept.field != asked.field) return false;
  const bool both_name = kept.key != nullptr && asked.key != nullptr;
  const bool one_names = kept.key != nullptr || asked.key != nullptr;
  if (kept.index != asked.index && (both_name || !one_names)) return false;
  if (kept.object == nullptr || asked.object == nullptr) return kept.object == asked.object;
  return refs_.same(kept.object, asked.object) && (!both_name || refs_.same_key(kept.key, asked.key));
}

int32_t& Sections::Count(const Open& open) {
  if (open.section != kGuest) return Count(open.section);
  if (open.in_entry_call) return CountOf(Kind::kObject);
  return CountOf(open.entry.variable.index >= 0 ? Kind::kElement : Kind::kField);
}

template <typename Test>
void Sections::EraseCalls(ThreadSections& thread, Test test) {
  std::erase_if(thread.calls, [&](const Call& call) {
    const bool gone = test(call);
    if (gone) __atomic_fetch_sub(&Count(call.section), 1, __ATOMIC_SEQ_CST);
    return gone;
  });
}

bool Sections::Permits(uint32_t section, const atoms::End& end, bool write, atoms::Effect effect) const {
  const bool collection = sections_[section].variable.kind == atoms::Variable::Kind::kObject;
  return collection ? end.allowed.Permits(effect) : end.allowed.Permits(OpOf(write));
}

// By every end that it may come to.
bool Sections::Allowed(const Open& open, const Access& access) const {
  if (open.section == kGuest) return true;
  const auto& ends = sections_[open.section].ends;
  return std::all_of(ends.begin(), ends.end(),
                     [&](const atoms::End& end) { return Permits(open.section, end, access.write, access.effect); });
}

bool Sections::IsUnwelcome(const std::string& variable, const Access& access) const {
  const auto found = by_variable_.find(variable);
  if (found == by_variable_.end()) return false;
  return std::any_of(found->second.begin(), found->second.end(), [&](uint32_t section) {
    const std::vector<atoms::End>& ends = sections_[section].ends;
    return !std::all_of(ends.begin(), ends.end(),
                        [&](const atoms::End& end) { return Permits(section, end, access.write, access.effect); });
  });
}

void Sections::Forget(uint64_t thread) {
  const auto found = threads_.find(thread);
  if (found == threads_.end()) return;
  const ThreadSections& state = found->second;
  const bool busy = !state.open.empty() || !state.calls.empty() || !state.intrusions.empty() || state.waits_for != 0;
  if (!busy) threads_.erase(found);
}

void Sections::Close(ThreadSections& thread, size_t i) {
  const Open& open = thread.open[i];
  refs_.drop(open.entry.variable.object);
  refs_.drop(open.entry.variable.key);
  __atomic_fetch_sub(&Count(open), 1, __ATOMIC_SEQ_CST);
  thread.open.erase(thread.open.begin() + static_cast<ptrdiff_t>(i));
  closed_.notify_all();
}

bool Sections::IsLoop(uint32_t section) const {
  const atoms::Section& it = sections_[section];
  return std::any_of(it.ends.begin(), it.ends.end(), [&](const atoms::End& end) { return it.IsCircular(end); });
}

void Sections::Add(const Beginning& beginning, const Access& access, bool call) {
  Open open{.section = beginning.section,
            .activation = beginning.activation,
            .entry = access,
            .serial = ++last_serial_,
            .in_entry_call = call,
            .intruders = {}};
  Variable& variable = open.entry.variable;
  if (variable.object != nullptr) variable.object = refs_.keep(variable.object);
  if (variable.key != nullptr) variable.key = refs_.keep(variable.key);
  __atomic_fetch_add(&Count(open), 1, __ATOMIC_SEQ_CST);
  threads_[access.thread].open.push_back(std::move(open));
}

void Sections::Enter(const Beginning& beginning, const Access& access, bool call) {
  for (Open& open : threads_[access.thread].open) {
    if (open.section != beginning.section || !SameVariable(open.entry.variable, access.variable)) continue;
    if (open.activation != beginning.activation) {
      ++open.depth;  // recursion: what is inside ends first
    } else if (!IsLoop(beginning.section)) {
      open.intruders.clear();  // it begins anew
      open.serial = ++last_serial_;
      open.in_entry_call = call;
    }
    return;
  }
  Add(beginning, access, call);
}

void Sections::Note(Open& open, const Access& access, const TakeStack& stack) {
  if (open.intruders.size() >= kMostIntruders) return;
  const bool known = std::any_of(open.intruders.begin(), open.intruders.end(), [&](const Intruder& intruder) {
    return intruder.thread == access.thread && intruder.site == access.site;
  });
  if (!known) open.intruders.push_back({access.thread, access.site, access.write, access.effect, stack()});
}

void Sections::Intrude(const Access& access, const TakeStack& stack) {
  for (auto& [id, thread] : threads_) {
    if (id == access.thread) continue;
    for (Open& open : thread.open) {
      if (SameVariable(open.entry.variable, access.variable)) Note(open, access, stack);
    }
  }
}

// An access or a call that threw an exception.
void Sections::ForgetWhatFailed(uint64_t id) {
  const auto found = threads_.find(id);
  if (found == threads_.end()) return;
  ThreadSections& thread = found->second;
  thread.intrusions.clear();
  for (size_t i = thread.open.size(); i-- > 0;) {
    thread.open[i].ending = -1;
    if (thread.open[i].section == kGuest || thread.open[i].in_entry_call) Close(thread, i);
  }
}

Sections::Waited Sections::Arrive(const Access& access, const std::vector<Beginning>& beginnings,
                                  std::chrono::nanoseconds longest, const TakeStack& stack, bool guest) {
  std::unique_lock lock(mutex_);
  ForgetWhatFailed(access.thread);
  Waited waited = Waited::kNot;
  if (longest.count() > 0) {
    waited = WaitWhile(lock, access.thread, longest, [&] { return InTheWay(access, !beginnings.empty()); });
  }
  Intrude(access, stack);
  for (const Beginning& each : beginnings) Enter(each, access, false);
  if (guest) Add({kGuest, 0}, access, false);
  return waited;
}

Sections::Waited Sections::BeginCall(const Access& access, const std::vector<Beginning>& beginnings,
                                     std::chrono::nanoseconds longest, bool guest) {
  std::unique_lock lock(mutex_);
  ForgetWhatFailed(access.thread);
  Waited waited = Waited::kNot;
  if (longest.count() > 0) {
    waited = WaitWhile(lock, access.thread, longest, [&] { return InTheWay(access, !beginnings.empty()); });
  }
  std::vector<Intrusion> intrusions;
  for (const auto& [id, thread] : threads_) {
    if (id == access.thread) continue;
    for (const Open& open : thread.open) {
      if (open.in_entry_call || open.ending >= 0 || !SameVariable(open.entry.variable, access.variable)) continue;
      intrusions.push_back({id, open.serial, access});
    }
  }
  if (!intrusions.empty()) threads_[access.thread].intrusions = std::move(intrusions);
  for (const Beginning& each : beginnings) Enter(each, access, true);
  if (guest) Add({kGuest, 0}, access, true);
  return waited;
}

void Sections::EndCall(uint64_t id, const TakeStack& stack) {
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(id);
  if (found == threads_.end()) return;
  ThreadSections& thread = found->second;
  for (const Intrusion& each : thread.intrusions) {
    const auto owner = threads_.find(each.owner);
    if (owner == threads_.end()) continue;
    for (Open& open : owner->second.open) {
      if (open.serial == each.serial && open.ending < 0) Note(open, each.access, stack);
    }
  }
  thread.intrusions.clear();
  for (size_t i = thread.open.size(); i-- > 0;) {
    if (thread.open[i].section == kGuest) {
      Close(thread, i);
    } else {
      thread.open[i].in_entry_call = false;
    }
  }
  Forget(id);
}

void Sections::Reach(uint32_t section, uint32_t end, const Access& access) {
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(access.thread);
  if (found == threads_.end()) return;
  std::vector<Open>& all = found->second.open;
  for (size_t i = all.size(); i-- > 0;) {
    Open& open = all[i];
    if (open.section != section || !SameVariable(open.entry.variable, access.variable)) continue;
    const bool only_entered = open.just_entered && sections_[section].IsCircular(sections_[section].ends[end]);
    open.just_entered = false;
    if (!only_entered) open.ending = static_cast<int32_t>(end);
    return;
  }
}

std::vector<Violation> Sections::Passed(uint64_t id) {
  std::vector<Violation> violations;
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(id);
  if (found == threads_.end()) return violations;
  ThreadSections& thread = found->second;
  for (size_t i = thread.open.size(); i-- > 0;) {
    Open& open = thread.open[i];
    if (open.section == kGuest) {
      Close(thread, i);
      continue;
    }
    if (open.ending < 0) continue;
    const auto end = static_cast<uint32_t>(open.ending);
    open.ending = -1;
    if (--open.depth > 0) continue;
    const atoms::End& at = sections_[open.section].ends[end];
    Violation violation{open.section, end, id, open.entry.site, {}};
    for (const Intruder& each : open.intruders) {
      if (!Permits(open.section, at, each.write, each.effect)) violation.intruders.push_back(each);
    }
    if (!violation.intruders.empty()) violations.push_back(std::move(violation));
    if (sections_[open.section].IsCircular(at)) {
      open.depth = 1;
      open.intruders.clear();
      open.serial = ++last_serial_;
    } else {
      Close(thread, i);
    }
  }
  Forget(id);
  return violations;
}

void Sections::Exit(uint64_t id, Activation activation, std::optional<uint32_t> section) {
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(id);
  if (found == threads_.end()) return;
  ThreadSections& thread = found->second;
  for (size_t i = thread.open.size(); i-- > 0;) {
    if (thread.open[i].activation == activation && (!section || *section == thread.open[i].section)) Close(thread, i);
  }
  EraseCalls(thread,
             [&](const Call& call) { return call.activation == activation && (!section || *section == call.section); });
  Forget(id);
}

void Sections::ThreadEnds(uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(id);
  if (found == threads_.end()) return;
  while (!found->second.open.empty()) Close(found->second, 0);
  EraseCalls(found->second, [](const Call&) { return true; });
  threads_.erase(found);
}

Sections::Waited Sections::Calling(uint64_t thread, Activation activation, uint32_t section, int32_t end,
                                   std::chrono::nanoseconds longest) {
  std::unique_lock lock(mutex_);
  Waited waited = Waited::kNot;
  if (longest.count() > 0 && end == kEntry) {
    waited = WaitWhile(lock, thread, longest, [&] { return AtTheGate(thread, section); });
  }
  const Call call{activation, section, end};
  __atomic_fetch_add(&Count(section), 1, __ATOMIC_SEQ_CST);
  threads_[thread].calls.push_back(call);
  return waited;
}

void Sections::Called(uint64_t id, Activation activation, uint32_t section, int32_t end) {
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(id);
  if (found == threads_.end()) return;
  EraseCalls(found->second, [&](const Call& call) {
    return call.activation == activation && call.section == section && call.end == end;
  });
  closed_.notify_all();
  Forget(id);
}

Sections::Activation Sections::CallOf(uint64_t id, uint32_t section, int32_t end) {
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(id);
  if (found == threads_.end()) return 0;
  const auto& calls = found->second.calls;
  for (size_t i = calls.size(); i-- > 0;) {
    if (calls[i].section == section && calls[i].end == end) return calls[i].activation;
  }
  return 0;
}

bool Sections::WaitsFor(uint64_t thread, uint64_t other, bool ask) const {
  constexpr size_t kMostOutside = 16;  // threads in a chain that are in no section
  for (size_t steps = 0; thread != 0 && steps <= threads_.size() + kMostOutside; ++steps) {
    if (thread == other || thread == kAnybody) return true;
    const auto found = threads_.find(thread);
    const uint64_t by_us = found == threads_.end() ? 0 : found->second.waits_for;
    thread = by_us == 0 && ask && refs_.waits_for ? refs_.waits_for(thread) : by_us;
  }
  return false;
}

uint64_t Sections::InTheWay(const Access& access, bool entering) const {
  for (const auto& [id, thread] : threads_) {
    if (id == access.thread) continue;
    for (const Open& open : thread.open) {
      if (SameVariable(open.entry.variable, access.variable) && (entering || !Allowed(open, access))) return id;
    }
  }
  return 0;
}

uint64_t Sections::AtTheGate(uint64_t id, uint32_t section) const {
  auto same = [&](uint32_t other) {
    return other != kGuest && sections_[other].variable == sections_[section].variable;
  };
  for (const auto& [other, thread] : threads_) {
    if (other == id) continue;
    if (std::any_of(thread.open.begin(), thread.open.end(), [&](const Open& open) { return same(open.section); }) ||
        std::any_of(thread.calls.begin(), thread.calls.end(),
                    [&](const Call& call) { return call.end == kEntry && same(call.section); })) {
      return other;
    }
  }
  return 0;
}

template <typename Owner>
Sections::Waited Sections::WaitWhile(std::unique_lock<std::mutex>& lock, uint64_t thread,
                                     std::chrono::nanoseconds longest, Owner owner) {
  uint64_t other = owner();
  if (other == 0) return Waited::kNot;
  constexpr auto kAskEvery = std::chrono::milliseconds(1);
  constexpr int kMostTurns = 10;  // of others that come first: while sections are closed the wait is not in vain
  const auto last = std::chrono::steady_clock::now() + kMostTurns * longest;
  auto until = std::chrono::steady_clock::now() + longest;
  Waited result = Waited::kUntilFree;
  for (bool ask = false; other != 0; other = owner()) {
    if (WaitsFor(other, thread, ask)) {
      result = Waited::kDeadlock;
      break;
    }
    threads_[thread].waits_for = other;
    const auto now = std::chrono::steady_clock::now();
    if (now >= until) {
      result = Waited::kTooLong;
      break;
    }
    ask = closed_.wait_until(lock, std::min(until, now + kAskEvery)) == std::cv_status::timeout;
    if (!ask) until = std::min(last, now + longest);
  }
  threads_[thread].waits_for = 0;
  Forget(thread);
  return result;
}

Sections::Waited Sections::WaitForOwner(uint64_t thread, std::chrono::nanoseconds longest,
                                        const std::function<uint64_t()>& owner) {
  std::unique_lock lock(mutex_);
  return WaitWhile(lock, thread, longest, owner);
}

void Sections::Released() {
  const std::lock_guard lock(mutex_);
  closed_.notify_all();
}

void Sections::Blocked(uint64_t thread, uint64_t owner) {
  const std::lock_guard lock(mutex_);
  threads_[thread].waits_for = owner;
  closed_.notify_all();
}

void Sections::Unblocked(uint64_t thread) {
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(thread);
  if (found == threads_.end()) return;
  found->second.waits_for = 0;
  Forget(thread);
}

bool Sections::InSection(uint64_t thread) {
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(thread);
  return found != threads_.end() && !found->second.open.empty();
}

}  // namespace raddle::detect::atomrace
