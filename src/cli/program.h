// RunProgram: another program, run to its end as if it had been called in our place. It has our terminal, input, output
// and process group, and the signals that are sent to us go to it, while we live on to report.
//
// What the terminal sends (Ctrl-C, hang-up) reaches the whole group, so the program has it already: only what somebody
// sent to us alone is passed on. Sent by kill to the group it arrives twice, which a JVM does not mind.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace raddle::cli {

struct Ran {
  int status = 0;            // the exit status, or 128 + the signal that ended it
  bool interrupted = false;  // a signal meanwhile told us to end (Ctrl-C, hang-up, kill): run nothing more
};

// arguments[0] is looked up on the PATH where it has no slash; `environment` ("NAME=value") is set on top of ours.
// The error: it could not be started. To be called by the only thread; from then on, writing to a closed pipe or past
// the largest file is an error and not the end of us.
Result<Ran> RunProgram(const std::vector<std::string>& arguments, const std::vector<std::string>& environment);

}  // namespace raddle::cli
