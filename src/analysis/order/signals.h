// Signals: what one thread sends and another waits for. Everything before the sending comes before everything after the
// wait. For a latch, a barrier, a semaphore or a future, the signal is the object. For a volatile field that is tested
// (`while (!ready)`, `if (state == DONE)`), it is the field of the object, and the value. For a VarHandle, it is the
// handle and the object.
//
// What is set up once, where a field was found null and under a lock (threads/once.h), is a signal, too: a thread that
// found the field set, or set it, comes after all that was done there. This holds for a field of `this` if that is one
// object.
//
// This file says what single statements and edges of the flow graph send and await; hand_over.h follows the signals
// through the program. May miss a race: a thread that waits for one of several senders is assumed to have waited for
// all of them, as is meant with latches that have the right count.
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
  // The signals that a statement itself may send; those that its callees send are not included.
  ObjectSet SentBy(InstanceId instance, uint32_t statement);
  // The signals certainly awaited when the statement is done.
  ObjectSet AwaitedBy(InstanceId instance, uint32_t statement);
  // The signals certainly awaited when control goes from a block to this successor.
  ObjectSet AwaitedOnEdge(InstanceId instance, const program::CodeBlock& block, uint32_t to);
  // Signals of what is done once: those that are being done when the statement runs.
  ObjectSet DoneAt(InstanceId instance, uint32_t statement);
  // A thread that is started here begins after these.
  ObjectSet AwaitedByStart(const pointer::CallEdge& start);
  // The signals that all threads of a root send when they end.
  const ObjectSet& SentAtEnd(RootId root) const { return at_end_[root]; }

  // Whether the method sends or awaits any signal: most do not.
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
  // Adds the signals that have been sent once the task has ended: the future itself; those that it follows; if it ends
  // when the future returned by its function does, that one; and if it ends when all that it holds have ended, those.
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
