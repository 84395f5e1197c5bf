// The types an option can have. A type says how its text is read, how its default is shown, and whether the option
// takes a value at all; a new type needs an overload of Assign and of Show here, and nothing elsewhere.
//
// Assign is given the text after "--name " or "--name=" on the command line, or after "name=" in the agent's string
// (agent_string.h). An option named without a value gets the empty text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace raddle::options {

// "a:b:c"; given twice, the second is appended.
struct PathList {
  std::vector<std::string> entries;

  bool empty() const { return entries.empty(); }
};

// An option whose value may be left out: --jdk, --jdk HOME.
struct MaybeText {
  bool given = false;
  std::string text;
};

// One file an option, so that names may have any character; given twice, the second is appended.
struct Files {
  std::vector<std::string> entries;
};

// Any text; given twice, the second is appended.
struct Lines {
  std::vector<std::string> texts;
};

// "com.acme,org.x"; '+' separates too, since a comma means something else to the agent. Given twice, the second is
// appended.
struct Packages {
  std::vector<std::string> names;
};

// "90s", "5m", "1h"; a number alone is seconds.
struct Seconds {
  uint32_t value = 0;
};

// "4G", "512M"; a number alone is mebibytes.
struct Mebibytes {
  uint32_t value = 0;
};

// "hb,racer", or with '+' as above; given twice, the second holds.
struct Detectors {
#define RADDLE_DETECTOR(name, by_default) bool name = by_default;
#include "options/detectors.inc"
};

enum class TakesValue { kNo, kYes, kMaybe };

template <typename T>
inline constexpr TakesValue kTakesValue = TakesValue::kYes;
template <>
inline constexpr TakesValue kTakesValue<bool> = TakesValue::kNo;
template <>
inline constexpr TakesValue kTakesValue<MaybeText> = TakesValue::kMaybe;

// Whether the value is words with commas between them.
template <typename T>
inline constexpr bool kIsList = false;
template <>
inline constexpr bool kIsList<Packages> = true;
template <>
inline constexpr bool kIsList<Detectors> = true;

// The error is the end of a sentence: "is not a number".
Result<void> Assign(bool& value, std::string_view text);
Result<void> Assign(uint32_t& value, std::string_view text);
Result<void> Assign(std::string& value, std::string_view text);
Result<void> Assign(PathList& value, std::string_view text);
Result<void> Assign(MaybeText& value, std::string_view text);
Result<void> Assign(Files& value, std::string_view text);
Result<void> Assign(Lines& value, std::string_view text);
Result<void> Assign(Packages& value, std::string_view text);
Result<void> Assign(Detectors& value, std::string_view text);
Result<void> Assign(Seconds& value, std::string_view text);
Result<void> Assign(Mebibytes& value, std::string_view text);

// The value as a user would write it; empty where "nothing" is the default and goes without saying.
std::string Show(bool value);
std::string Show(uint32_t value);
std::string Show(const std::string& value);
std::string Show(const PathList& value);
std::string Show(const MaybeText& value);
std::string Show(const Files& value);
std::string Show(const Lines& value);
std::string Show(const Packages& value);
std::string Show(const Detectors& value);
std::string Show(Seconds value);
std::string Show(Mebibytes value);

// The texts that give the value when they are assigned one after the other: one, unless the type says otherwise.
template <typename T>
std::vector<std::string> Texts(const T& value) {
  return {Show(value)};
}
inline std::vector<std::string> Texts(const PathList& value) {
  return value.entries;
}
inline std::vector<std::string> Texts(const Files& value) {
  return value.entries;
}
inline std::vector<std::string> Texts(const Lines& value) {
  return value.texts;
}

}  // namespace raddle::options
