// ThreadModel: the threads of a program, and what can run in parallel.
//
// A root stands for all threads that run one method instance: main, what is started or handed to an executor, the calls
// from outside into an open program (all of them are one root, parallel to itself), and class initialisers. Chord asks
// the user which roots run in parallel (§2.2.1); here it is worked out:
//   - a root is many threads if its starter reaches the start again while a thread may still run, or if several
//     starters have it;
//   - the starter's code is parallel to the thread from the start to a join (found on the flow graph within methods,
//     and on the call graph between them), and what is parallel to the starter is parallel to the thread;
//   - two roots are parallel if one is started while the other may run.
//
// A join counts where the thread or future on which it is called can only be of that root.
//
// The model also says which instances run at most once, and so which abstract objects are one object.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "pointer/pointer_analysis.h"
#include "threads/flow_after.h"
#include "threads/once.h"

namespace raddle::threads {

using pointer::CallEdge;
using pointer::EdgeKind;
using pointer::InstanceId;
using pointer::ObjectId;
using pointer::PointerAnalysis;

using RootId = uint32_t;

enum class RootKind : uint8_t { kMain, kOutside, kThread, kParallel, kInitialiser };

struct Root {
  RootKind kind;
  std::vector<InstanceId> entries;
  std::vector<uint32_t> starts;  // edges
  bool is_many = false;
};

class ThreadModel {
 public:
  explicit ThreadModel(const PointerAnalysis& analysis);

  const std::vector<Root>& roots() const { return roots_; }
  // The roots that reach the instance, without initialisers: an instance that only initialisers reach has none.
  const std::vector<RootId>& RootsOf(InstanceId instance) const { return roots_of_[instance.value()]; }
  // Call edges, by caller and by callee; edges that start threads are not among them.
  const std::vector<uint32_t>& CallsFrom(InstanceId instance) const { return calls_from_[instance.value()]; }
  const std::vector<uint32_t>& CallsTo(InstanceId instance) const { return calls_to_[instance.value()]; }

  // Whether a thread of root r2 may be alive while one of r1 is at this statement.
  bool MayRunDuring(RootId r2, RootId r1, InstanceId instance, uint32_t statement) const;
  bool AreParallel(RootId a, RootId b) const { return parallel_[a * roots_.size() + b]; }
  // Whether a thread of root r1 that is at this statement may go on to start one of root r2, either itself or through
  // threads that it starts.
  bool MayStartLater(RootId r2, RootId r1, InstanceId instance, uint32_t statement) const;

  const Once& once() const { return once_; }

  // The user says that threads of the two never run at the same time.
  void SetApart(RootId a, RootId b);

  // A class initialiser reaches the instance, whatever else does.
  bool IsInInitialiser(InstanceId instance) const { return in_initialiser_[instance.value()]; }

  // The call runs many times although it is in no loop itself: the body of `list.forEach(body)`.
  bool IsRepeated(const CallEdge& edge) const;

  // The instance may run more than once, as far as is known.
  bool IsMany(InstanceId instance) const { return many_[instance.value()]; }
  // The abstract object stands for one object, not several.
  bool IsOne(ObjectId object) const;

  // "main", "com.acme.Worker.run", "calls from outside"
  std::string NameOf(RootId root) const;

 private:
  // Where a root's threads may be alive: statements of instances.
  struct Alive {
    std::unordered_map<InstanceId, std::vector<bool>> parts;
    std::vector<bool> whole;  // by instance
    bool Has(InstanceId instance, uint32_t statement) const;
  };

  void FindRoots();
  bool IsOnce(InstanceId instance, uint32_t statement) const { return once_.Is(analysis_[instance].method, statement); }
  // The one statement that starts all threads of the root, if there is one and it runs once; else none.
  uint64_t OnlyStart(const Root& root) const;
  void FindMany();
  void FindAlive(RootId root);
  void AddAlive(const Root& root, Alive& alive);
  using StartsByEntry = std::unordered_map<InstanceId, std::vector<uint32_t>>;  // edges that start a thread there
  void FindAhead();
  void FindAhead(RootId root, const StartsByEntry& starts_by_entry);
  void FindParallel();
  bool HasJoinRole(const program::Call& call) const;
  bool IsJoinOf(const Root& root, InstanceId instance, uint32_t statement) const;
  bool IsForEach(InstanceId instance, program::Var var) const;
  // The instances that do not return before the root's threads have ended.
  std::unordered_set<InstanceId> FindJoiners(const Root& root) const;
  Ends EndsOf(const Root& root, const std::unordered_set<InstanceId>& joiners, InstanceId instance) const;
  // The thread that a join waits for is the one that the same method starts, even if the two cannot be told apart
  // otherwise.
  bool StartsWhatItJoins(const Root& root, InstanceId instance, const program::Call& join) const;
  bool IsStartedByOthersToo(RootId root, RootId starter) const;
  bool AreOfOnePipeline(const CallEdge& a, const CallEdge& b) const;
  bool StartedDuring(RootId started, RootId other) const;

  const PointerAnalysis& analysis_;
  const Once once_;
  std::vector<Root> roots_;
  std::vector<std::vector<RootId>> roots_of_;
  std::vector<std::vector<uint32_t>> calls_from_, calls_to_;
  std::vector<bool> many_;
  std::vector<InstanceId> with_joins_;        // instances that call methods that join
  std::vector<Alive> alive_;                  // by root
  std::vector<Alive> ahead_;                  // by root: where a start of it may still come
  std::vector<std::vector<bool>> ancestors_;  // by root
  std::vector<bool> parallel_;
  std::vector<bool> apart_;
  std::vector<bool> in_initialiser_;  // instances that an initialiser reaches
};

}  // namespace raddle::threads
