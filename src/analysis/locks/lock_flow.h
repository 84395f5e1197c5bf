// LockFlow: which locks a method itself holds at each of its statements, on all paths of its flow graph.
//
// Monitors and java.util.concurrent locks are treated alike: an acquire adds a path, a release removes it, and where
// branches meet, the locks that all of them hold remain. Handlers are reached from any statement of their block. A
// tryLock counts where its result was tested and found true. A method that acquires or releases a lock for its caller
// (a wrapper around lock() or unlock()) says so in its summary, which is applied at its calls; if it acquires on some
// branches only, its result may tell which. A flag that is tested and set in one critical section is a lock, too
// (flags.h). An optimistic read holds its lock where every branch from there to a return validates it; a read that is
// not validated may see anything.
//
// A release may use a path through which nothing was acquired (`Guard guard = enter(); guard.close();`). It then
// releases every lock that may be the same object. A variable that takes its value from a predecessor block is another
// name for what that block holds (hand over hand along a list).
//
// May miss a lock: one whose release cannot be told apart from another's (held twice, released once). May count a lock
// that is not held: an optimistic read that is validated but whose result nobody looks at; a lock that is released
// deeper in the calls than kHighest.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "locks/lock_path.h"
#include "pointer/object_set.h"
#include "program/program.h"

namespace raddle::locks {

struct Held {
  LockPath path;
  Hold hold = Hold::kAlone;
  bool is_optimistic = false;          // held only if the read is validated
  program::Var var = program::kNoVar;  // it was acquired through this; none for the caller's or a class's monitor
  std::vector<LockPath> also = {};     // other names of the same lock here

  bool Is(const Held& other) const { return path == other.path && hold == other.hold; }
};
using HeldLocks = std::vector<Held>;  // without order; a lock held twice is there once

struct Release {
  LockPath path;               // a local one if the caller has no path for it
  pointer::ObjectSet objects;  // that the lock may be, for any caller; none if that is not known
  bool is_own = false;         // also acquired here on some branch: the caller need not look at `objects`
};

struct LockSummary {
  HeldLocks acquires;             // held at every return, and not at entry
  std::vector<Release> releases;  // released without having been acquired here
  HeldLocks tries[2];             // held if the result is false, or true: `return lock.tryLock();`
};

// Fields that work as locks, and the stores that take them, as methods and statements. Any other store to such a field
// releases it. `ends`: fields that are set for good, each with the locks under which all stores set it; every store
// takes such a field for reading.
struct Flags {
  std::unordered_set<FieldId> fields;
  std::set<std::pair<MethodId, uint32_t>> taken_by;
  std::unordered_map<FieldId, std::vector<LockPath>> ends;
};

class LockFlow {
 public:
  // The methods that a call statement of a method may run. LockFlow asks for the summary of one while it makes others.
  using Targets = std::function<std::vector<MethodId>(MethodId method, uint32_t statement)>;

  // The objects that a path in a method may mean, for any caller of the method. A view counts as the object that it is
  // a view of.
  using Objects = std::function<pointer::ObjectSet(MethodId method, const LockPath& path, program::Var var)>;

  LockFlow(program::Program& program, Targets targets, Objects objects)
      : program_(program), targets_(std::move(targets)), objects_(std::move(objects)) {}

  // Methods that call lock() or unlock() have rank 1; those that call a method of rank N and none of a higher rank have
  // rank N + 1.
  static constexpr uint32_t kHighest = 4;  // the highest rank that counts as a wrapper's
  bool CallsLocks(const program::MethodCode& code) const;
  void SetRanks(std::unordered_map<MethodId, uint32_t> ranks) { ranks_ = std::move(ranks); }
  // What was found without the flags is forgotten.
  void SetFlags(Flags flags) {
    flags_ = std::move(flags);
    results_.clear();
  }
  bool IsFlag(FieldId field) const { return flags_.fields.contains(field); }

  // What is held just before a statement.
  const HeldLocks& At(MethodId method, uint32_t statement);
  const Paths& PathsOf(MethodId method);

 private:
  struct Result {
    explicit Result(Paths its_paths) : paths(std::move(its_paths)) {}
    Paths paths;
    std::vector<uint32_t> sets;  // by statement; empty where nothing is ever held
    std::vector<HeldLocks> all;
    LockSummary summary;
    bool is_done = false;
  };
  Result& Of(MethodId method);
  const Paths::Given* GivenBy(const program::MethodCode& code, const program::Call& call);
  std::vector<const program::MethodCode*> Wrappers(const program::MethodCode& code, uint32_t statement) const;
  bool UsesLocks(const program::MethodCode& code) const;
  // What a call does to an atomic number or flag that may be a lock.
  enum class Change : uint8_t { kNone, kFromNought, kToNought, kOther };
  static Change ChangeOf(const program::MethodCode& code, const program::Call& call);
  Change OwnerChange(const program::MethodCode& code, const program::Call& call) const;
  void Solve(Result& result, const program::MethodCode& code);
  void Step(Result& result, const program::MethodCode& code, uint32_t statement, HeldLocks& held);
  void Give(Result& result, MethodId method, Release release, std::optional<Hold> hold, HeldLocks& held);
  static void Rename(const Result& result, const program::MethodCode& code, uint32_t from, uint32_t to,
                     HeldLocks& held);
  std::vector<bool> ValidatedAfter(Result& result, const program::MethodCode& code, const Held& lock);
  static LockPath FlagPath(const Result& result, const program::Statement& statement);
  // For flags that are set for good: adds one where it was found unset, and forgets it where the lock is released under
  // which it was found unset.
  void AddUnset(const Result& result, const program::MethodCode& code, const program::CodeBlock& block,
                HeldLocks& held) const;
  void ForgetUnset(HeldLocks& held, const LockPath& released) const;
  void StepFlag(Result& result, const program::MethodCode& code, uint32_t statement, HeldLocks& held);
  void FindTries(Result& result, const program::MethodCode& code, const std::vector<HeldLocks>& at_end);
  void AddTried(Result& result, const program::MethodCode& code, uint32_t call, bool value, HeldLocks& held);
  void Call(Result& result, const program::MethodCode& code, uint32_t statement, HeldLocks& held);
  static void Acquire(const Result& result, const program::Call& call, const HeldLocks& acquired, HeldLocks& held);

  program::Program& program_;
  Targets targets_;
  Objects objects_;
  std::unordered_map<MethodId, std::optional<Paths::Given>> given_;  // by method
  std::unordered_map<MethodId, uint32_t> ranks_;
  Flags flags_;
  std::unordered_map<MethodId, Result> results_;
};

}  // namespace raddle::locks
