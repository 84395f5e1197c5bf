// Where journals are kept. Each run has a folder of its own. So nothing of an earlier run can get into the result of a
// later one, and two runs at the same time do not interfere:
//
//   .raddle/                              the --out directory
//     runs/20251115-093012.345-4711/      one run: UTC time and the process that began it
//       command-4711.journal              of `raddle run` itself: the command line
//       jvm-4713.journal  ...             one for each JVM
//     latest -> runs/20251115-...         the run that was begun last
//
// The process that begins a run (`raddle run`; an agent that was given to java by hand) calls CreateRun and passes the
// path, which is absolute, to every JVM of the run. Old runs belong to the user: nothing here removes them.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace raddle::report {

inline constexpr const char* kDefaultOut = ".raddle";
inline constexpr const char* kJournalSuffix = ".journal";

// Makes OUT if it is missing (with a .gitignore in it), and a new run in it. Returns the run's folder. The error says
// which directory could not be made, and why.
Result<std::string> CreateRun(const std::string& out);

// The folder to read for a directory that a user names: the directory itself if it holds journals, else the latest run
// in it; with `all`, every run, oldest first.
Result<std::vector<std::string>> FindRuns(const std::string& directory, bool all);

// The journals in a run's folder, sorted; regular files only.
std::vector<std::string> JournalsIn(const std::string& run);

}  // namespace raddle::report
