// Replayer: events in, engine calls out. It keeps what the agent keeps in Java objects: threads, locks, channels,
// words.
//
// For traces and tests; one thread. An event may name any id: what does not exist yet is made, a thread that acts
// without having begun begins, and one that has ended and acts again is ignored. So a damaged trace does no harm.
#pragma once

#include <memory>
#include <unordered_map>

#include "detect/engine.h"
#include "event/event.h"

namespace raddle::detect {

class Replayer {
 public:
  // `fast_path`: skips what AlreadySeen answers for, as the shim does.
  Replayer(Engine& engine, bool fast_path) : engine_(engine), fast_path_(fast_path) {}
  ~Replayer();

  void Apply(const event::Event& event);

  // `to` has the past of `from`, as it is now.
  void Copy(const VariableKey& from, const VariableKey& to);
  // It will not be accessed again; one with the same key is another variable.
  void Forget(const VariableKey& variable);

  uint64_t word(const VariableKey& variable) { return words_[variable]; }
  ThreadState& thread(ThreadId id);

 private:
  struct Thread {
    std::unique_ptr<ThreadState> state;
    bool begun = false;
    bool ended = false;
    std::unordered_map<LockId, uint32_t> waiting;  // depth at which each monitor waited for was held
  };

  Thread& Find(ThreadId id);
  ThreadState* Acting(ThreadId id);
  runtime::Lock& lock(LockId id);
  runtime::Channel& channel(ChannelId id);

  void On(ThreadState& t, const event::Access& e);
  void On(ThreadState& t, const event::Acquire& e) { engine_.Acquire(t, lock(e.lock), e.mode, e.manner); }
  void On(ThreadState& t, const event::Release& e) { engine_.Release(t, lock(e.lock), e.mode); }
  void On(ThreadState& t, const event::Wait& e);
  void On(ThreadState& t, const event::Woken& e);
  void On(ThreadState& t, const event::Notify& e) { engine_.Notify(t, lock(e.lock)); }
  void On(ThreadState& t, const event::Fork& e);
  void On(ThreadState&, const event::Begin&) {}  // Acting() has done it
  void On(ThreadState& t, const event::End& e);
  void On(ThreadState& t, const event::Join& e);
  void On(ThreadState& t, const event::Volatile& e);
  void On(ThreadState& t, const event::Publish& e) { engine_.Publish(t, channel(e.channel)); }
  void On(ThreadState& t, const event::Receive& e) { engine_.Receive(t, channel(e.channel)); }
  void On(ThreadState& t, const event::ClassInitialised& e) { engine_.Publish(t, channel(e.channel)); }
  void On(ThreadState& t, const event::ClassUsed& e) { engine_.Receive(t, channel(e.channel)); }
  void On(ThreadState& t, const event::MethodEnter& e) { engine_.MethodEnter(t, e.method, e.object, e.site); }
  void On(ThreadState& t, const event::MethodExit& e) { engine_.MethodExit(t, e.method, e.object); }

  Engine& engine_;
  const bool fast_path_;
  std::unordered_map<ThreadId, Thread> threads_;
  std::unordered_map<LockId, std::unique_ptr<runtime::Lock>> locks_;
  std::unordered_map<ChannelId, std::unique_ptr<runtime::Channel>> channels_;
  std::unordered_map<VariableKey, uint64_t> words_;
};

}  // namespace raddle::detect
