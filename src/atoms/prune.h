// Sections taken out of a repository's text, and nothing else changed: comments, blanks and order are the user's.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace raddle::atoms {

// The text must be one that Parse() takes. A section goes from its first line to its last; comments behind it stay.
std::string Without(std::string_view text, const std::set<std::string, std::less<>>& ids);

}  // namespace raddle::atoms
