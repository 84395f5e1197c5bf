#include "race/assumptions.h"

#include <sstream>

#include <fmt/format.h>

namespace raddle::race {
namespace {

bool Matches(std::string_view pattern, std::string_view text) {
  size_t p = 0, t = 0, star = std::string_view::npos, from = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

Result<Assumptions> Assumptions::Parse(std::string_view text) {
  Assumptions made;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string word, first, second, more;
    if (!(words >> word)) continue;
    words >> first >> second >> more;
    bool is_apart = word == "apart" && !second.empty() && more.empty();
    bool is_local = word == "local" && !first.empty() && second.empty();
    if (!is_apart && !is_local) {
      return Error{.reason =
                       fmt::format("line {}: '{}' is neither 'apart THREAD THREAD' nor 'local NAME'", number, line)};
    }
    (is_apart ? made.apart_ : made.local_).push_back({.first = first, .second = second});
  }
  return made;
}

bool Assumptions::IsLocal(std::string_view name) const {
  bool is_local = false;
  for (const Line& line : local_) {
    if (!Matches(line.first, name)) continue;
    is_local = line.is_used = true;
  }
  return is_local;
}

bool Assumptions::AreApart(std::string_view thread, std::string_view other) const {
  bool are_apart = false;
  for (const Line& line : apart_) {
    bool fits = (Matches(line.first, thread) && Matches(line.second, other)) ||
                (Matches(line.first, other) && Matches(line.second, thread));
    if (fits) are_apart = line.is_used = true;
  }
  return are_apart;
}

std::vector<std::string> Assumptions::Unused() const {
  std::vector<std::string> unused;
  for (const Line& line : apart_) {
    if (!line.is_used) unused.push_back(fmt::format("apart {} {}", line.first, line.second));
  }
  for (const Line& line : local_) {
    if (!line.is_used) unused.push_back(fmt::format("local {}", line.first));
  }
  return unused;
}

}  // namespace raddle::race
