// Facts: accesses that need not be watched, and why. docs/facts.md says what each argument means and when it holds.
//
// Facts are kept by class, with the hash of the bytes that they were made from; in a method by bytecode index. The text
// form has a version and ends with a hash of all before. So a file that was cut short or changed is an error; it never
// gives fewer or other facts.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace raddle::facts {

// X(name, as --stats has it)
#define RADDLE_FACT_ARGUMENTS(X)                             \
  X(Final, "final", "of final fields")                       \
  X(Local, "local", "to what never leaves its method")       \
  X(Unshared, "unshared", "to what never leaves its thread") \
  X(Ordered, "ordered", "never at the same time as a write")

enum class Argument : uint8_t {
#define X(name, word, text) k##name,
  RADDLE_FACT_ARGUMENTS(X)
#undef X
};
inline constexpr std::array kWords = {
#define X(name, word, text) std::string_view(word),
    RADDLE_FACT_ARGUMENTS(X)
#undef X
};
inline constexpr std::array kTexts = {
#define X(name, word, text) std::string_view(text),
    RADDLE_FACT_ARGUMENTS(X)
#undef X
};

// Which facts are used, and so how much is left unwatched.
enum class Level : uint8_t { kNone, kSafe, kClosed };
inline constexpr std::array<std::string_view, 3> kLevels = {"none", "safe", "closed"};
// The error: "it is safe, closed or none".
Result<Level> ParseLevel(std::string_view text);

struct Fact {
  uint16_t bci = 0;
  Argument argument = Argument::kLocal;
  auto operator<=>(const Fact&) const = default;
};

struct MethodFacts {
  std::string name, descriptor;
  std::vector<Fact> facts;  // ascending
  bool operator==(const MethodFacts&) const = default;
};

struct ClassFacts {
  std::string name;   // internal
  uint64_t hash = 0;  // atoms::HashOf its bytes
  std::vector<MethodFacts> methods;

  const MethodFacts* Find(std::string_view method, std::string_view descriptor) const;
  bool operator==(const ClassFacts&) const = default;
};

struct ProgramFacts {
  std::vector<std::string> notes;   // what the analysis could not see
  std::vector<ClassFacts> classes;  // by name, each once

  // Null where nothing is known of the class, or its bytes are not those that the facts were made from.
  const ClassFacts* Find(std::string_view name, uint64_t hash) const;
  bool Knows(std::string_view name) const;
  bool operator==(const ProgramFacts&) const = default;
};

// The error names the line.
Result<ProgramFacts> Parse(std::string_view text);
std::string ToText(const ProgramFacts& facts);
// The text with the last line (the hash) added, for those who write the other lines by hand.
std::string Ended(std::string text);

}  // namespace raddle::facts
