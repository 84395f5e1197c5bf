// Makes text of unknown origin fit for UTF-8 files and for terminals.
#pragma once

#include <string>
#include <string_view>

namespace raddle::report {

// Well-formed UTF-8. The JVM's modified form (NUL in two bytes, characters beyond the basic plane as two surrogates) is
// understood; each byte that is neither becomes U+FFFD. Cleaning twice changes nothing.
std::string CleanUtf8(std::string_view text);

// Clean, with control characters spelled "\u001b": a thread's name must not be able to drive the user's terminal.
std::string ForTerminal(std::string_view text);

}  // namespace raddle::report
