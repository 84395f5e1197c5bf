#include "random_traces.h"

#include <map>
#include <optional>

namespace raddle::detect {
namespace {

using event::AccessKind;
using event::LockMode;
using event::VolatileKind;

class Maker {
 public:
  Maker(std::mt19937& random, const Mix& mix) : random_(random), mix_(mix), locks_(mix.locks) {
    for (uint32_t i = 0; i < 1 + Below(mix.threads); ++i) Born();
  }

  Trace Make() {
    for (size_t tries = 0; trace_.size() < mix_.length && tries < mix_.length * 20; ++tries) Step();
    return std::move(trace_);
  }

 private:
  struct Held {
    std::map<ThreadId, int> writers, readers;
    bool FreeFor(ThreadId t, LockMode mode) const {
      for (const auto& [thread, count] : writers) {
        if (thread != t && count > 0) return false;
      }
      if (mode == LockMode::kRead) return true;
      for (const auto& [thread, count] : readers) {
        if (count > 0) return false;  // no upgrading: a ReentrantReadWriteLock would wait for ever
      }
      return true;
    }
  };

  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  ThreadId Born() {
    ThreadId id(next_thread_++);
    alive_.push_back(id);
    return id;
  }
  void Emit(event::Event event) { trace_.push_back(event); }

  void Step() {
    size_t at = Below(static_cast<uint32_t>(alive_.size()));
    ThreadId t = alive_[at];
    if (auto waiting = waiting_.find(t); waiting != waiting_.end()) return Wake(t, waiting->second.first);
    if (Below(100) < mix_.access_percent) {
      AccessKind kind = Below(2) == 0 ? AccessKind::kRead : AccessKind::kWrite;
      return Emit(event::Access{t, kind, {VariableId(Below(mix_.variables)), 0}});
    }
    switch (Below(10)) {
      case 0:
        if (alive_.size() < mix_.threads) {
          Emit(event::Fork{t, ThreadId(next_thread_)});
          Born();
        }
        return;
      case 1:
        if (alive_.size() > 1 && HoldsNothing(t)) {
          alive_.erase(alive_.begin() + static_cast<ptrdiff_t>(at));
          dead_.push_back(t);
          Emit(event::End{t});
        }
        return;
      case 2:
        if (!dead_.empty()) Emit(event::Join{t, dead_[Below(static_cast<uint32_t>(dead_.size()))]});
        return;
      case 3:
        if (mix_.channels > 0) {
          Emit(event::Volatile{t, static_cast<VolatileKind>(Below(3)), ChannelId(Below(mix_.channels))});
        }
        return;
      default:
        if (mix_.locks > 0) LockStep(t);
    }
  }

  void LockStep(ThreadId t) {
    LockId lock(Below(mix_.locks));
    Held& held = locks_[lock.value()];
    LockMode mode = mix_.reads_with_locks && Below(3) == 0 ? LockMode::kRead : LockMode::kWrite;
    auto& counts = mode == LockMode::kWrite ? held.writers : held.readers;
    bool plain = held.readers[t] == 0;
    if (held.writers[t] > 0 && plain && Below(6) == 0) {
      waiting_[t] = {lock, held.writers[t]};
      held.writers[t] = 0;
      return Emit(event::Wait{t, lock});
    }
    if (held.writers[t] > 0 && Below(6) == 0) return Emit(event::Notify{t, lock});
    if (counts[t] > 0 && (Below(3) > 0 || !mix_.reads_with_locks)) {
      --counts[t];
      return Emit(event::Release{t, lock, mode});
    }
    if (!held.FreeFor(t, mode)) return;
    ++counts[t];
    Emit(event::Acquire{t, lock, mode});
  }

  void Wake(ThreadId t, LockId lock) {
    Held& held = locks_[lock.value()];
    if (!held.FreeFor(t, LockMode::kWrite)) return;
    held.writers[t] = waiting_[t].second;
    waiting_.erase(t);
    Emit(event::Woken{t, lock, Below(4) > 0});
  }

  bool HoldsNothing(ThreadId t) {
    for (Held& held : locks_) {
      if (held.writers[t] > 0 || held.readers[t] > 0) return false;
    }
    return true;
  }

  std::mt19937& random_;
  const Mix mix_;
  Trace trace_;
  std::vector<ThreadId> alive_, dead_;
  uint32_t next_thread_ = 1;
  std::vector<Held> locks_;
  std::map<ThreadId, std::pair<LockId, int>> waiting_;
};

}  // namespace

Trace RandomTrace(std::mt19937& random, const Mix& mix) {
  return Maker(random, mix).Make();
}

}  // namespace raddle::detect
