#include "report/suppressions.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/blanks.h"
#include "pointcut/named.h"
#include "pointcut/parse.h"

namespace raddle::report {
namespace {

bool IsId(std::string_view text) {
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Reads line by line; the entry that is being read is complete at an empty line or the end.
class Parser {
 public:
  Result<std::vector<Suppression>> Parse(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    while (!text.empty()) {
      size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      RADDLE_CHECK(Line(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    RADDLE_CHECK(EndOfEntry());
    return std::move(entries_);
  }

 private:
  Result<void> Line(std::string_view line) {
    std::string_view trimmed = Trim(line);
    if (trimmed.empty()) return EndOfEntry();
    if (trimmed.starts_with('#')) return {};
    size_t start = trimmed.data() - line.data();
    if (start > 0) return Continue(trimmed, start);

    size_t colon = line.find(':');
    std::string_view key = Trim(line.substr(0, colon));
    if (colon == std::string_view::npos) return Wrong(0, fmt::format("no ':' after '{}'", key.substr(0, 40)));
    std::string_view value = Trim(line.substr(colon + 1));
    size_t column = value.empty() ? line.size() : value.data() - line.data();
    if (entry_.line == 0) entry_.line = line_;
    in_reason_ = false;
    if (value.empty()) return Wrong(column, fmt::format("nothing after '{}:'", key));
    return Member(key, value, column);
  }

  // An indented line goes on with the reason.
  Result<void> Continue(std::string_view text, size_t column) {
    if (!in_reason_) return Wrong(column, "an indented line can only go on with a reason");
    entry_.reason.append(" ").append(text);
    return {};
  }

  Result<void> Member(std::string_view key, std::string_view value, size_t column) {
    if (key == "in") {
      RADDLE_CHECK(CheckPattern(value, column));
      entry_.in.emplace_back(value);
      return {};
    }
    if (key == "at") {
      Result<pointcut::Pointcut> parsed = pointcut::Parse(value);
      if (parsed) parsed = pointcut::Expand(*parsed, {});
      if (!parsed) return Wrong(column + std::min<size_t>(parsed.error().offset, value.size()), parsed.error().reason);
      entry_.at.push_back({std::string(value), *std::move(parsed)});
      return {};
    }
    if (key == "id") {
      if (entry_.id) return Again(key);
      if (!IsId(value)) return Wrong(column, "an id has 16 digits, 0 to 9 and a to f");
      entry_.id = value;
      return {};
    }
    if (key == "kind") {
      if (entry_.kind) return Again(key);
      entry_.kind = KindNamed(value);
      if (entry_.kind) return {};
      return Wrong(column, fmt::format("no kind '{}': there are data-race, object-race, high-level-race, "
                                       "atomicity-violation and deadlock",
                                       value.substr(0, 40)));
    }
    if (key == "variable") {
      if (entry_.variable) return Again(key);
      RADDLE_CHECK(CheckPattern(value, column));
      entry_.variable = Glob(value);
      return {};
    }
    if (key == "reason") {
      if (!entry_.reason.empty()) return Again(key);
      entry_.reason = value;
      in_reason_ = true;
      return {};
    }
    return Wrong(0,
                 fmt::format("unknown key '{}': there are id, kind, variable, in, at and reason", key.substr(0, 40)));
  }

  Result<void> CheckPattern(std::string_view pattern, size_t column) const {
    size_t blank = pattern.find_first_of(kBlanks);
    if (blank != std::string_view::npos) return Wrong(column + blank, "a pattern cannot hold blanks");
    size_t stars = pattern.find("***");
    if (stars != std::string_view::npos) return Wrong(column + stars, "'***' means nothing: use * or **");
    return {};
  }

  Result<void> EndOfEntry() {
    in_reason_ = false;
    if (entry_.line == 0) return {};
    bool matches_something = entry_.id || entry_.kind || entry_.variable || !entry_.in.empty() || !entry_.at.empty();
    if (entry_.reason.empty()) return WrongAt(entry_.line, 0, "the entry has no 'reason:'");
    if (!matches_something) return WrongAt(entry_.line, 0, "the entry would hide everything: say what it is about");
    entries_.push_back(std::move(entry_));
    entry_ = {};
    return {};
  }

  Error Again(std::string_view key) const { return Wrong(0, fmt::format("'{}:' twice in one entry", key)); }
  Error Wrong(size_t column, std::string reason) const { return WrongAt(line_, column, std::move(reason)); }
  static Error WrongAt(uint32_t line, size_t column, std::string reason) {
    return {.reason = std::move(reason), .place = fmt::format("line {}, column {}", line, column + 1)};
  }

  std::vector<Suppression> entries_;
  Suppression entry_;  // its line is 0 between entries
  uint32_t line_ = 0;
  bool in_reason_ = false;
};

bool MatchesAnAccess(const Glob& pattern, const Finding& finding) {
  return std::any_of(finding.accesses.begin(), finding.accesses.end(), [&](const Access& access) {
    return pattern.Matches(access.class_name) || pattern.Matches(access.class_name + "." + access.method);
  });
}

bool MatchesAVariable(const Glob& pattern, const Finding& finding) {
  auto matches = [&](const std::string& variable) { return pattern.Matches(variable); };
  return matches(finding.variable) || std::any_of(finding.variables.begin(), finding.variables.end(), matches);
}

}  // namespace

bool Suppression::Matches(const Finding& finding) const {
  if (id && *id != finding.id) return false;
  if (kind && *kind != finding.kind) return false;
  if (variable && !MatchesAVariable(*variable, finding)) return false;
  if (!std::all_of(at.begin(), at.end(), [&](const AccessPlace& place) { return place.Matches(finding); }))
    return false;
  return std::all_of(in.begin(), in.end(), [&](const Glob& glob) { return MatchesAnAccess(glob, finding); });
}

std::string Suppression::ToString() const {
  std::vector<std::string> parts;
  if (id) parts.push_back(fmt::format("id: {}", *id));
  if (kind) parts.push_back(fmt::format("kind: {}", NameOf(*kind)));
  if (variable) parts.push_back(fmt::format("variable: {}", variable->pattern()));
  for (const Glob& glob : in) parts.push_back(fmt::format("in: {}", glob.pattern()));
  for (const AccessPlace& place : at) parts.push_back(fmt::format("at: {}", place.text));
  std::string where = source.empty() ? fmt::format("line {}", line) : fmt::format("{}:{}", source, line);
  return fmt::format("{}: {}", where, fmt::join(parts, ", "));
}

Result<std::vector<Suppression>> ParseSuppressions(std::string_view text) {
  return Parser().Parse(text);
}

void Suppress(FindingsFile& file, std::span<const Suppression> suppressions) {
  std::vector<Hidden> hidden;
  std::vector<bool> used(suppressions.size());
  for (const Suppression& suppression : suppressions)
    hidden.push_back({suppression.ToString(), suppression.reason, {}});
  std::erase_if(file.findings, [&](const Finding& finding) {
    bool hide = false;
    for (size_t i = 0; i < suppressions.size(); ++i) {
      if (!suppressions[i].Matches(finding)) continue;
      if (!hide) hidden[i].ids.push_back(finding.id);
      hide = used[i] = true;
    }
    return hide;
  });
  for (size_t i = 0; i < suppressions.size(); ++i) {
    file.summary.suppressed += hidden[i].ids.size();
    std::sort(hidden[i].ids.begin(), hidden[i].ids.end());
    if (!used[i]) file.notes.push_back(fmt::format("unused suppression, {}", suppressions[i].ToString()));
    file.suppressions.push_back(std::move(hidden[i]));
  }
  Tally(file);
}

}  // namespace raddle::report
