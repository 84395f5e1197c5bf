// Events: what a running program did, as plain data.
//
// The agent does not build these (it calls detect::Engine directly); a trace stores them and a test writes them down,
// and detect::Replayer turns them into the very same calls. An event names the thread that made it.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "event/ids.h"

namespace raddle::event {

enum class AccessKind : uint8_t { kRead, kWrite };

// A read/write lock is held in one of two strengths. Monitors and plain locks are always held for writing.
enum class LockMode : uint8_t { kRead, kWrite };

// How a lock is asked for: waiting as long as it takes, or not (tryLock, with a time limit or without).
enum class Manner : uint8_t { kWaits, kTries };

struct Access {
  ThreadId thread;
  AccessKind kind;
  VariableKey variable;
  SiteId site = {};
  StackId stack = {};
  bool carries_objects = false;  // the variable holds a reference, or is a collection of them
};

struct Acquire {
  ThreadId thread;
  LockId lock;
  LockMode mode = LockMode::kWrite;
  Manner manner = Manner::kWaits;
};
struct Release {
  ThreadId thread;
  LockId lock;
  LockMode mode = LockMode::kWrite;
};

// Object.wait: gives the monitor up whatever its depth, and has it back at the same depth when Woken.
struct Wait {
  ThreadId thread;
  LockId lock;
};
struct Woken {
  ThreadId thread;
  LockId lock;
  bool notified = true;  // false: timed out or interrupted, so nobody's notify ordered it
};
struct Notify {
  ThreadId thread;
  LockId lock;
};

struct Fork {
  ThreadId thread;
  ThreadId child;
};
struct Begin {
  ThreadId thread;
};
struct End {
  ThreadId thread;
};
struct Join {
  ThreadId thread;
  ThreadId ended;
};

// A volatile or atomic access: a read receives what all writes before it published; an update does both.
enum class VolatileKind : uint8_t { kRead, kWrite, kUpdate };
struct Volatile {
  ThreadId thread;
  VolatileKind kind;
  ChannelId channel;
};

// A contract's edge (a latch counted down, a queue's offer, ...): Publish before, Receive after.
struct Publish {
  ThreadId thread;
  ChannelId channel;
};
struct Receive {
  ThreadId thread;
  ChannelId channel;
};

// <clinit> has run; a use of the class by another thread comes after it.
struct ClassInitialised {
  ThreadId thread;
  ChannelId channel;
};
struct ClassUsed {
  ThreadId thread;
  ChannelId channel;
};

struct MethodEnter {
  ThreadId thread;
  MethodId method;
  uint64_t object = 0;
  SiteId site = {};
};
struct MethodExit {
  ThreadId thread;
  MethodId method;
  uint64_t object = 0;
};

using Event = std::variant<Access, Acquire, Release, Wait, Woken, Notify, Fork, Begin, End, Join, Volatile, Publish,
                           Receive, ClassInitialised, ClassUsed, MethodEnter, MethodExit>;

ThreadId ThreadOf(const Event& event);

// "T1 writes V0@3", "T2 acquires L1": for test failures and trace dumps.
std::string ToString(const Event& event);

}  // namespace raddle::event
