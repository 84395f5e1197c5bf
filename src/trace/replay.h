// Replay: runs the detectors over a trace. It feeds the engine of a running program with the same events in the same
// order, so it finds the same; with other detectors it finds what those would have found.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "detect/engine.h"
#include "report/finding.h"

namespace raddle::trace {

struct Replayed {
  std::vector<report::Finding> findings;  // merged
  std::vector<std::string> notes;
};

// The error has the offset of what is wrong with the trace.
Result<Replayed> Replay(std::string_view bytes, const detect::EngineOptions& options);

}  // namespace raddle::trace
