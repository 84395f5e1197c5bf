// Whole files, read and written.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace raddle::report {

// Read, not mapped: a journal may grow, or be cut short, while it is read. Pipes are read to their end.
Result<std::string> ReadWholeFile(const std::string& path);

// All or nothing where the path is, or is going to be, a regular file: what was there stays until the new text is
// complete on the disk beside it. "-" is the standard output; devices and pipes are simply written to.
Result<void> WriteWholeFile(const std::string& path, std::string_view text);

// Writes all of it; the error is that of errno.
Result<void> WriteAll(int descriptor, std::string_view text);

}  // namespace raddle::report
