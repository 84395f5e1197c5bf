// The obvious twins of the detectors: slow, complete, and written from the definitions alone.
//
// A trace is a list of events. Order is kept as it is defined: for each event the set of events before it, as bits,
// from the edges one by one. No clocks, no epochs, no slots, no pruning, no words.
#pragma once

#include <bitset>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "event/event.h"

namespace raddle::detect {

inline constexpr size_t kLongestTrace = 256;
using Trace = std::vector<event::Event>;

// Which event was the first racing one of each variable.
using FirstRaces = std::map<VariableKey, size_t>;

struct Verdicts {
  FirstRaces schedulable;       // hb: races of schedulable happens-before
  std::set<VariableKey> plain;  // variables with a race of plain happens-before
  std::set<size_t> predicted;   // racer: every access that forms a pair with an earlier one
  FirstRaces strict;            // Fig. 9b
  FirstRaces eraser;            // Fig. 9a
};

Verdicts Judge(const Trace& trace);

// A deadlock that could have been: who holds which lock and wants which.
using Cycle = std::set<std::tuple<ThreadId, LockId, LockId>>;
std::set<Cycle> DeadlocksIn(const Trace& trace);

}  // namespace raddle::detect
