// object: objects that two threads use without a lock that is always the same. Object races (von Praun and Gross,
// 2001), §3.2 and §4.2.
//
// It sees objects, not fields: the variable of an access is the object, and a method called on it from outside is a
// write (Engine::ObjectAccess); what the method does to `this` is not told. One word an object, as for a variable; an
// array of primitives is an object.
//
//   virgin            the owner is inside a constructor; an access by another thread is an error
//   exclusive         one thread's, as if nobody else were there: a plain word, no lockset
//   exclusive2        a second thread has taken it over, and has the same freedom
//   shared read       others came: locksets are kept, but so far all only read
//   shared modified   somebody has written since: a lockset that is empty is an error
//   conflict          reported; no further checks
//
// Where the paper has the accessing thread wait until the owner lets go, the state alone decides and nobody waits: if
// the owner is inside one of the object's methods or constructors the accesses overlap, which is an error; if it has
// ended its object is inherited and the state stays; else the object goes on to the next state. Virgin is thus
// exclusive with the owner inside a constructor.
//
// Cost: nothing beyond the word until a second thread comes, then a record. What is inside which object is kept for the
// methods that the caller tells of (OnMethodEnter), in a table of a few locks.
//
// May miss: accesses before the object is shared against those after (§3.3); a conflict while its owner is in a method
// that nobody told of.
//
// May falsely report: different fields of one object, different parts of one array; objects that are handed on by other
// means than a lock a second time (§5.3.2).
#pragma once

#include <array>
#include <atomic>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "detect/detector.h"
#include "detect/suspects.h"

namespace raddle::detect {

class Object final : public Detector {
 public:
  // How often things happened (Table 3), and how many objects came to each state (Table 5).
  struct Counts {
    std::atomic<uint64_t> inherited{0}, overlapping{0}, empty_lockset{0}, locksets{0};
    std::atomic<uint64_t> exclusive2{0}, shared_read{0}, shared_modified{0}, conflict{0};
  };

  Object(Reporter& reporter, runtime::LocksetTable& locksets) : Detector(reporter), locksets_(locksets) {}

  std::string_view name() const override { return "object"; }
  Grade grade() const override { return Grade::kPredicted; }
  RaceKind kind() const override { return RaceKind::kObjectRace; }
  runtime::PartLayout part() const override { return PartOf<Part>(); }
  bool CanForget(std::span<const Past> past, const Now& now) const override;
  void Remember(void* part, const Past& past) override;
  void OnAccess(void* part, const Now& now) override;

  bool wants_events() const override { return true; }
  void OnBegin(ThreadState& thread) override;
  void OnEnd(ThreadState& thread) override;
  void OnMethodEnter(ThreadState& thread, MethodId method, uint64_t object, SiteId site) override;
  void OnMethodExit(ThreadState& thread, MethodId method, uint64_t object) override;

  const Counts& counts() const { return counts_; }

 private:
  enum class State : uint8_t { kExclusive, kExclusive2, kSharedRead, kSharedModified, kConflict };

  struct Part {
    State state = State::kExclusive;
    ThreadId owner;  // of the exclusive states
    LocksetId lockset = runtime::kAllLocks;
    Suspects accesses;
  };
  struct alignas(64) Shard {
    mutable std::mutex mutex;
    std::unordered_map<uint64_t, std::unordered_map<ThreadId, uint32_t>> inside;  // guarded by mutex
  };

  void Meet(Part& part, const Now& now);
  void Share(Part& part, const Now& now);
  void Enter(Part& part, State state);
  void Conflict(Part& part, const Now& now, std::atomic<uint64_t>& why);
  bool IsAlive(ThreadId thread) const;
  bool IsInside(ThreadId thread, uint64_t object) const;
  Shard& ShardOf(uint64_t object) { return shards_[object % shards_.size()]; }
  const Shard& ShardOf(uint64_t object) const { return shards_[object % shards_.size()]; }

  runtime::LocksetTable& locksets_;
  mutable Counts counts_;
  mutable std::mutex alive_mutex_;
  std::unordered_set<ThreadId> alive_;  // guarded by alive_mutex_
  std::array<Shard, 16> shards_;
};

}  // namespace raddle::detect
