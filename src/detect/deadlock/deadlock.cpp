#include "detect/deadlock/deadlock.h"

#include <algorithm>
#include <bit>

namespace raddle::detect {
namespace {

using event::LockMode;
using event::Manner;
using runtime::HeldLock;

uint64_t Mix(uint64_t hash, uint64_t part) {
  hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 29;
}

uint64_t Mix(uint64_t hash, const HeldLock& lock) {
  return Mix(hash, uint64_t{lock.lock.value()} << 1 | (lock.mode == LockMode::kWrite));
}

// Requests at the same place are the same problem, whichever objects they are for. Where no place is known, the locks
// and the thread stand for it.
uint64_t PlaceOf(const LockStep& step) {
  if (!step.wanted_at.known()) return Mix(Mix(Mix(0, step.held), step.wanted), step.thread.value());
  return Mix(0, step.wanted_at.stack.valid() ? step.wanted_at.stack.value() : step.wanted_at.site.value());
}

}  // namespace

void Deadlock::OnAsk(ThreadState& thread, LockId lock, LockMode mode) {
  Thread& state = threads_.Of(thread.id());
  const bool has = std::ranges::find(state.held, lock, &Held::lock) != state.held.end();  // in the other mode
  if (Window() != 0 && !state.held.empty() && !has && thread.watched()) Request(thread, state, {lock, mode});
}

void Deadlock::OnAcquire(ThreadState& thread, LockId lock, LockMode mode, Manner manner) {
  Thread& state = threads_.Of(thread.id());
  auto found = std::ranges::find(state.held, lock, &Held::lock);
  if (found == state.held.end()) {  // else it has it in the other mode already
    // What was taken before the window of an ask can have seen nothing of that: it does not matter what it had seen.
    Held held{.lock = lock, .at = {}, .seen = {}};
    if (Window() != 0) {
      if (!state.held.empty() && manner == Manner::kWaits && thread.watched()) Request(thread, state, {lock, mode});
      held.at = Recall(state, lock);
      held.seen = thread.visible_at_request();
    }
    found = state.held.insert(state.held.end(), std::move(held));
  }
  (mode == LockMode::kRead ? found->for_reading : found->for_writing) = true;
}

void Deadlock::OnRelease(ThreadState& thread, LockId lock, LockMode mode) {
  Thread& state = threads_.Of(thread.id());
  auto found = std::ranges::find(state.held, lock, &Held::lock);
  if (found == state.held.end()) return;  // taken before we watched
  (mode == LockMode::kRead ? found->for_reading : found->for_writing) = false;
  if (!found->for_reading && !found->for_writing) state.held.erase(found);
}

Place Deadlock::Recall(Thread& state, LockId lock) {
  Line& line = state.lines[lock.value() % kLines];
  if (line.lock != lock) line = {lock, 0, {}};
  ++line.count;
  bool new_to_us = line.count == 1 && early_.load(std::memory_order_relaxed) <= 0;
  if (!new_to_us && (line.count <= kExactly || std::has_single_bit(line.count))) {
    if (line.count == 1) early_.fetch_sub(1, std::memory_order_relaxed);
    line.at = sink_.Here();
    return line.at;
  }
  Place recalled = line.at;
  recalled.exact = false;
  return recalled;
}

void Deadlock::Request(ThreadState& thread, const Thread& state, HeldLock wanted) {
  auto held = [](const Held& each) {
    return HeldLock{each.lock, each.for_writing ? LockMode::kWrite : LockMode::kRead};
  };
  uint64_t key = Mix(Mix(0, thread.id().value()), wanted);  // small numbers, unmixed, would cancel each other
  for (const Held& each : state.held) key = Mix(key, held(each));
  const runtime::Moment moment(thread.slot().index(), thread.NextStep());
  std::vector<LockCycle> found;  // told when the graph is free again
  auto report = [&](const LockCycle& cycle) {
    if (IsNew(cycle)) found.push_back(cycle);
  };
  Ask ask{thread.id(), {}, wanted, {}, moment};
  for (const Held& each : state.held) ask.holds.push_back({held(each), each.at, each.seen});
  const uint32_t window = Window();
  std::unique_lock guard(graph_mutex_);
  if (window != 0 && window != window_) {
    graph_ = {};
    window_ = window;
  }
  if (!graph_.Again(key, ask, report)) {
    guard.unlock();
    ask.wanted_at = sink_.Here();
    guard.lock();
    if (window == window_) graph_.Add(key, std::move(ask), report);
  }
  guard.unlock();
  for (const LockCycle& cycle : found) sink_.FoundDeadlock(cycle);
}

bool Deadlock::IsNew(const LockCycle& cycle) {
  uint64_t places = 0;  // whichever of them comes first
  for (const LockStep& step : cycle.steps) places += Mix(PlaceOf(step), cycle.steps.size());
  return reported_.insert(places).second;
}

}  // namespace raddle::detect
