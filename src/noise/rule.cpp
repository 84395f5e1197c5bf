#include "noise/rule.h"

#include <fmt/format.h>

#include <charconv>

namespace raddle::noise {
namespace {

std::optional<double> NumberIn(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value < 0) return std::nullopt;
  return value;
}

std::optional<Kind> KindNamed(std::string_view name) {
  if (name == "yield") return Kind::kYield;
  if (name == "spin") return Kind::kSpin;
  if (name == "sleep") return Kind::kSleep;
  if (name == "wait") return Kind::kWait;
  return std::nullopt;
}

// Takes what is behind the last ':' off the text, if `read` can make something of it.
template <typename Read>
auto TakeLast(std::string_view& text, Read read) -> decltype(read(text)) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  auto value = read(text.substr(colon + 1));
  if (value) text = text.substr(0, colon);
  return value;
}

constexpr double kMostMillis = 60'000;

}  // namespace

Result<Rule> ParseRule(std::string_view text) {
  auto wrong = [&](std::string_view what) { return Error{.reason = fmt::format("--noise {}: {}", text, what)}; };
  Rule rule;
  std::string_view rest = text;
  rule.kind = TakeLast(rest, KindNamed);
  const std::optional<double> last = TakeLast(rest, NumberIn);
  if (!last) {
    const size_t colon = rest.rfind(':');
    if (colon != std::string_view::npos && !rule.kind) {
      return wrong(fmt::format("'{}' is no number, nor one of yield, spin, sleep and wait", rest.substr(colon + 1)));
    }
    return wrong("no number where P, per mille, should be; as in random:50:2 or variable=Bank.total:1000:5");
  }
  const std::optional<double> first = TakeLast(rest, NumberIn);
  const double per_mille = first ? *first : *last;
  if (per_mille > 1000 || per_mille != static_cast<uint32_t>(per_mille)) {
    return wrong("P is per mille, a whole number up to 1000");
  }
  rule.per_mille = static_cast<uint32_t>(per_mille);
  if (first) {
    if (*last > kMostMillis) return wrong("T is milliseconds, at most 60000");
    rule.longest = std::chrono::nanoseconds(static_cast<int64_t>(*last * 1e6));
  }
  if (rest == "random") return rule;
  const bool variable = rest.starts_with("variable="), site = rest.starts_with("site=");
  if (!variable && !site) return wrong("is none of random:P:T, variable=PATTERN:P:T, site=PATTERN:P:T");
  rule.target = variable ? Target::kVariable : Target::kSite;
  rule.pattern = rest.substr(rest.find('=') + 1);
  if (rule.pattern.empty()) return wrong("has an empty pattern");
  if (variable && rule.pattern.find(':') != std::string::npos) return wrong("has more after PATTERN than :P:T:KIND");
  return rule;
}

Result<double> ParseBudget(std::string_view text) {
  const std::string_view number = text.ends_with('%') ? text.substr(0, text.size() - 1) : text;
  const std::optional<double> value = NumberIn(number);
  if (!value || *value > 100) {
    return Error{.reason = fmt::format("--noise-budget {}: not a part of the run time, as in 20%", text)};
  }
  return *value / 100;
}

}  // namespace raddle::noise
