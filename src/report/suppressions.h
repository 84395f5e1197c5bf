// Suppressions: findings that somebody has looked at and accepted, each with the reason. docs/suppressions.md is the
// manual of the format:
//
//   # Lost hits do no harm.
//   kind: data-race
//   variable: com.acme.Stats.*
//   in: com.acme.web.**
//   reason: an approximate counter, see the performance notes
//
// An entry hides the findings that all of its lines match. The value of a line is a Glob; after `at:` it is a pointcut.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/access_place.h"
#include "report/finding.h"
#include "report/glob.h"

namespace raddle::report {

struct Suppression {
  uint32_t line = 0;   // where the entry begins
  std::string source;  // the file; empty until the caller sets it
  std::optional<std::string> id;
  std::optional<Kind> kind;
  std::optional<Glob> variable;  // of the variable, or of any of the variables
  std::vector<Glob> in;          // each must match the class, or class and method, of an access
  std::vector<AccessPlace> at;   // each must hold at an access
  std::string reason;

  bool Matches(const Finding& finding) const;

  // "suppressions.txt:2: kind: data-race, variable: com.acme.Stats.*"
  std::string ToString() const;
};

// The error's place is "line 3, column 7"; the caller adds the file with In().
Result<std::vector<Suppression>> ParseSuppressions(std::string_view text);

// Removes the findings that a suppression matches from the file, and records there what each suppression hid (a finding
// counts for the first that matches). A suppression that matches nothing gets a note.
void Suppress(FindingsFile& file, std::span<const Suppression> suppressions);

}  // namespace raddle::report
