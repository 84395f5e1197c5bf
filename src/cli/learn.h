// atoms --learn: sections that a passing run shows not to be atomic are taken out of their file.
#pragma once

#include "options/options.h"

namespace raddle::cli {

// Returns the exit status: that of the last run that failed, or 0.
int Learn(const options::AtomsOptions& options);

}  // namespace raddle::cli
