// Scripts: detector tests that read as sentences.
//
//   Script s;
//   auto [t1, t2] = s.Threads<2>();
//   auto x = s.Variable();
//   t1.Write(x);
//   t2.Write(x);
//   s.Expect(x, "hb racer strict eraser");
//
// A script is a trace. Expect() runs it through the engine in every way an access can take (words, records only, words
// behind the fast path), default and strict, and through the twins; all must agree before the expectation is looked at.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "detect/engine.h"
#include "detect/replayer.h"
#include "twins.h"

namespace raddle::detect {

enum class Way { kWords, kRecordsOnly, kFastPath };

class Collector : public Sink {
 public:
  void Found(const Race& race) override { races.push_back(race); }
  void FoundDeadlock(const LockCycle& cycle) override { cycles.push_back(cycle); }
  void FoundHighLevelRace(const ViewConflict& conflict) override { views.push_back(conflict); }
  Place Here() override { return {.site = here, .method = method}; }
  bool IsOfElements(VariableId variable) override { return variable == elements; }
  bool IsInConstructor(SiteId site) override { return site.valid() && site == constructor; }

  FirstRaces First(std::string_view detector) const;
  std::vector<Race> races;
  std::vector<LockCycle> cycles;
  std::vector<ViewConflict> views;
  SiteId here;  // of the event that is being applied; none: nobody knows
  MethodId method;
  VariableId elements;  // whose name is that of the elements of arrays
  SiteId constructor;
};

// Runs a trace; the site of each access is its place in the trace.
std::vector<Race> RunTrace(const Trace& trace, const EngineOptions& options, Way way);

// The deadlocks that a trace shows to be possible. Without places each is reported for itself; with them (the place in
// the trace of each acquire) those at the same places are one.
enum class Places { kUnknown, kKnown };
std::vector<LockCycle> RunForDeadlocks(const Trace& trace, Places places);
std::string CompareDeadlocks(const Trace& trace);

// Runs a trace in all ways and compares with the twins; what differs is said in the text, empty if nothing does.
// `last_clock`: when threads run out of clock and must move to another slot.
std::string Compare(const Trace& trace, runtime::Clock last_clock = runtime::kLastClock);

// The same for each detector on its own, since what one can forget at a hand-over the others would have kept, and for
// hb and racer with all others, since some change what an epoch is and which words have records.
std::string CompareAlone(const Trace& trace);

std::string Print(const Trace& trace);

class Script {
 public:
  class Thread {
   public:
    ThreadId id;
    void Read(VariableKey v) { script->Add(event::Access{id, event::AccessKind::kRead, v}); }
    void Write(VariableKey v) { script->Add(event::Access{id, event::AccessKind::kWrite, v}); }
    void Increment(VariableKey v) { Read(v), Write(v); }
    void Lock(LockId l) { script->Add(event::Acquire{id, l}); }
    void TryLock(LockId l) { script->Add(event::Acquire{id, l, event::LockMode::kWrite, event::Manner::kTries}); }
    void Unlock(LockId l) { script->Add(event::Release{id, l}); }
    void ReadLock(LockId l) { script->Add(event::Acquire{id, l, event::LockMode::kRead}); }
    void ReadUnlock(LockId l) { script->Add(event::Release{id, l, event::LockMode::kRead}); }
    void Wait(LockId l) { script->Add(event::Wait{id, l}); }
    void Woken(LockId l) { script->Add(event::Woken{id, l}); }
    void TimedOut(LockId l) { script->Add(event::Woken{id, l, false}); }
    void Notify(LockId l) { script->Add(event::Notify{id, l}); }
    void Start(const Thread& child) { script->Add(event::Fork{id, child.id}); }
    void End() { script->Add(event::End{id}); }
    void Join(const Thread& ended) { script->Add(event::Join{id, ended.id}); }
    void VolatileWrite(ChannelId c) { script->Add(event::Volatile{id, event::VolatileKind::kWrite, c}); }
    void VolatileRead(ChannelId c) { script->Add(event::Volatile{id, event::VolatileKind::kRead, c}); }
    void AtomicUpdate(ChannelId c) { script->Add(event::Volatile{id, event::VolatileKind::kUpdate, c}); }
    void Publish(ChannelId c) { script->Add(event::Publish{id, c}); }
    void Receive(ChannelId c) { script->Add(event::Receive{id, c}); }
    void Initialise(ChannelId c) { script->Add(event::ClassInitialised{id, c}); }
    void Use(ChannelId c) { script->Add(event::ClassUsed{id, c}); }

    Script* script;
  };

  Thread MakeThread() { return {ThreadId(next_++), this}; }
  template <size_t n>
  std::array<Thread, n> Threads() {
    std::array<Thread, n> made;
    for (Thread& each : made) each = MakeThread();
    return made;
  }
  VariableKey Variable() { return {VariableId(next_++), 0}; }
  LockId Lock() { return LockId(next_++); }
  ChannelId Channel() { return ChannelId(next_++); }

  void Add(event::Event event) { trace_.push_back(event); }
  const Trace& trace() const { return trace_; }

  // The detectors that report the variable, in this order: "hb racer strict eraser".
  void Expect(VariableKey variable, std::string_view detectors) const;

  // How many threads each of the deadlocks has that are reported, the first first.
  std::vector<size_t> Deadlocks() const;

  // The two accesses that a detector's only report names, by their places in the trace.
  struct Pair {
    size_t earlier, later;
    bool operator==(const Pair&) const = default;
  };
  std::vector<Pair> Pairs(std::string_view detector) const;
  size_t Last() const { return trace_.size() - 1; }

 private:
  Trace trace_;
  uint32_t next_ = 1;
};

}  // namespace raddle::detect
