// PerThread: what an observer keeps for each thread. A T is found by the thread's id and used by that thread alone. The
// table is split, so that threads that look something up at the same time rarely wait for each other. A T stays at its
// address until it is dropped.
#pragma once

#include <array>
#include <mutex>
#include <unordered_map>

#include "event/ids.h"
#include "runtime/spin_lock.h"

namespace raddle::detect {

template <typename T>
class PerThread {
 public:
  // Made when first asked for.
  T& Of(ThreadId thread) {
    Shard& shard = ShardOf(thread);
    std::lock_guard guard(shard.lock);
    return shard.states[thread];
  }
  void Drop(ThreadId thread) {
    Shard& shard = ShardOf(thread);
    std::lock_guard guard(shard.lock);
    shard.states.erase(thread);
  }

 private:
  struct alignas(64) Shard {
    runtime::SpinLock lock;
    std::unordered_map<ThreadId, T> states;  // guarded by lock; its nodes do not move
  };
  Shard& ShardOf(ThreadId thread) { return shards_[thread.value() % shards_.size()]; }

  std::array<Shard, 64> shards_;
};

}  // namespace raddle::detect
