// LockState: which locks a thread holds at a statement of a method instance along every path from the thread's start.
//
// Chord's L and Q (§2.2.4): a method's locks at a call are held in the callee too, and a callee keeps what all its
// calls have. A lock is known in two ways at once:
//   - as an abstract object, where the variable it was acquired through can only point to that one;
//   - as a path from a parameter of the method, which is exact: it names the same object whoever calls.
// Judging whether two accesses hold a common lock is the caller's (race/): abstract objects are a may-alias answer, and
// §2.2.4 says what is wrong with it.
#pragma once

#include <unordered_map>
#include <vector>

#include "locks/lock_flow.h"
#include "pointer/pointer_analysis.h"
#include "program/annotations.h"
#include "threads/thread_model.h"

namespace raddle::locks {

using pointer::InstanceId;
using pointer::ObjectId;
using pointer::PointerAnalysis;

struct ObjectLock {
  ObjectId object;
  Hold hold;
  auto operator<=>(const ObjectLock&) const = default;
};
struct PathLock {
  LockPath path;  // from a parameter, or global
  Hold hold;
  auto operator<=>(const PathLock&) const = default;
};

struct Locks {
  std::vector<ObjectLock> objects;  // sorted
  std::vector<PathLock> paths;      // sorted
};

class LockState {
 public:
  LockState(const PointerAnalysis& analysis, const threads::ThreadModel& threads, program::Annotations& annotations);

  Locks At(InstanceId instance, uint32_t statement);
  // On this way there alone: edges from the thread's start, the last one first.
  Locks Along(const std::vector<uint32_t>& path, InstanceId instance, uint32_t statement);
  // The method itself holds a lock there, whatever its callers do.
  bool HoldsItself(MethodId method, uint32_t statement) { return !flow_.At(method, statement).empty(); }
  // A field that works as a lock, whatever is stored there.
  bool IsFlag(FieldId field) const { return flow_.IsFlag(field); }
  const Paths& PathsOf(MethodId method) { return flow_.PathsOf(method); }

 private:
  void RankWrappers();
  ObjectId SerialOf(const threads::Root& root) const;
  // With these held when the instance is called.
  Locks Inside(InstanceId instance, uint32_t statement, Locks locks);
  // Of what a path leads to, which was in a variable, maybe.
  pointer::ObjectSet ObjectsOf(InstanceId instance, const LockPath& path, program::Var var) const;
  std::optional<Hold> HoldOf(const Held& held, const pointer::ObjectSet& objects) const;
  void AddDeclared(InstanceId instance, Locks& locks) const;
  void AddKnown(InstanceId instance, Locks& locks) const;
  Locks InCallee(const Locks& held, const pointer::CallEdge& edge);

  const PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  program::Annotations& annotations_;
  std::unordered_map<uint64_t, std::vector<MethodId>> targets_;  // by method and statement
  LockFlow flow_;
  std::vector<Locks> entry_;  // by instance
};

}  // namespace raddle::locks
