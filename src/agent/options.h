// What the agent was asked to do. The options, their names and their syntax are those of `raddle agent`: src/options
// has the table and the parser. Here they are turned into what the parts of the agent need to know.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agent/atoms.h"
#include "base/result.h"
#include "detect/engine.h"
#include "facts/facts.h"

namespace raddle::agent {

struct AgentOptions {
  std::string run;                     // the run's folder; empty: make one under `out`
  std::string out;                     //
  std::vector<std::string> include;    // packages as internal names, "com/acme"; empty: everything
  std::vector<std::string> exclude;    //
  std::vector<std::string> contracts;  // files with contracts besides our own
  std::string record;                  // where the trace goes; empty: there is none
  std::string scope;                   // a pointcut; empty: no limit
  std::vector<std::string> aspects;    // jars
  bool weave_jdk = false;              // java.util too
  bool thorough = false;               // hot code is looked at all the time
  uint32_t phases = 0;                 // milliseconds; 0: as phases.h has it
  bool every_access = false;           // nothing is left out: no shortcut of weaver, shim or runtime is taken
  bool quiet = false;                  // findings are not told as they are made
  bool stats = false;                  // a line of counts at the end
  facts::Level facts = facts::Level::kSafe;
  std::string facts_file;
  AtomOptions atoms;
  detect::EngineOptions engine;

  // Some detector asks for accesses or for what is touched under locks: atomrace alone does not.
  bool TellsAccesses() const;
  // Hot code is looked at in phases (phases.h): nothing is asked for that takes every access.
  bool HasPhases() const;
};

// The text after '=' in -agentpath:LIBRARY=TEXT. The error is one line.
Result<AgentOptions> ParseAgentOptions(std::string_view text);

}  // namespace raddle::agent
