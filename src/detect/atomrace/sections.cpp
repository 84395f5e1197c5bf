#include "detect/atomrace/sections.h"

#include <algorithm>

namespace raddle::detect::atomrace {
namespace {

constexpr size_t kMostIntruders = 8;  // a section that lasts an hour needs no more evidence

atoms::Op OpOf(bool write) {
  return write ? atoms::Op::kWrite : atoms::Op::kRead;
}

}  // namespace

Sections::Activation Sections::NewActivation() {
  const std::lock_guard lock(mutex_);
  if (++last_activation_ <= 0) last_activation_ = 1;
  return last_activation_;
}

bool Sections::SameVariable(const Variable& kept, const Variable& asked) const {
  if (kept.hash != asked.hash || kept.field != asked.field || kept.index != asked.index) return false;
  if (kept.object == nullptr || asked.object == nullptr) return kept.object == asked.object;
  return same_(kept.object, asked.object);
}

// By every end that it may come to.
bool Sections::Allowed(const Open& open, bool write) const {
  const auto& ends = sections_[open.section].ends;
  return std::all_of(ends.begin(), ends.end(), [&](const atoms::End& end) { return end.allowed.Permits(OpOf(write)); });
}

void Sections::Forget(uint64_t thread) {
  const auto found = threads_.find(thread);
  if (found == threads_.end()) return;
  const ThreadSections& state = found->second;
  if (state.open.empty() && state.calls.empty() && state.waits_for == 0) threads_.erase(found);
}

void Sections::Close(ThreadSections& thread, size_t i) {
  drop_(thread.open[i].entry.variable.object);
  thread.open.erase(thread.open.begin() + static_cast<ptrdiff_t>(i));
  closed_.notify_all();
}

bool Sections::IsLoop(uint32_t section) const {
  const atoms::Section& it = sections_[section];
  return std::any_of(it.ends.begin(), it.ends.end(), [&](const atoms::End& end) { return it.IsCircular(end); });
}

void Sections::Enter(const Beginning& beginning, const Access& access, const std::function<const void*()>& keep) {
  ThreadSections& thread = threads_[access.thread];
  for (Open& open : thread.open) {
    if (open.section != beginning.section || !SameVariable(open.entry.variable, access.variable)) continue;
    if (open.activation != beginning.activation) {
      ++open.depth;  // recursion: what is inside ends first
    } else if (!IsLoop(beginning.section)) {
      open.intruders.clear();  // it begins anew
    }
    return;
  }
  Access kept = access;
  kept.variable.object = access.variable.object == nullptr ? nullptr : keep();
  thread.open.push_back(
      {.section = beginning.section, .activation = beginning.activation, .entry = kept, .intruders = {}});
}

void Sections::Intrude(const Access& access, const std::function<StackId()>& stack) {
  for (auto& [id, thread] : threads_) {
    if (id == access.thread) continue;
    for (Open& open : thread.open) {
      if (open.intruders.size() >= kMostIntruders || !SameVariable(open.entry.variable, access.variable)) continue;
      const bool known = std::any_of(open.intruders.begin(), open.intruders.end(), [&](const Intruder& intruder) {
        return intruder.thread == access.thread && intruder.site == access.site;
      });
      if (!known) open.intruders.push_back({access.thread, access.site, access.write, stack()});
    }
  }
}

Sections::Waited Sections::Arrive(const Access& access, const std::vector<Beginning>& beginnings,
                                  std::chrono::nanoseconds longest, const std::function<StackId()>& stack,
                                  const std::function<const void*()>& keep) {
  std::unique_lock lock(mutex_);
  if (const auto found = threads_.find(access.thread); found != threads_.end()) {
    for (Open& open : found->second.open) open.ending = -1;  // an access that failed
  }
  Waited waited = Waited::kNot;
  if (longest.count() > 0) {
    waited = WaitWhile(lock, access.thread, longest, [&] { return InTheWay(access, !beginnings.empty()); });
  }
  Intrude(access, stack);
  for (const Beginning& each : beginnings) Enter(each, access, keep);
  return waited;
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
    if (open.ending < 0) continue;
    const auto end = static_cast<uint32_t>(open.ending);
    open.ending = -1;
    if (--open.depth > 0) continue;
    const atoms::End& at = sections_[open.section].ends[end];
    Violation violation{open.section, end, id, open.entry.site, {}};
    for (const Intruder& each : open.intruders) {
      if (!at.allowed.Permits(OpOf(each.write))) violation.intruders.push_back(each);
    }
    if (!violation.intruders.empty()) violations.push_back(std::move(violation));
    if (sections_[open.section].IsCircular(at)) {
      open.depth = 1;
      open.intruders.clear();
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
  std::erase_if(thread.calls, [&](const Call& call) {
    return call.activation == activation && (!section || *section == call.section);
  });
  Forget(id);
}

void Sections::ThreadEnds(uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(id);
  if (found == threads_.end()) return;
  while (!found->second.open.empty()) Close(found->second, 0);
  threads_.erase(found);
}

Sections::Waited Sections::Calling(uint64_t thread, Activation activation, uint32_t section, int32_t end,
                                   std::chrono::nanoseconds longest) {
  std::unique_lock lock(mutex_);
  Waited waited = Waited::kNot;
  if (longest.count() > 0 && end == kEntry) {
    waited = WaitWhile(lock, thread, longest, [&] { return AtTheGate(thread, section); });
  }
  threads_[thread].calls.push_back({activation, section, end});
  return waited;
}

void Sections::Called(uint64_t id, Activation activation, uint32_t section, int32_t end) {
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(id);
  if (found == threads_.end()) return;
  std::erase_if(found->second.calls, [&](const Call& call) {
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

bool Sections::WaitsFor(uint64_t thread, uint64_t other) const {
  for (size_t steps = 0; thread != 0 && steps <= threads_.size(); ++steps) {
    if (thread == other) return true;
    const auto found = threads_.find(thread);
    thread = found == threads_.end() ? 0 : found->second.waits_for;
  }
  return false;
}

uint64_t Sections::InTheWay(const Access& access, bool entering) const {
  for (const auto& [id, thread] : threads_) {
    if (id == access.thread) continue;
    for (const Open& open : thread.open) {
      if (SameVariable(open.entry.variable, access.variable) && (entering || !Allowed(open, access.write))) return id;
    }
  }
  return 0;
}

uint64_t Sections::AtTheGate(uint64_t id, uint32_t section) const {
  auto same = [&](uint32_t other) { return sections_[other].variable == sections_[section].variable; };
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
  const auto until = std::chrono::steady_clock::now() + longest;
  Waited result = Waited::kUntilFree;
  for (; other != 0; other = owner()) {
    if (WaitsFor(other, thread)) {
      result = Waited::kDeadlock;
      break;
    }
    threads_[thread].waits_for = other;
    if (closed_.wait_until(lock, until) == std::cv_status::timeout) {
      result = owner() == 0 ? Waited::kUntilFree : Waited::kTooLong;
      break;
    }
  }
  threads_[thread].waits_for = 0;
  Forget(thread);
  return result;
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
