// LockState: which locks a thread holds at a statement of a method instance along every path from the thread's start.
//
// This is Chord's L and Q (§2.2.4): the locks that a method holds at a call are held in the callee, too, and a callee
// is credited with the locks that all its calls hold. A lock is known in two ways at once:
//   - as an abstract object, where the variable through which it was acquired can only point to that object;
//   - as a path from a parameter of the method, which is exact: it names the same object whoever calls.
//
// Whether two accesses hold a common lock is decided in race/. Equal abstract objects only say that the locks may be
// the same; §2.2.4 says what is wrong with taking that for an answer.
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
  // The locks held along this one call path: edges from the thread's start, the last one first.
  Locks Along(const std::vector<uint32_t>& path, InstanceId instance, uint32_t statement);
  // The method itself holds some lock at the statement, whatever its callers hold.
  bool HoldsItself(MethodId method, uint32_t statement) { return !flow_.At(method, statement).empty(); }
  // The field works as a lock (flags.h), whatever is stored in it.
  bool IsFlag(FieldId field) const { return flow_.IsFlag(field); }
  const Paths& PathsOf(MethodId method) { return flow_.PathsOf(method); }

 private:
  void RankWrappers();
  ObjectId SerialOf(const threads::Root& root) const;
  // The locks at a statement if the instance is called with these held.
  Locks Inside(InstanceId instance, uint32_t statement, Locks locks);
  // The objects that a path leads to; `var` is the variable that held them, if there is one.
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
