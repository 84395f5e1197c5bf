#include "twins.h"

#include <algorithm>
#include <optional>

namespace raddle::detect {
namespace {

using event::AccessKind;
using event::LockMode;
using Before = std::bitset<kLongestTrace>;

// How strongly a thread holds each lock just now.
class Holdings {
 public:
  void Apply(const event::Event& event) {
    if (auto* e = std::get_if<event::Acquire>(&event)) ++counts_[e->thread][{e->lock, e->mode}];
    if (auto* e = std::get_if<event::Release>(&event)) --counts_[e->thread][{e->lock, e->mode}];
    if (auto* e = std::get_if<event::Wait>(&event)) {
      int& count = counts_[e->thread][{e->lock, LockMode::kWrite}];
      waiting_[{e->thread, e->lock}] = count;
      count = 0;
    }
    if (auto* e = std::get_if<event::Woken>(&event)) {
      counts_[e->thread][{e->lock, LockMode::kWrite}] = waiting_[{e->thread, e->lock}];
    }
  }

  std::map<LockId, LockMode> Of(ThreadId thread) {
    std::map<LockId, LockMode> held;
    for (const auto& [lock, count] : counts_[thread]) {
      if (count > 0) held[lock.first] = std::max(held[lock.first], lock.second);
    }
    return held;
  }

 private:
  std::map<ThreadId, std::map<std::pair<LockId, LockMode>, int>> counts_;
  std::map<std::pair<ThreadId, LockId>, int> waiting_;
};

enum class Edges { kAll, kAllButLocks };

// For each event, those before it. Edges are found by looking back over the whole trace.
class Order {
 public:
  Order(const Trace& trace, Edges edges) : trace_(trace), edges_(edges), before_(trace.size()) {}

  const Before& Compute(size_t at) {
    for (size_t earlier = 0; earlier < at; ++earlier) {
      if (Leads(earlier, at)) AddEdge(earlier, at);
    }
    return before_[at];
  }
  void AddEdge(size_t from, size_t to) {
    before_[to] |= before_[from];
    before_[to].set(from);
  }
  bool IsBefore(size_t a, size_t b) const { return before_[b].test(a); }
  const Before& BeforeEvent(size_t at) const { return before_[at]; }
  // What the thread had seen by then, not counting what that very event taught it.
  Before BeforeItLearnt(size_t at) const {
    Before seen;
    for (size_t earlier = 0; earlier < at; ++earlier) {
      auto* fork = std::get_if<event::Fork>(&trace_[earlier]);
      const ThreadId thread = event::ThreadOf(trace_[at]);
      if (event::ThreadOf(trace_[earlier]) != thread && (fork == nullptr || fork->child != thread)) continue;
      seen |= before_[earlier];
      seen.set(earlier);
    }
    return seen;
  }

 private:
  static bool ReleasesFor(const event::Event& from, LockId lock, LockMode acquired) {
    if (auto* e = std::get_if<event::Release>(&from)) {
      return e->lock == lock && (e->mode == LockMode::kWrite || acquired == LockMode::kWrite);
    }
    auto* e = std::get_if<event::Wait>(&from);
    return e != nullptr && e->lock == lock;
  }
  static std::optional<ChannelId> Published(const event::Event& from) {
    if (auto* e = std::get_if<event::Publish>(&from)) return e->channel;
    if (auto* e = std::get_if<event::ClassInitialised>(&from)) return e->channel;
    if (auto* e = std::get_if<event::Volatile>(&from); e && e->kind != event::VolatileKind::kRead) return e->channel;
    return std::nullopt;
  }
  static std::optional<ChannelId> Received(const event::Event& to) {
    if (auto* e = std::get_if<event::Receive>(&to)) return e->channel;
    if (auto* e = std::get_if<event::ClassUsed>(&to)) return e->channel;
    if (auto* e = std::get_if<event::Volatile>(&to); e && e->kind != event::VolatileKind::kWrite) return e->channel;
    return std::nullopt;
  }

  // A notification, or any release behind the first one.
  bool TellsThrough(size_t a, LockId lock) const {
    for (size_t i = 0; i <= a; ++i) {
      auto* notify = std::get_if<event::Notify>(&trace_[i]);
      if (notify == nullptr || notify->lock != lock) continue;
      return i == a || ReleasesFor(trace_[a], lock, LockMode::kRead);
    }
    return false;
  }

  bool Leads(size_t a, size_t b) const {
    const event::Event &from = trace_[a], &to = trace_[b];
    if (event::ThreadOf(from) == event::ThreadOf(to)) return true;
    if (auto* e = std::get_if<event::Fork>(&from)) return e->child == event::ThreadOf(to);
    if (auto* e = std::get_if<event::Join>(&to)) {
      return e->ended == event::ThreadOf(from) && std::holds_alternative<event::End>(from);
    }
    if (Received(to) && Published(from) == Received(to)) return true;
    if (auto* e = std::get_if<event::Woken>(&to)) {
      if (TellsThrough(a, e->lock)) return true;
      return edges_ == Edges::kAll && ReleasesFor(from, e->lock, LockMode::kWrite);
    }
    auto* acquire = std::get_if<event::Acquire>(&to);
    if (acquire != nullptr && TellsThrough(a, acquire->lock)) return true;
    return edges_ == Edges::kAll && acquire != nullptr && ReleasesFor(from, acquire->lock, acquire->mode);
  }

  const Trace& trace_;
  const Edges edges_;
  std::vector<Before> before_;
};

bool Conflict(const event::Access& a, const event::Access& b) {
  return a.variable == b.variable && a.thread != b.thread &&
         (a.kind == AccessKind::kWrite || b.kind == AccessKind::kWrite);
}

void JudgeOrder(const Trace& trace, bool schedulable, Verdicts& verdicts) {
  Order order(trace, Edges::kAll);
  for (size_t at = 0; at < trace.size(); ++at) {
    order.Compute(at);
    auto* now = std::get_if<event::Access>(&trace[at]);
    if (now == nullptr) continue;
    std::optional<size_t> last_write;
    for (size_t earlier = 0; earlier < at; ++earlier) {
      auto* then = std::get_if<event::Access>(&trace[earlier]);
      if (then == nullptr || then->variable != now->variable) continue;
      if (then->kind == AccessKind::kWrite) last_write = earlier;
      if (!Conflict(*then, *now) || order.IsBefore(earlier, at)) continue;
      if (schedulable) {
        verdicts.schedulable.try_emplace(now->variable, at);
      } else {
        verdicts.plain.insert(now->variable);
      }
    }
    if (schedulable && now->kind == AccessKind::kRead && last_write) order.AddEdge(*last_write, at);
  }
}

bool KeptApart(const std::map<LockId, LockMode>& a, const std::map<LockId, LockMode>& b) {
  return std::ranges::any_of(a, [&](const auto& held) {
    auto other = b.find(held.first);
    return other != b.end() && std::max(held.second, other->second) == LockMode::kWrite;
  });
}

void JudgePairs(const Trace& trace, Verdicts& verdicts) {
  Order visible(trace, Edges::kAllButLocks);
  Holdings holdings;
  std::vector<std::map<LockId, LockMode>> locks(trace.size());
  for (size_t at = 0; at < trace.size(); ++at) {
    holdings.Apply(trace[at]);
    visible.Compute(at);
    auto* now = std::get_if<event::Access>(&trace[at]);
    if (now == nullptr) continue;
    locks[at] = holdings.Of(now->thread);
    for (size_t earlier = 0; earlier < at; ++earlier) {
      auto* then = std::get_if<event::Access>(&trace[earlier]);
      if (then == nullptr || !Conflict(*then, *now)) continue;
      if (!visible.IsBefore(earlier, at) && !KeptApart(locks[earlier], locks[at])) verdicts.predicted.insert(at);
    }
  }
}

// §4.4 and §4.5 as they stand: periods, spawnings, and the relation between them.
class Periods {
 public:
  struct Period {
    ThreadId thread;
    int number;
  };
  Period Now(ThreadId thread) { return {thread, counters_[thread]}; }
  void Spawn(ThreadId parent, ThreadId child) { spawned_.try_emplace(child, Now(parent)), ++counters_[parent]; }
  bool Sees(Period later, Period earlier) const {
    if (later.thread == earlier.thread && later.number >= earlier.number) return true;
    auto parent = spawned_.find(later.thread);
    return parent != spawned_.end() && Sees(parent->second, earlier);
  }

 private:
  std::map<ThreadId, int> counters_;
  std::map<ThreadId, Period> spawned_;
};

// A lockset that starts as the set of all locks.
struct Refined {
  bool full = true;
  std::set<LockId> locks;

  void Refine(AccessKind kind, const std::map<LockId, LockMode>& held) {
    std::set<LockId> protecting;
    for (const auto& [lock, mode] : held) {
      if (kind == AccessKind::kRead || mode == LockMode::kWrite) protecting.insert(lock);
    }
    if (full) {
      locks = protecting;
    } else {
      std::erase_if(locks, [&](LockId lock) { return !protecting.contains(lock); });
    }
    full = false;
  }
  bool Empty() const { return !full && locks.empty(); }
};

struct Machine {
  enum { kVirgin, kExclusive, kExclusiveModified, kShared, kSharedModified } state = kVirgin;
  Periods::Period owner{};
  Refined lockset;
};

void JudgeStates(const Trace& trace, bool racer, FirstRaces& first) {
  Periods periods;
  Holdings holdings;
  std::map<VariableKey, Machine> machines;
  for (size_t at = 0; at < trace.size(); ++at) {
    holdings.Apply(trace[at]);
    if (auto* fork = std::get_if<event::Fork>(&trace[at])) periods.Spawn(fork->thread, fork->child);
    auto* now = std::get_if<event::Access>(&trace[at]);
    if (now == nullptr) continue;
    Machine& m = machines[now->variable];
    Periods::Period period = periods.Now(now->thread);
    bool write = now->kind == AccessKind::kWrite, same = m.owner.thread == now->thread;
    bool exclusive = m.state == Machine::kExclusive || m.state == Machine::kExclusiveModified;
    if (racer && exclusive && !same && periods.Sees(period, m.owner)) m = Machine();
    switch (m.state) {
      case Machine::kVirgin:
        m.state = write ? Machine::kExclusiveModified : racer ? Machine::kExclusive : Machine::kVirgin;
        break;
      case Machine::kExclusive:
        m.state = same ? (write ? Machine::kExclusiveModified : Machine::kExclusive)
                       : (write ? Machine::kSharedModified : Machine::kShared);
        break;
      case Machine::kExclusiveModified:
        if (!same) m.state = write || racer ? Machine::kSharedModified : Machine::kShared;
        break;
      case Machine::kShared:
        if (write) m.state = Machine::kSharedModified;
        break;
      case Machine::kSharedModified:
        break;
    }
    m.owner = period;
    bool shared = m.state == Machine::kShared || m.state == Machine::kSharedModified;
    if (racer || shared) m.lockset.Refine(now->kind, holdings.Of(now->thread));
    if (m.state == Machine::kSharedModified && m.lockset.Empty()) first.try_emplace(now->variable, at);
  }
}

// A lock asked for at an event, what was held just before, and what the thread had seen when it went for each of those.
struct Request {
  size_t at;
  ThreadId thread;
  std::map<LockId, LockMode> held;
  std::map<LockId, Before> seen;
  LockId wanted;
  LockMode mode;
};

// Every list of requests in which each wants what the next one holds, tried one after another.
class Cycles {
 public:
  explicit Cycles(const Trace& trace) : order_(trace, Edges::kAllButLocks) {
    Holdings holdings;
    std::map<ThreadId, std::map<LockId, Before>> seen;
    for (size_t at = 0; at < trace.size(); ++at) {
      order_.Compute(at);
      const ThreadId thread = event::ThreadOf(trace[at]);
      auto held = holdings.Of(thread);
      if (auto* e = std::get_if<event::Acquire>(&trace[at]); e && !held.contains(e->lock)) {
        if (e->manner == event::Manner::kWaits) {
          requests_.push_back({at, thread, held, seen[thread], e->lock, e->mode});
        }
        seen[thread][e->lock] = order_.BeforeItLearnt(at);
      }
      if (auto* e = std::get_if<event::Woken>(&trace[at])) {
        requests_.push_back({at, thread, held, seen[thread], e->lock, LockMode::kWrite});
        seen[thread][e->lock] = order_.BeforeEvent(at);
      }
      holdings.Apply(trace[at]);
    }
    for (const Request& first : requests_) Extend({&first});
  }
  std::set<Cycle> found;

 private:
  static bool Blocks(const Request& holder, const Request& asker) {
    auto held = holder.held.find(asker.wanted);
    return held != holder.held.end() && std::max(held->second, asker.mode) == LockMode::kWrite;
  }
  static bool CanMeet(const Request& a, const Request& b) { return a.thread != b.thread && !KeptApart(a.held, b.held); }
  // Whether one of them went for the lock that it holds only when another had asked.
  static bool IsOrdered(const std::vector<const Request*>& chain) {
    for (size_t i = 0; i < chain.size(); ++i) {
      const Before& seen = chain[i]->seen.at(chain[(i + chain.size() - 1) % chain.size()]->wanted);
      for (const Request* other : chain) {
        if (other != chain[i] && seen.test(other->at)) return true;
      }
    }
    return false;
  }
  void Extend(const std::vector<const Request*>& chain) {
    if (Blocks(*chain.front(), *chain.back()) && !IsOrdered(chain)) {
      Cycle cycle;
      for (size_t i = 0; i < chain.size(); ++i) {
        cycle.insert({chain[i]->thread, chain[(i + chain.size() - 1) % chain.size()]->wanted, chain[i]->wanted});
      }
      found.insert(cycle);
    }
    for (const Request& next : requests_) {
      bool fits = Blocks(next, *chain.back());
      for (const Request* each : chain) fits = fits && CanMeet(*each, next);
      if (!fits) continue;
      auto longer = chain;
      longer.push_back(&next);
      Extend(longer);
    }
  }

  Order order_;
  std::vector<Request> requests_;
};

}  // namespace

std::set<Cycle> DeadlocksIn(const Trace& trace) {
  return Cycles(trace).found;
}

Verdicts Judge(const Trace& trace) {
  Verdicts verdicts;
  JudgeOrder(trace, true, verdicts);
  JudgeOrder(trace, false, verdicts);
  JudgePairs(trace, verdicts);
  JudgeStates(trace, true, verdicts.strict);
  JudgeStates(trace, false, verdicts.eraser);
  return verdicts;
}

}  // namespace raddle::detect
