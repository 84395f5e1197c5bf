// Reads and writes whole files.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace raddle::report {

// Read, not mapped: a journal may grow, or be cut short, while it is read. Pipes are read to their end.
Result<std::string> ReadWholeFile(const std::string& path);

// If the path is, or will be, a regular file, writes all or nothing: the old contents stay until the new text is
// complete in a file beside it. "-" is the standard output; devices and pipes are simply written to.
Result<void> WriteWholeFile(const std::string& path, std::string_view text);

// Writes all of the text; the error is that of errno.
Result<void> WriteAll(int descriptor, std::string_view text);

}  // namespace raddle::report
