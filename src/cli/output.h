// How every command reports: results go to stdout, complaints to stderr, one line each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace raddle::cli {

inline constexpr int kOk = 0;
inline constexpr int kFailed = 1;     // the command did its work, and the result is not good
inline constexpr int kUsage = 2;      // the command was called wrongly, or something that it was given does not exist
inline constexpr int kFindings = 66;  // findings of the grade that matters remain; as Go's and LLVM's race detectors

void Print(std::string_view text);

// Writes "raddle dump: LINE" to stderr; `command` is empty where none was recognised. If stderr takes nothing (a pipe
// that nobody reads any more, a full disk), the line is lost and the command goes on.
void Tell(std::string_view command, std::string_view line);

// The arguments after `raddle`, for the findings file.
std::vector<std::string> OwnCommandLine();

// Writes "unknown option --irr; did you mean --ir?" and returns `status`.
int Complain(std::string_view command, const Error& error, int status = kUsage);

// To be called last. Returns the status, or kFailed, with a line on stderr, if stdout could not take everything (disk
// full).
int Finish(int status);

}  // namespace raddle::cli
