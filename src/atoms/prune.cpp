#include "atoms/prune.h"

#include <algorithm>

#include "base/blanks.h"

namespace raddle::atoms {
namespace {

std::string_view FirstWord(std::string_view line) {
  line = Trim(line);
  return line.substr(0, line.find_first_of(kBlanks));
}

}  // namespace

std::string Without(std::string_view text, const std::set<std::string, std::less<>>& ids) {
  std::string kept;
  std::string held;  // blank lines and comments within or behind a section that goes: kept if nothing more of it comes
  bool is_going = false;  // in such a section
  while (!text.empty()) {
    const size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, size);
    text.remove_prefix(size);
    const std::string_view word = FirstWord(line.substr(0, line.find('\n')));
    const bool says_nothing = word.empty() || word.starts_with('#');
    if (word == "section") {
      const std::string_view rest = Trim(Trim(line.substr(0, line.find('\n'))).substr(word.size()));
      is_going = ids.contains(rest.substr(0, rest.find_first_of(kBlanks)));
    } else if (word == "class") {
      is_going = false;
    }
    if (is_going && says_nothing) {
      held += line;
    } else if (is_going) {
      held.clear();
    } else {
      kept += held;
      held.clear();
      kept += line;
    }
  }
  return kept + held;
}

}  // namespace raddle::atoms
