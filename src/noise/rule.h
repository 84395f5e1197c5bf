// Rules of noise: where a thread is held up, how often and for how long (AtomRace, §3.3).
//
//   random:P:T            at any access
//   variable=PATTERN:P:T  at accesses of these variables: "com.acme.Account.balance", "*.Account.*", "int[]"
//   site=PATTERN:P:T      at accesses in these places: a method, "com.acme.Bank.transfer", or a pointcut of
//   docs/pointcuts.md
//
// P is per mille of the times that a thread comes there; T is milliseconds at most, fractions allowed, and may be left
// out. A kind may follow, `:yield`, `:spin`, `:sleep` or `:wait`: wait ends as soon as another thread comes to the same
// variable, and is what one gets otherwise (random noise: any of them). In a pattern '*' stands for anything within one
// part of a name and '**' for anything; a name may be given without its package.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/glob.h"

namespace raddle::noise {

enum class Kind : uint8_t { kYield, kSpin, kSleep, kWait };
enum class Target : uint8_t { kRandom, kVariable, kSite };

struct Rule {
  static constexpr std::chrono::nanoseconds kDefaultLongest = std::chrono::milliseconds(10);

  Target target = Target::kRandom;
  std::string pattern;
  uint32_t per_mille = 0;
  std::chrono::nanoseconds longest = kDefaultLongest;
  std::optional<Kind> kind;  // none: wait, or for random noise any

  bool IsPointcut() const { return target == Target::kSite && pattern.find('(') != std::string::npos; }
};

// The error is one line that begins with the rule.
Result<Rule> ParseRule(std::string_view text);

// "20%", "20": part of the time that a thread lives. The error as above.
Result<double> ParseBudget(std::string_view text);

// A name, or the end of one from a dot on.
class NamePattern {
 public:
  explicit NamePattern(std::string_view pattern) : whole_(pattern), last_parts_("**." + std::string(pattern)) {}
  bool Matches(std::string_view name) const { return whole_.Matches(name) || last_parts_.Matches(name); }

 private:
  report::Glob whole_, last_parts_;
};

}  // namespace raddle::noise
