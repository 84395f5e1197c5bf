// Blanks around the parts of a line, for the formats that people write by hand.
#pragma once

#include <algorithm>
#include <string_view>

namespace raddle {

inline constexpr std::string_view kBlanks = " \t\r";

inline std::string_view Trim(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  const size_t end = text.find_last_not_of(kBlanks) + 1;
  return text.substr(begin, end < begin ? 0 : end - begin);
}

}  // namespace raddle
