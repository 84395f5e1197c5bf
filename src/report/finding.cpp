#include "report/finding.h"

#include <algorithm>
#include <array>

#include "report/advice.h"
#include "report/fingerprint.h"

namespace raddle::report {
namespace {

constexpr std::array<std::string_view, 5> kKinds = {"data-race", "object-race", "high-level-race",
                                                    "atomicity-violation", "deadlock"};
constexpr std::array<std::string_view, 3> kGrades = {"observed", "predicted", "suspected"};
constexpr std::array<std::string_view, 5> kOps = {"read", "write", "call", "lock", "unlock"};

template <typename Enum, size_t n>
std::optional<Enum> Named(const std::array<std::string_view, n>& names, std::string_view name) {
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view NameOf(Kind kind) {
  return kKinds[static_cast<size_t>(kind)];
}
std::string_view NameOf(Grade grade) {
  return kGrades[static_cast<size_t>(grade)];
}
std::string_view NameOf(Op op) {
  return kOps[static_cast<size_t>(op)];
}

std::optional<Kind> KindNamed(std::string_view name) {
  return Named<Kind>(kKinds, name);
}
std::optional<Grade> GradeNamed(std::string_view name) {
  return Named<Grade>(kGrades, name);
}
std::optional<Op> OpNamed(std::string_view name) {
  return Named<Op>(kOps, name);
}

void Complete(Finding& finding) {
  for (std::vector<std::string>* set : {&finding.detectors, &finding.sections}) {
    std::sort(set->begin(), set->end());
    set->erase(std::unique(set->begin(), set->end()), set->end());
  }
  if (finding.statistics.accesses == 0) finding.statistics.locks.clear();
  if (finding.variables.empty() && !finding.variable.empty()) finding.variables = {finding.variable};
  if (finding.message.empty()) finding.message = Describe(finding);
  if (finding.advice.empty()) finding.advice = Advise(finding.statistics, finding.accesses);
  finding.id = Fingerprint(finding);
}

void Tally(FindingsFile& file) {
  file.summary.observed = file.summary.predicted = file.summary.suspected = 0;
  for (const Finding& finding : file.findings) {
    switch (finding.grade) {
      case Grade::kObserved:
        ++file.summary.observed;
        break;
      case Grade::kPredicted:
        ++file.summary.predicted;
        break;
      case Grade::kSuspected:
        ++file.summary.suspected;
        break;
    }
  }
}

uint64_t AtLeast(const FindingsFile& file, Grade grade) {
  return std::count_if(file.findings.begin(), file.findings.end(),
                       [grade](const Finding& finding) { return finding.grade <= grade; });
}

}  // namespace raddle::report
