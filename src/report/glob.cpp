#include "report/glob.h"

namespace raddle::report {

Glob::Glob(std::string_view pattern) : pattern_(pattern) {
  for (size_t i = 0; i < pattern.size();) {
    bool at_part = i == 0 || pattern[i - 1] == '.';
    std::string_view rest = pattern.substr(i);
    if (at_part && rest.starts_with("**.")) {
      items_.push_back({Step::kPackages, 0});
      i += 3;
    } else if (rest.starts_with("**")) {
      items_.push_back({Step::kAnything, 0});
      i += 2;
    } else {
      items_.push_back({rest[0] == '*' ? Step::kWithinPart : Step::kLiteral, rest[0]});
      ++i;
    }
  }
}

// reached[k]: the first k items can match what has been read so far.
bool Glob::Matches(std::string_view name) const {
  std::vector<bool> reached(items_.size() + 1);
  // Wildcards can stand for nothing.
  auto skip_wildcards = [&](std::vector<bool>& states) {
    for (size_t k = 0; k < items_.size(); ++k) {
      if (states[k] && items_[k].step != Step::kLiteral) states[k + 1] = true;
    }
  };
  reached[0] = true;
  skip_wildcards(reached);
  // Inside a package wildcard, that is behind its first character and before its last dot.
  std::vector<bool> inside(items_.size());
  for (char c : name) {
    std::vector<bool> next(items_.size() + 1);
    std::vector<bool> next_inside(items_.size());
    for (size_t k = 0; k < items_.size(); ++k) {
      switch (items_[k].step) {
        case Step::kLiteral:
          if (reached[k] && c == items_[k].literal) next[k + 1] = true;
          break;
        case Step::kWithinPart:
          if (reached[k] && c != '.') next[k] = true;
          break;
        case Step::kAnything:
          if (reached[k]) next[k] = true;
          break;
        case Step::kPackages:
          if (!reached[k] && !inside[k]) break;
          next_inside[k] = true;
          if (c == '.') next[k + 1] = true;
          break;
      }
    }
    skip_wildcards(next);
    reached = std::move(next);
    inside = std::move(next_inside);
  }
  return reached[items_.size()];
}

}  // namespace raddle::report
