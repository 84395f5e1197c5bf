// RunProgram: runs another program to its end as if it had been called in our place. It has our terminal, input, output
// and process group. Signals sent to us are passed on to it, while we live on to report.
//
// What the terminal sends (Ctrl-C, hang-up) reaches the whole group, so the program has it already: only signals that
// were sent to us alone are passed on. A signal sent by kill to the group arrives twice, which a JVM does not mind.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace raddle::cli {

struct Ran {
  int status = 0;            // the exit status, or 128 + the signal that ended it
  bool interrupted = false;  // a signal told us to end (Ctrl-C, hang-up, kill): run nothing more
};

// arguments[0] is looked up on the PATH if it has no slash; `environment` ("NAME=value") is set on top of ours. The
// error: the program could not be started. To be called by the only thread. From then on, writing to a closed pipe or
// past the largest file size is an error and no longer ends us.
Result<Ran> RunProgram(const std::vector<std::string>& arguments, const std::vector<std::string>& environment);

}  // namespace raddle::cli
