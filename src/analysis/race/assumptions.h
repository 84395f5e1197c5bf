// Assumptions: what the user says of a program that the analysis cannot know, a line each (--annotations FILE):
//
//   apart THREAD THREAD   threads of these two roots never run at the same time; names as findings have them
//   local NAME            objects of this class, or this field, are never shared
//
// '*' stands for any text, '#' begins a comment. A line that nothing matched is a mistake, and is listed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace raddle::race {

class Assumptions {
 public:
  // The errors name the line.
  static Result<Assumptions> Parse(std::string_view text);

  bool IsLocal(std::string_view name) const;
  bool AreApart(std::string_view thread, std::string_view other) const;
  bool HasLocal() const { return !local_.empty(); }
  bool HasApart() const { return !apart_.empty(); }
  // The lines that were asked for and never matched.
  std::vector<std::string> Unused() const;

 private:
  struct Line {
    std::string first, second;
    mutable bool is_used = false;
  };
  std::vector<Line> apart_, local_;
};

}  // namespace raddle::race
