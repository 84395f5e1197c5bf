// Loads what a user passes to `raddle report`: a findings file, a journal, a run's folder, or an --out directory.
#pragma once

#include <string>

#include "base/result.h"
#include "report/finding.h"

namespace raddle::report {

// From an --out directory, loads the latest run; with all_runs, all of them merged.
Result<FindingsFile> Load(const std::string& path, bool all_runs = false);

}  // namespace raddle::report
