// The words that the text, the HTML page and the SARIF file have in common. They are as the program gave them: each
// writer makes them fit for its output.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "report/finding.h"

namespace raddle::report {

// "high-level race"
std::string_view InWords(Kind kind);

// "once", "17 times"
std::string Times(uint64_t count);

// "1 finding", "2 findings"
std::string Plural(uint64_t count, std::string_view noun);

// What the finding is about: the variable, or all of its variables.
std::string Subject(const Finding& finding);

// The thread's name, or that it has none.
std::string ThreadName(const Access& access);

// "teller-1 (#12)", where the number is known.
std::string ThreadAndNumber(const Access& access);

// "Bank.java:31", or what is known of it.
std::string PlaceOf(const Access& access);

// "holding com.acme.Bank@1", "holding no lock"; empty if the locks are not known.
std::string Holding(const Finding& finding, const Access& access);

}  // namespace raddle::report
