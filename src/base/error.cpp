#include "base/result.h"

#include <fmt/format.h>

namespace raddle {

Error Error::In(std::string_view outer) && {
  place = place.empty() ? std::string(outer) : fmt::format("{}: {}", outer, place);
  return std::move(*this);
}

Error Error::In(std::string_view outer) const& {
  return Error(*this).In(outer);
}

std::string Error::ToString() const {
  std::string text = place;
  if (offset != kNoOffset) text += fmt::format("{}offset {}", text.empty() ? "" : ": ", offset);
  return text.empty() ? reason : text + ": " + reason;
}

}  // namespace raddle
