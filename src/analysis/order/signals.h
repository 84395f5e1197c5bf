// Signals: what one thread says and another waits for, so that what came before the one comes before what follows the
// other. A latch, a barrier, a semaphore, a future: a signal is the object. A volatile field that is tested (`while
// (!ready)`, `if (state == DONE)`): the field of the object, and the value. A VarHandle: the handle and the object.
//
// What is set up once, where a field was found null and under a lock (threads/once.h), is a signal too: whoever found
// the field set, or set it, comes after all that was done there. Of a field of `this` if that is one object.
//
// Here is what single statements and edges of the flow graph send and await; hand_over.h follows them through the
// program. May miss a race: who waits for one of several that send is taken to have waited for all, as latches with the
// right count are meant.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "pointer/pointer_analysis.h"
#include "threads/thread_model.h"

namespace raddle::order {

using pointer::InstanceId;
using pointer::ObjectId;
using pointer::ObjectSet;
using pointer::PointerAnalysis;
using threads::RootId;

using SignalId = uint32_t;

class Signals {
 public:
  Signals(const PointerAnalysis& analysis, const threads::ThreadModel& threads);

  size_t size() const { return ids_.size(); }
  // May be sent by a statement itself, not by what it calls.
  ObjectSet SentBy(InstanceId instance, uint32_t statement);
  // Certainly awaited when the statement is done.
  ObjectSet AwaitedBy(InstanceId instance, uint32_t statement);
  // Certainly awaited when control goes from a block to this successor.
  ObjectSet AwaitedOnEdge(InstanceId instance, const program::CodeBlock& block, uint32_t to);
  // Of those that are done once: being done, when the statement runs.
  ObjectSet DoneAt(InstanceId instance, uint32_t statement);
  // A thread whose start this is begins after these.
  ObjectSet AwaitedByStart(const pointer::CallEdge& start);
  // All threads of a root say so when they are over.
  const ObjectSet& SentAtEnd(RootId root) const { return at_end_[root]; }

  // Whether the method has any of it: most have not.
  bool HasAny(const program::MethodCode& code) const;

 private:
  enum Kind : uint32_t { kObject, kObjectInLoop, kFlag, kHandle, kOnce };
  struct Key {
    Kind kind;
    uint32_t object, field;
    int64_t value;  // kAnyValue: some value other than 0
    auto operator<=>(const Key&) const = default;
  };
  static constexpr int64_t kAnyValue = int64_t{1} << 40;

  SignalId IdOf(const Key& key) { return ids_.try_emplace(key, static_cast<SignalId>(ids_.size())).first->second; }
  program::Order OrderOf(const program::Call& call) const;
  bool IsLock(ObjectId object) const;
  bool IsOfHandle(const program::Call& call) const;
  ObjectSet HandleSignals(InstanceId instance, const program::Call& call);
  bool IsVolatile(const program::Statement& statement) const;
  // The future itself, those that it follows, the one that its function returns if it is over when that is, those that
  // it holds if it is over when all of them are.
  void AddEnded(ObjectId task, bool in_loop, ObjectSet& signals);
  std::vector<ObjectId> HoldersOf(InstanceId instance, const program::Statement& statement) const;
  void FindEnds(RootId root);
  void FindFlags();
  void FindComposed();

  const PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  std::map<Key, SignalId> ids_;
  // The signal of a region of threads_.once(), for a method that runs on this object.
  ObjectSet OnceSignal(InstanceId instance, uint32_t region);
  using Regions = std::unordered_map<MethodId, std::vector<uint32_t>>;
  Regions regions_in_, regions_set_by_;

  std::vector<ObjectSet> at_end_;     // by root
  std::vector<bool> starts_nonzero_;  // by field: a constructor or initialiser stores something other than 0
  std::unordered_map<ObjectId, ObjectSet> composed_;  // by future: what its function returns
  std::unordered_map<ObjectId, ObjectSet> combined_;  // by future of two stages: the other one
};

}  // namespace raddle::order
