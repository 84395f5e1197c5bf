#include "detect/deadlock/lock_graph.h"

#include <algorithm>

namespace raddle::detect {
namespace {

using event::LockMode;
using runtime::HeldLock;

bool Excludes(const HeldLock& a, const HeldLock& b) {
  return a.lock == b.lock && (a.mode == LockMode::kWrite || b.mode == LockMode::kWrite);
}

bool HaveGate(const Ask& a, const Ask& b) {
  return std::ranges::any_of(a.holds, [&](const Hold& x) {
    return std::ranges::any_of(b.holds, [&](const Hold& y) { return Excludes(x.lock, y.lock); });
  });
}

// Who takes a slot has seen all that its former owners did.
bool Sees(const Hold& later, const Ask& earlier) {
  return later.seen.Get(earlier.moment.slot()) >= earlier.moment.time();
}

const Hold* Holding(const Ask& ask, const HeldLock& wanted) {
  auto found = std::ranges::find_if(ask.holds, [&](const Hold& hold) { return Excludes(hold.lock, wanted); });
  return found == ask.holds.end() ? nullptr : &*found;
}

}  // namespace

bool LockGraph::Again(uint64_t key, const Ask& ask, const Report& report) {
  stock_ = std::min(stock_ + kStepsAnAsk, kStepsInStock);
  auto found = by_key_.find(key);
  if (found == by_key_.end()) return false;
  Node& latest = *found->second.back();
  const bool nothing_new = std::ranges::equal(latest.ask.holds, ask.holds, [](const Hold& before, const Hold& now) {
    return before.seen.SharesAllWith(now.seen);
  });
  if (!nothing_new) return false;
  latest.ask.moment = ask.moment;
  if (latest.nearly) Search(latest, report);
  return true;
}

void LockGraph::Add(uint64_t key, Ask ask, const Report& report) {
  if (size_ == kMostAsks) {
    by_key_.clear();
    holding_.clear();
    nodes_.clear();
    size_ = 0;
  }
  std::vector<Node*>& instances = by_key_[key];
  Node* node;
  if (instances.size() == kInstances) {  // the oldest becomes this one: it holds the same locks
    node = instances.front();
    instances.erase(instances.begin());
    node->ask = std::move(ask);
    node->nearly = false;
  } else {
    node = nodes_.emplace_back(std::make_unique<Node>(std::move(ask))).get();
    ++size_;
    for (const Hold& hold : node->ask.holds) holding_[hold.lock.lock].push_back(node);
  }
  instances.push_back(node);
  Search(*node, report);
}

void LockGraph::Search(Node& node, const Report& report) {
  node.nearly = false;
  chain_.assign(1, &node);
  for (size_t length = 2; length <= kLongest; ++length) {
    if (!Extend(length, report)) break;
  }
  chain_.clear();
}

// Looks for cycles of exactly that length. False if no chain is that long, or the steps are used up: then longer ones
// need not be looked for.
bool LockGraph::Extend(size_t length, const Report& report) {
  const HeldLock wanted = chain_.back()->ask.wanted;
  auto found = holding_.find(wanted.lock);
  if (found == holding_.end()) return false;
  bool reached = false;
  for (Node* next : found->second) {
    if (--stock_ < 0) return false;
    if (Holding(next->ask, wanted) == nullptr || !Fits(next->ask)) continue;
    chain_.push_back(next);
    if (chain_.size() < length) {
      reached |= Extend(length, report);
    } else {
      reached = true;
      if (Holding(chain_.front()->ask, next->ask.wanted) != nullptr) Close(report);
    }
    chain_.pop_back();
  }
  return reached;
}

bool LockGraph::Fits(const Ask& ask) const {
  return std::ranges::none_of(
      chain_, [&](const Node* each) { return each->ask.thread == ask.thread || HaveGate(each->ask, ask); });
}

void LockGraph::Close(const Report& report) {
  auto held_by = [&](size_t i) -> const Hold& {
    return *Holding(chain_[i]->ask, chain_[(i + chain_.size() - 1) % chain_.size()]->ask.wanted);
  };
  for (size_t i = 0; i < chain_.size(); ++i) {
    for (size_t j = i + 1; j < chain_.size(); ++j) {
      const Ask &a = chain_[i]->ask, &b = chain_[j]->ask;
      if (!Sees(held_by(i), b) && !Sees(held_by(j), a)) continue;
      for (Node* each : chain_) each->nearly = true;
      return;
    }
  }
  LockCycle cycle;
  for (size_t i = 0; i < chain_.size(); ++i) {
    const Ask& ask = chain_[i]->ask;
    const Hold& held = held_by(i);
    LockStep& step = cycle.steps.emplace_back(
        LockStep{ask.thread, held.lock, held.at, ask.wanted, ask.wanted_at, std::vector<HeldLock>()});
    for (const Hold& each : ask.holds) step.locks.push_back(each.lock);
  }
  report(cycle);
}

}  // namespace raddle::detect
