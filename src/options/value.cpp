#include "options/value.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace raddle::options {
namespace {

std::vector<std::string> Split(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts;
  for (size_t start = 0; start <= text.size();) {
    size_t end = std::min(text.find_first_of(separators, start), text.size());
    if (end > start) parts.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

std::vector<std::string> DetectorNames() {
  return {
#define RADDLE_DETECTOR(name, by_default) #name,
#include "options/detectors.inc"
  };
}

bool* FindDetector(Detectors& value, std::string_view sought) {
#define RADDLE_DETECTOR(name, by_default) \
  if (sought == #name) return &value.name;
#include "options/detectors.inc"
  return nullptr;
}

template <typename T>
void Append(std::vector<T>& to, const std::vector<T>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

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
  std::vector<std::string> entries = Split(text, ":");
  if (entries.empty()) return Error{.reason = "names no file or directory"};
  Append(value.entries, entries);
  return {};
}

Result<void> Assign(MaybeText& value, std::string_view text) {
  value = {.given = true, .text = std::string(text)};
  return {};
}

Result<void> Assign(Files& value, std::string_view text) {
  if (text.empty()) return Error{.reason = "names no file"};
  value.entries.emplace_back(text);
  return {};
}

Result<void> Assign(Lines& value, std::string_view text) {
  if (text.empty()) return Error{.reason = "is empty"};
  value.texts.emplace_back(text);
  return {};
}

Result<void> Assign(Packages& value, std::string_view text) {
  std::vector<std::string> names = Split(text, ",+");
  if (names.empty()) return Error{.reason = "names no package"};
  for (const std::string& name : names) {
    if (name.find_first_of("*?:; \t\n") != std::string::npos) {
      return Error{.reason = "is not a package: com.acme stands for itself and all below it"};
    }
  }
  Append(value.names, names);
  return {};
}

Result<void> Assign(Detectors& value, std::string_view text) {
  Detectors chosen;
  for (const std::string& name : DetectorNames()) *FindDetector(chosen, name) = false;
  std::vector<std::string> names = Split(text, ",+");
  // Eraser is there to compare with: on most programs it drowns what the others say.
  if (std::erase(names, "all") > 0) {
    for (const std::string& name : DetectorNames()) {
      if (name != "eraser") names.push_back(name);
    }
  }
  for (const std::string& name : names) {
    bool* detector = FindDetector(chosen, name);
    if (detector == nullptr) {
      return Error{.reason = fmt::format("has an unknown detector, {}: there are {}, and all", name,
                                         fmt::join(DetectorNames(), ", "))};
    }
    *detector = true;
  }
  if (names.empty()) return Error{.reason = fmt::format("names none of {}", fmt::join(DetectorNames(), ", "))};
  value = chosen;
  return {};
}

namespace {

struct Unit {
  std::string_view name;
  uint32_t times;
};

// A number with a unit; without one, the first holds.
Result<void> AssignScaled(uint32_t& value, std::string_view text, std::initializer_list<Unit> units,
                          std::string_view examples) {
  uint32_t number = 0;
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc::result_out_of_range) return Error{.reason = "is too large"};
  std::string_view unit(stop, static_cast<size_t>(end - stop));
  for (const Unit& known : units) {
    if (error != std::errc() || (unit != known.name && !unit.empty())) continue;
    if (number > UINT32_MAX / known.times) return Error{.reason = "is too large"};
    value = number * known.times;
    return {};
  }
  return Error{.reason = fmt::format("is not like {}", examples)};
}

}  // namespace

Result<void> Assign(Seconds& value, std::string_view text) {
  return AssignScaled(value.value, text, {{"s", 1}, {"m", 60}, {"min", 60}, {"h", 3600}}, "60s, 5m or 1h");
}

Result<void> Assign(Mebibytes& value, std::string_view text) {
  return AssignScaled(
      value.value, text,
      {{"M", 1}, {"MiB", 1}, {"MB", 1}, {"m", 1}, {"G", 1024}, {"GiB", 1024}, {"GB", 1024}, {"g", 1024}}, "4G or 512M");
}

std::string Show(Seconds value) {
  return fmt::format("{}s", value.value);
}
std::string Show(Mebibytes value) {
  return value.value % 1024 == 0 && value.value != 0 ? fmt::format("{}G", value.value / 1024)
                                                     : fmt::format("{}M", value.value);
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
std::string Show(const Files& value) {
  return fmt::format("{}", fmt::join(value.entries, " "));
}
std::string Show(const Lines& value) {
  return fmt::format("{}", fmt::join(value.texts, " "));
}
std::string Show(const Packages& value) {
  return fmt::format("{}", fmt::join(value.names, ","));
}
std::string Show(const Detectors& value) {
  std::vector<std::string> names = DetectorNames();
  Detectors copy = value;
  std::erase_if(names, [&](const std::string& name) { return !*FindDetector(copy, name); });
  return fmt::format("{}", fmt::join(names, ","));
}

}  // namespace raddle::options
