#include "race/assumptions.h"

#include <cassert>
#include <sstream>

#include <fmt/format.h>

extern "C" const char raddle_lenders[], raddle_lenders_end[];

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

Assumptions::Assumptions() {
  Result<void> added = Add({raddle_lenders, raddle_lenders_end});
  assert(added);
  for (const Line& line : lends_) line.is_used = true;  // it is no mistake of the user's if there are none
}

Result<Assumptions> Assumptions::Parse(std::string_view text) {
  Assumptions made;
  RADDLE_CHECK(made.Add(text));
  return made;
}

Result<void> Assumptions::Add(std::string_view text) {
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string word, first, second, more;
    if (!(words >> word)) continue;
    words >> first >> second >> more;
    std::vector<Line>* kind = word == "apart"   ? &apart_
                              : word == "local" ? &local_
                              : word == "lends" ? &lends_
                                                : nullptr;
    const std::string& last = word == "apart" ? second : first;
    const std::string& beyond = word == "apart" ? more : second;
    if (kind == nullptr || last.empty() || !beyond.empty()) {
      return Error{.reason =
                       fmt::format("line {}: '{}' is none of 'apart THREAD THREAD', 'local NAME' and 'lends METHOD'",
                                   number, line)};
    }
    kind->push_back({.first = first, .second = second});
  }
  return {};
}

bool Assumptions::IsAmong(const std::vector<Line>& lines, std::string_view name) {
  bool is_among = false;
  for (const Line& line : lines) {
    if (!Matches(line.first, name)) continue;
    is_among = line.is_used = true;
  }
  return is_among;
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
  for (const Line& line : lends_) {
    if (!line.is_used) unused.push_back(fmt::format("lends {}", line.first));
  }
  return unused;
}

}  // namespace raddle::race
