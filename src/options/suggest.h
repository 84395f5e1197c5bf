// "did you mean": the nearest of some names to one that was mistyped.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace raddle::options {

// The fewest insertions, deletions, replacements and swaps of neighbours that turn one into the other.
size_t EditDistance(std::string_view a, std::string_view b);

// The nearest candidate, or empty when none is near enough to be what was meant: a third of the letters may be wrong,
// or the name may have been cut short.
std::string_view Nearest(std::string_view name, std::span<const std::string> candidates);

}  // namespace raddle::options
