// The agent's state: one object, made in Agent_OnLoad, never destroyed, since threads of the JVM may outlive its end.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agent/findings.h"
#include "agent/stacks.h"
#include "agent/threads.h"
#include "agent/variables.h"
#include "base/result.h"
#include "detect/engine.h"
#include "report/journal.h"
#include "weave/weaver.h"

namespace raddle::agent {

struct AgentOptions {
  std::string run;  // the run's folder; empty: make one under `out`
  std::string out = ".raddle";
  std::vector<std::string> include;  // package prefixes as internal names; empty: everything
  std::vector<std::string> exclude;
  detect::EngineOptions engine;
};

// "key=value,key=value": detectors=hb+racer, run=DIR, out=DIR, include=com.acme+org.x, exclude=..., strict.
Result<AgentOptions> ParseAgentOptions(std::string_view text);

struct Agent {
  Agent(AgentOptions given, std::string run_folder, std::vector<std::string> command);

  const AgentOptions options;
  weave::Plan plan;
  std::atomic<bool> live{false};  // the shim is in place and woven code may run
  report::Journal journal;
  Variables variables;
  Stacks stacks;
  Threads threads;
  Findings findings;
  detect::Engine engine;

  bool InScope(std::string_view class_name) const;
  // A line for the report: something was left out. Any thread.
  void Note(const std::string& line);
};

inline Agent* g_agent = nullptr;

}  // namespace raddle::agent
