// The agent's state: one object, made in Agent_OnLoad, never destroyed, since threads of the JVM may outlive its end.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agent/array_holders.h"
#include "agent/aspects.h"
#include "agent/atoms.h"
#include "agent/callers.h"
#include "agent/findings.h"
#include "agent/ghosts.h"
#include "agent/lock_uses.h"
#include "agent/names.h"
#include "agent/options.h"
#include "agent/scope.h"
#include "agent/stacks.h"
#include "agent/threads.h"
#include "agent/types.h"
#include "agent/variables.h"
#include "agent/watch_facts.h"
#include "base/result.h"
#include "detect/engine.h"
#include "report/journal.h"
#include "trace/recorder.h"
#include "weave/call_contracts.h"
#include "weave/hooks.h"
#include "weave/twins.h"
#include "weave/weaver.h"

namespace raddle::agent {

struct Agent {
  Agent(AgentOptions given, std::string folder, std::vector<std::string> command);

  const AgentOptions options;
  const std::string run_folder;
  weave::Plan plan;
  weave::HookTable hooks;  // this and calls are set before the first class is loaded
  std::unique_ptr<const weave::CallContracts> calls;
  LoadedTypes types;  // opened if there is a scope, an aspect, or an array that is healed
  ArrayHolders array_holders;
  WatchScope scope;
  WatchFacts facts;
  Aspects aspects;
  bool shim_defined = false;
  std::atomic<bool> live{false};  // the shim is in place and woven code may run
  report::Journal journal;
  Variables variables;
  weave::Allocations allocations;
  LockUses lock_uses;
  weave::Twins twins{ReserveSites<uint32_t>()};
  Stacks stacks;
  Callers callers;
  Threads threads;
  AgentNames names;
  Findings findings;
  Atoms atoms;
  Ghosts ghosts;
  std::unique_ptr<trace::Recorder> recorder;  // null: nothing is recorded
  detect::Engine engine;

  // The program's own class, to which advice may apply.
  bool OfProgram(std::string_view class_name) const;
  bool InScope(std::string_view class_name) const;
  // A line for the report: something was left out. Any thread.
  void Note(const std::string& line);
};

inline Agent* g_agent = nullptr;

}  // namespace raddle::agent
