// The command that shows a finding again: the same program, with noise at the variable and the same seed.
#pragma once

#include "options/options.h"
#include "report/finding.h"

namespace raddle::cli {

// Fills in `reproduce` where it is empty and there is a variable to aim at.
void SayHowToReproduce(report::FindingsFile& file, const options::RunOptions& options);

}  // namespace raddle::cli
