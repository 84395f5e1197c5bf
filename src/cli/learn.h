// atoms --learn: removes sections from their file that a passing run shows not to be atomic.
#pragma once

#include "options/options.h"

namespace raddle::cli {

// Returns the exit status: that of the last run that failed, or 0.
int Learn(const options::AtomsOptions& options);

}  // namespace raddle::cli
