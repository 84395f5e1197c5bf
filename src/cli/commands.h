// One function for each command of the option table: RunDump(const DumpOptions&), RunSelfcheck(...), ... Each does the
// command's work and returns the exit status. A command in the table without such a function does not link.
#pragma once

#include "options/options.h"

namespace raddle::cli {

#define RADDLE_COMMAND(Type, name, summary) int Run##Type(const options::Type##Options& options);
#include "options/options.inc"

}  // namespace raddle::cli
