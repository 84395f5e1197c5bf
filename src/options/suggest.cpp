#include "options/suggest.h"

#include <algorithm>
#include <vector>

namespace raddle::options {

// Optimal string alignment, three rows of the table at a time.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string_view Nearest(std::string_view name, std::span<const std::string> candidates) {
  std::string_view nearest;
  size_t least = 0;
  for (const std::string& candidate : candidates) {
    size_t distance = EditDistance(name, candidate);
    bool cut_short = name.size() >= 2 && candidate.starts_with(name);
    if (cut_short) distance = std::min<size_t>(distance, 1);
    size_t allowed = std::max<size_t>(1, std::max(name.size(), candidate.size()) / 3);
    if (distance <= allowed && (nearest.empty() || distance < least)) {
      nearest = candidate;
      least = distance;
    }
  }
  return nearest;
}

}  // namespace raddle::options
