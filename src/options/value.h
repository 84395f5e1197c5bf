// The types an option can have. A type says how its text is read, how its default is shown, and whether the option
// takes a value at all; a new type needs an overload of Assign and of Show here, and nothing elsewhere.
//
// Assign is given the text after "--name " or "--name=" on the command line, and will be given that after "name=" in
// the agent's string. An option named without a value gets the empty text.
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

enum class TakesValue { kNo, kYes, kMaybe };

template <typename T>
inline constexpr TakesValue kTakesValue = TakesValue::kYes;
template <>
inline constexpr TakesValue kTakesValue<bool> = TakesValue::kNo;
template <>
inline constexpr TakesValue kTakesValue<MaybeText> = TakesValue::kMaybe;

// The error is the end of a sentence: "is not a number".
Result<void> Assign(bool& value, std::string_view text);
Result<void> Assign(uint32_t& value, std::string_view text);
Result<void> Assign(std::string& value, std::string_view text);
Result<void> Assign(PathList& value, std::string_view text);
Result<void> Assign(MaybeText& value, std::string_view text);

// The value as a user would write it; empty where "nothing" is the default and goes without saying.
std::string Show(bool value);
std::string Show(uint32_t value);
std::string Show(const std::string& value);
std::string Show(const PathList& value);
std::string Show(const MaybeText& value);

}  // namespace raddle::options
