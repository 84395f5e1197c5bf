// LockFlow: which locks a method itself holds at each of its statements, on all paths of its flow graph.
//
// Monitors and the locks of java.util.concurrent are treated alike: whatever acquires adds a path, whatever releases
// takes it away, ways that meet keep what all have. Handlers are reached from any statement of their block. A tryLock
// counts where its result was tested and found true. A method that acquires or releases for its caller (a wrapper
// around lock() or unlock()) says so in its summary, which is applied where it is called; where it acquires on some
// ways only, its result may tell which. A flag that is tested and set in one go is a lock too (flags.h). An optimistic
// read holds its lock where every way from there to a return validates it: what is read else may be anything.
//
// May miss a lock: one whose release cannot be told apart from another's (held twice, released once). May take one for
// held that is not: validated, but nobody looks at the result.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "locks/lock_path.h"
#include "program/program.h"

namespace raddle::locks {

struct Held {
  LockPath path;
  bool is_shared = false;              // held for reading only
  bool is_optimistic = false;          // and only if it is validated
  program::Var var = program::kNoVar;  // that it was acquired through; none for the caller's or a class's monitor

  bool Is(const Held& other) const { return path == other.path && is_shared == other.is_shared; }
};
using HeldLocks = std::vector<Held>;  // without order; a lock held twice is there once

struct LockSummary {
  HeldLocks acquires;              // held at every return, and not at entry
  std::vector<LockPath> releases;  // without having acquired
  HeldLocks tries[2];              // held if the result is false, or true: `return lock.tryLock();`
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

  LockFlow(program::Program& program, Targets targets) : program_(program), targets_(std::move(targets)) {}

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
  const program::MethodCode* Wrapper(const program::MethodCode& code, uint32_t statement) const;
  bool UsesLocks(const program::MethodCode& code) const;
  void Solve(Result& result, const program::MethodCode& code);
  void Step(Result& result, const program::MethodCode& code, uint32_t statement, HeldLocks& held);
  std::vector<bool> ValidatedAfter(Result& result, const program::MethodCode& code, const Held& lock);
  static LockPath FlagPath(const Result& result, const program::Statement& statement);
  // Of flags that are set for good: where one was found unset, and where the lock is released under which it was.
  void AddUnset(const Result& result, const program::MethodCode& code, const program::CodeBlock& block,
                HeldLocks& held) const;
  void ForgetUnset(HeldLocks& held, const LockPath& released) const;
  void StepFlag(Result& result, const program::MethodCode& code, uint32_t statement, HeldLocks& held);
  void FindTries(Result& result, const program::MethodCode& code, const std::vector<HeldLocks>& at_end);
  void AddTried(Result& result, const program::MethodCode& code, uint32_t call, bool value, HeldLocks& held);
  const LockSummary* SummaryOf(const program::MethodCode& code, uint32_t call);
  void Apply(const Result& of, const program::Call& call, const LockSummary& summary, HeldLocks& held, Result& into);

  program::Program& program_;
  Targets targets_;
  std::unordered_map<MethodId, uint32_t> ranks_;
  Flags flags_;
  std::unordered_map<MethodId, Result> results_;
};

}  // namespace raddle::locks
