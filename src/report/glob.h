// Glob: a pattern for dotted names.
//
//   *    any characters except dots: within one part of the name
//   **   any characters, including dots; "**." also stands for nothing, so "**.Bank" matches Bank in every package and
//        in none
//
// All other characters stand for themselves ('$' and '[]', too). Matching takes time in proportion to pattern times
// name, whatever the pattern.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace raddle::report {

class Glob {
 public:
  Glob() = default;  // matches only the empty name
  explicit Glob(std::string_view pattern);

  bool Matches(std::string_view name) const;
  const std::string& pattern() const { return pattern_; }

 private:
  // kPackages is "**." at the beginning of a part of the name: it matches nothing, or anything that ends in a dot.
  enum class Step : uint8_t { kLiteral, kWithinPart, kAnything, kPackages };
  struct Item {
    Step step;
    char literal;
  };

  std::string pattern_;
  std::vector<Item> items_;
};

}  // namespace raddle::report
