// Checker: runs the stages of static race detection in order, from a class path to findings.
//
// If a budget of time or memory runs out before the points-to analysis is done, the analysis starts again with weaker
// contexts, and a note says so. The analysis with the weakest contexts may take four times the budget of time, and so
// may the stages that follow; then they are cut short. Stop() (a signal) ends the check, too: what has been found by
// then is reported, with a note.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "classpath/class_path.h"
#include "facts/facts.h"
#include "pointer/contexts.h"
#include "race/assumptions.h"
#include "report/finding.h"

namespace raddle::check {

struct Settings {
  std::string main;              // class; empty for an open program
  std::vector<std::string> api;  // of an open program; empty for all public types
  bool chooses = false;  // picks contexts itself (`auto`): deep ones if the program is small; `policy` is ignored
  pointer::Policy policy;
  std::vector<std::string> analyse;  // packages of the JDK that are read as well
  std::chrono::nanoseconds budget{0};  // 0: none
  uint64_t memory = 0;               // bytes; 0: no limit
  size_t limit = 1000;               // findings
  bool doubtful = false;             // shows doubtful findings, too (race/findings.h)
  race::Assumptions assumptions;     // the user's
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::string_view)> progress = {};  // is told each step, and the progress of the longest one
};

struct Statistics {
  uint64_t pairs[5] = {};  // original, reachable, aliasing, escaping, unlocked
  size_t methods = 0, instances = 0, objects = 0, edges = 0, roots = 0, nodes = 0;
  std::string contexts;
  std::vector<std::pair<std::string, double>> seconds;  // by step
};

struct Outcome {
  std::vector<report::Finding> findings;
  std::vector<std::string> notes;
  Statistics statistics;
};

// Finds the facts of a closed program instead (closed_facts.h), with notes on what the analysis could not see.
Result<facts::ProgramFacts> CheckForFacts(const classpath::ClassPath& class_path, const Settings& settings);

// Only wrong use is an error: no such class, no main method.
Result<Outcome> Check(const classpath::ClassPath& class_path, const Settings& settings);

}  // namespace raddle::check
