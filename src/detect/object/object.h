// object: objects that two threads use without a lock that is always the same. Object races (von Praun and Gross,
// 2001), §3.2 and §4.2.
//
// It sees objects, not fields: the variable of an access is the object. What a method does to `this` is one access,
// made where the method begins. Each object has one word (runtime/object_word.h); an array of primitives is an object.
//
//   virgin            the owner is inside a constructor; an access by another thread is an error
//   exclusive         one thread's, as if nobody else were there: a plain word, no lockset
//   exclusive2        a second thread has taken it over, and has the same freedom
//   shared read       others came: locksets are kept, but so far all only read
//   shared modified   somebody has written since: a lockset that is empty is an error
//   conflict          reported; no further checks
//
// The paper has the accessing thread wait until the owner lets go. Here nobody waits; the word alone decides. If the
// owner is inside, as far as the word knows, the accesses overlap, which is an error. If the owner has ended, its
// object is inherited and the state stays. Otherwise the object goes on to the next state. So virgin is exclusive with
// the owner inside. A shared object whose users have all ended except one belongs to that one again.
//
// Cost: nothing beyond the word while an object has an owner; then a record, and a call for each epoch of a thread.
//
// May miss: accesses before the object is shared against those after (§3.3); a conflict while its owner is in a method
// that the word does not know of.
//
// May falsely report: different fields of one object; different parts of one array; objects that are handed on a second
// time by other means than a lock (§5.3.2).
#pragma once

#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "detect/detector.h"
#include "detect/touch.h"
#include "runtime/object_word.h"

namespace raddle::detect {

class Object final : public Detector {
 public:
  // How often things happened (Table 3), and how many objects came to each state (Table 5).
  struct Counts {
    std::atomic<uint64_t> inherited{0}, overlapping{0}, empty_lockset{0}, locksets{0};
    std::atomic<uint64_t> exclusive2{0}, shared_read{0}, shared_modified{0}, conflict{0};
  };

  Object(Reporter& reporter, runtime::LocksetTable& locksets);

  // The next word. `self` is the number that the current thread has in words, `owner` the thread that the word's number
  // belongs to; none if nobody knows it any more. As with Touch(): compare-and-swap it into its place, and if that
  // fails, GiveBack() what a new record is and ask again.
  uint64_t Use(ThreadState& thread, uint32_t self, uint64_t word, ThreadId owner, AccessKind kind,
               const AccessInfo& info);
  void GiveBack(uint64_t word);

  // The strongest kind of access that changes nothing any more while its thread, which has used the object since it is
  // shared, holds this lock: the one that is left of all that were held. None if there are more of them, or none.
  std::optional<AccessKind> GuardedBy(uint64_t word, LockId lock) const;

  std::string_view name() const override { return "object"; }
  Grade grade() const override { return Grade::kPredicted; }
  RaceKind kind() const override { return RaceKind::kObjectRace; }

  bool wants_events() const override { return true; }
  bool wants_locks() const override { return false; }  // what is held when an object is used, it asks for
  void OnFork(ThreadState&, ThreadState& child) override { NoteAlive(child); }
  void OnBegin(ThreadState& thread) override { NoteAlive(thread); }
  void OnEnd(ThreadState& thread) override;

  const Counts& counts() const { return counts_; }

 private:
  // One thread's last access, as a report would name it.
  struct Access {
    ThreadId thread;
    SiteId site;
    StackId stack;
    runtime::LocksetId locks = runtime::kNoLocks;
    AccessKind kind = AccessKind::kRead;
  };
  enum class State : uint8_t { kSharedRead, kSharedModified, kInherited, kConflict };
  static constexpr size_t kRemembered = 4, kUsers = 8;

  struct Part {
    State state = State::kSharedRead;
    runtime::LocksetId lockset = runtime::kAllLocks;
    std::array<ThreadId, kUsers> users;        // who has used it since it has an owner no more
    ThreadId first, last;                      // and others, none of which has a smaller id or a larger one
    std::array<Access, kRemembered> accesses;  // the latest last; those without a thread are none
  };

  // A Detector's part in records of variables: it has none.
  runtime::PartLayout part() const override { return PartOf<Part>(); }
  bool CanForget(std::span<const Past>, const Now&) const override { return true; }
  void Remember(void*, const Past&) override {}
  void OnAccess(void*, const Now&) override {}

  void Share(Part& part, const VariableKey& variable, const Access& now);
  void Conflict(const VariableKey& variable, const Access& earlier, const Access& now, std::atomic<uint64_t>& why);
  static void NoteUser(Part& part, ThreadId thread);
  static void NoteAccess(Part& part, const Access& access);
  bool OthersEnded(const Part& part, ThreadId thread) const;
  const Access& Beside(const Part& part, const Access& now) const;
  RaceAccess Describe(const Access& access) const;
  void NoteAlive(const ThreadState& thread);
  bool IsAlive(ThreadId thread) const;

  Reporter& reporter_;
  runtime::LocksetTable& locksets_;
  runtime::RecordPool pool_;
  Counts counts_;
  mutable std::mutex mutex_;
  std::unordered_map<ThreadId, bool> alive_;  // and whether it is the JDK's own, as a carrier; guarded by mutex_
};

}  // namespace raddle::detect
