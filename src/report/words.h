// The words that the text, the page and the SARIF file have in common. They are as the program gave them: whoever
// writes them down makes them fit for where they go.
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

// What it is about: the variable, or all of them.
std::string Subject(const Finding& finding);

// Its name, or that it has none.
std::string ThreadName(const Access& access);

// "teller-1 (#12)", where the number is known.
std::string ThreadAndNumber(const Access& access);

// "Bank.java:31", or what is known of it.
std::string PlaceOf(const Access& access);

// "holding com.acme.Bank@1", "holding no lock"; empty where nobody knows.
std::string Holding(const Finding& finding, const Access& access);

}  // namespace raddle::report
