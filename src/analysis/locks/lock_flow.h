// LockFlow: which locks a method itself holds at each of its statements, on all paths of its flow graph.
//
// Monitors and the locks of java.util.concurrent are treated alike: whatever acquires adds a path, whatever releases
// takes it away, ways that meet keep what all have. Handlers are reached from any statement of their block. A tryLock
// counts where its result was tested and found true. A method that acquires or releases for its caller (a wrapper
// around lock() or unlock()) says so in its summary, which is applied where it is called; where it acquires on some
// ways only, its result may tell which. A flag that is tested and set in one go is a lock too (flags.h). An optimistic
// read holds its lock where every way from there to a return validates it: what is read else may be anything.
//
// What is released without having been acquired through the same path may be any lock that is the same object: those are
// given up (`Guard guard = enter(); guard.close();`). A variable that has its value from where control came from is
// another name for what is held there (hand over hand along a list).
//
// May miss a lock: one whose release cannot be told apart from another's (held twice, released once). May take one for
// held that is not: validated, but nobody looks at the result; released by what is called further down than kHighest.
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
  bool is_optimistic = false;          // held only if it is validated
  program::Var var = program::kNoVar;  // that it was acquired through; none for the caller's or a class's monitor
  std::vector<LockPath> also = {};     // what else that very lock may be called here

  bool Is(const Held& other) const { return path == other.path && hold == other.hold; }
};
using HeldLocks = std::vector<Held>;  // without order; a lock held twice is there once

struct Release {
  LockPath path;               // a local one if the caller has none for it
  pointer::ObjectSet objects;  // that it may be of, whoever calls; none if that is not known
  bool is_own = false;         // acquired here too, on some way: what else it may be is no concern of the caller's
};

struct LockSummary {
  HeldLocks acquires;             // held at every return, and not at entry
  std::vector<Release> releases;  // without having acquired
  HeldLocks tries[2];             // held if the result is false, or true: `return lock.tryLock();`
};

// Fields that work as locks, and the stores that take them: methods and statements. Any other store gives one back.
// Those that are set for good, under each of some locks, are taken for reading by all stores.
struct Flags {
  std::unordered_set<FieldId> fields;
  std::set<std::pair<MethodId, uint32_t>> taken_by;
  std::unordered_map<FieldId, std::vector<LockPath>> ends;
};

class LockFlow {
 public:
  // The methods that a call statement of a method may run; the summary of one is asked for while others are made.
  using Targets = std::function<std::vector<MethodId>(MethodId method, uint32_t statement)>;

  // The objects that a path in a method may mean, whoever calls the method; views are what they are of.
  using Objects = std::function<pointer::ObjectSet(MethodId method, const LockPath& path, program::Var var)>;

  LockFlow(program::Program& program, Targets targets, Objects objects)
      : program_(program), targets_(std::move(targets)), objects_(std::move(objects)) {}

  // Methods that call lock() or unlock() have rank 1; those that call one of rank N and nothing higher, N + 1.
  static constexpr uint32_t kHighest = 4;  // that counts as a wrapper: so deep does looking into them go
  bool CallsLocks(const program::MethodCode& code) const;
  void SetRanks(std::unordered_map<MethodId, uint32_t> ranks) { ranks_ = std::move(ranks); }
  // What was found without them is forgotten.
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
  // Of flags that are set for good: where one was found unset, and where the lock is released under which it was.
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
  std::unordered_map<MethodId, std::optional<Paths::Given>> given_;  // by what method
  std::unordered_map<MethodId, uint32_t> ranks_;
  Flags flags_;
  std::unordered_map<MethodId, Result> results_;
};

}  // namespace raddle::locks
