// Removes sections from a repository's text and changes nothing else: comments, blanks and order are the user's.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace raddle::atoms {

// The text must be one that Parse() accepts. A section is removed from its first line to its last; comments after it
// stay.
std::string Without(std::string_view text, const std::set<std::string, std::less<>>& ids);

}  // namespace raddle::atoms
