// Assumptions: what the user says about a program that the analysis cannot know, one statement a line (--annotations
// FILE):
//
//   apart THREAD THREAD   threads of these two roots never run at the same time; names as findings have them
//   local NAME            objects of this class, or this field, are never shared
//   lends METHOD          what this method of a pool returns, or is handed last if it returns nothing, is lent to one
//                         thread at a time (lenders.h)
//
// '*' stands for any text, '#' begins a comment. A line that nothing matched is probably a mistake, and is listed. The
// pools of well-known libraries are in models/lenders.txt, in the same form.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace raddle::race {

class Assumptions {
 public:
  Assumptions();
  // The errors name the line.
  static Result<Assumptions> Parse(std::string_view text);

  bool IsLocal(std::string_view name) const { return IsAmong(local_, name); }
  bool AreApart(std::string_view thread, std::string_view other) const;
  bool Lends(std::string_view method) const { return IsAmong(lends_, method); }
  bool HasLocal() const { return !local_.empty(); }
  bool HasApart() const { return !apart_.empty(); }
  // The lines that were looked up and never matched.
  std::vector<std::string> Unused() const;

 private:
  struct Line {
    std::string first, second;
    mutable bool is_used = false;
  };
  Result<void> Add(std::string_view text);
  static bool IsAmong(const std::vector<Line>& lines, std::string_view name);

  std::vector<Line> apart_, local_, lends_;
};

}  // namespace raddle::race
