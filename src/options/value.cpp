#include "options/value.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace raddle::options {

Result<void> Assign(bool& value, std::string_view text) {
  if (text.empty() || text == "true") {
    value = true;
  } else if (text == "false") {
    value = false;
  } else {
    return Error{.reason = "is neither true nor false"};
  }
  return {};
}

Result<void> Assign(uint32_t& value, std::string_view text) {
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range) return Error{.reason = "is too large"};
  if (error != std::errc() || stop != end) return Error{.reason = "is not a number"};
  return {};
}

Result<void> Assign(std::string& value, std::string_view text) {
  if (text.empty()) return Error{.reason = "is empty"};
  value = text;
  return {};
}

// Java reads an empty entry as the current directory; here it is left out, because "$EXTRA:app.jar" with EXTRA unset
// should not sweep up whatever lies around.
Result<void> Assign(PathList& value, std::string_view text) {
  size_t before = value.entries.size();
  for (size_t start = 0; start <= text.size();) {
    size_t end = std::min(text.find(':', start), text.size());
    if (end > start) value.entries.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  if (value.entries.size() == before) return Error{.reason = "names no file or directory"};
  return {};
}

Result<void> Assign(MaybeText& value, std::string_view text) {
  value = {.given = true, .text = std::string(text)};
  return {};
}

std::string Show(bool value) {
  return value ? "true" : "";
}
std::string Show(uint32_t value) {
  return fmt::to_string(value);
}
std::string Show(const std::string& value) {
  return value;
}
std::string Show(const PathList& value) {
  return fmt::format("{}", fmt::join(value.entries, ":"));
}
std::string Show(const MaybeText& value) {
  return value.text;
}

}  // namespace raddle::options
