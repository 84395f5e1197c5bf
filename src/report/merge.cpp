#include "report/merge.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "report/advice.h"

namespace raddle::report {
namespace {

using Texts = std::vector<std::string>;

void Unite(Texts& into, Texts from) {
  into.insert(into.end(), std::move_iterator(from.begin()), std::move_iterator(from.end()));
  std::sort(into.begin(), into.end());
  into.erase(std::unique(into.begin(), into.end()), into.end());
}

size_t Accesses(const Finding& finding, bool (*that)(const Access&)) {
  return std::count_if(finding.accesses.begin(), finding.accesses.end(), that);
}
bool HasNoStack(const Access& access) {
  return access.stack.empty();
}
// Nor its locks: who catches a race in the act alone does not follow what threads do before.
bool HasNoPast(const Access& access) {
  return access.started.empty();
}
bool IsInexact(const Access& access) {
  return !access.stack_exact;
}

// A total order of evidence: equal only where everything is.
bool IsBetterEvidence(const Finding& a, const Finding& b) {
  if (a.grade != b.grade) return a.grade < b.grade;
  for (const auto that : {HasNoStack, HasNoPast, IsInexact}) {
    if (size_t x = Accesses(a, that), y = Accesses(b, that); x != y) return x < y;
  }
  return std::tie(a.accesses, a.message, a.object, a.variable, a.variables) <
         std::tie(b.accesses, b.message, b.object, b.variable, b.variables);
}

uint64_t SumOf(uint64_t a, uint64_t b) {
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  return a > kMost - b ? kMost : a + b;
}

// The text that is there; of two, always the same one.
std::string Either(std::string a, std::string b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return std::min(std::move(a), std::move(b));
}

// Statistics are of one variable at some moment of one run: the fullest says most, and adding two that overlap would
// count accesses twice.
void KeepFuller(Statistics& into, Statistics from) {
  if (std::tie(from.accesses, from.locks) > std::tie(into.accesses, into.locks)) into = std::move(from);
}

bool IsUnknown(const Access& access) {
  return access.class_name.empty();
}

std::pair<Kind, std::string> ProblemOf(const Finding& finding) {
  return {finding.kind, finding.variable};
}
auto PlaceOf(const Access& access) {
  return std::tie(access.class_name, access.method, access.descriptor);
}

// All that the vague one has to say of where, the other says too, and it knows both places.
bool SaysMore(const Finding& other, const Finding& vague) {
  if (other.grade > vague.grade || Accesses(other, IsUnknown) > 0) return false;
  return std::ranges::all_of(vague.accesses, [&](const Access& access) {
    return IsUnknown(access) || std::ranges::find(other.accesses, PlaceOf(access), PlaceOf) != other.accesses.end();
  });
}

// A thread may have forgotten where it made an access. Such a finding has an id of its own, which comes and goes from run to
// run, as if it were one more problem.
void DropVague(std::vector<Finding>& findings) {
  std::map<std::pair<Kind, std::string>, std::vector<const Finding*>> exact;
  for (const Finding& finding : findings) {
    if (Accesses(finding, IsUnknown) == 0) exact[ProblemOf(finding)].push_back(&finding);
  }
  std::unordered_set<std::string> dropped;
  for (const Finding& finding : findings) {
    const auto others = Accesses(finding, IsUnknown) > 0 ? exact.find(ProblemOf(finding)) : exact.end();
    const bool said = others != exact.end() &&
                      std::ranges::any_of(others->second, [&](const Finding* each) { return SaysMore(*each, finding); });
    if (said) dropped.insert(finding.id);
  }
  std::erase_if(findings, [&](const Finding& finding) { return dropped.contains(finding.id); });
}

bool InOrder(const Finding& a, const Finding& b) {
  return std::tie(a.grade, a.kind, a.variable, a.id) < std::tie(b.grade, b.kind, b.variable, b.id);
}

}  // namespace

void MergeInto(Finding& into, Finding from, Counts counts) {
  Texts detectors = std::move(into.detectors);
  Unite(detectors, std::move(from.detectors));
  Texts sections = std::move(into.sections);
  Unite(sections, std::move(from.sections));
  uint64_t count = counts == Counts::kSum ? SumOf(into.count, from.count) : std::max(into.count, from.count);
  Statistics statistics = std::move(into.statistics);
  KeepFuller(statistics, std::move(from.statistics));
  std::string advice = Either(std::move(into.advice), std::move(from.advice));
  std::string reproduce = Either(std::move(into.reproduce), std::move(from.reproduce));

  if (IsBetterEvidence(from, into)) into = std::move(from);
  into.detectors = std::move(detectors);
  into.sections = std::move(sections);
  into.count = count;
  into.statistics = std::move(statistics);
  // Advice follows from statistics wherever there are any: that of one side would not fit those of the other.
  into.advice = into.statistics.accesses > 0 ? Advise(into.statistics, into.accesses) : std::move(advice);
  into.reproduce = std::move(reproduce);
}

std::vector<Finding> Merge(std::vector<Finding> findings, Counts counts) {
  std::vector<Finding> merged;
  std::unordered_map<std::string, size_t> places;
  for (Finding& finding : findings) {
    auto [place, is_new] = places.try_emplace(finding.id, merged.size());
    if (is_new) {
      merged.push_back(std::move(finding));
    } else {
      MergeInto(merged[place->second], std::move(finding), counts);
    }
  }
  DropVague(merged);
  std::sort(merged.begin(), merged.end(), InOrder);
  return merged;
}

FindingsFile MergeFiles(std::vector<FindingsFile> files) {
  FindingsFile merged;
  if (!files.empty()) {
    merged.raddle = files.front().raddle;
    merged.command = files.front().command;
  }
  std::vector<Finding> findings;
  std::map<std::pair<std::string, std::string>, Texts> hidden;
  for (FindingsFile& file : files) {
    Unite(merged.notes, std::move(file.notes));
    std::move(file.findings.begin(), file.findings.end(), std::back_inserter(findings));
    for (Hidden& one : file.suppressions) {
      Unite(hidden[{std::move(one.suppression), std::move(one.reason)}], std::move(one.ids));
    }
    // A file need not say which findings its suppressions hid, only how many.
    merged.summary.suppressed = std::max(merged.summary.suppressed, file.summary.suppressed);
    merged.summary.known = std::max(merged.summary.known, file.summary.known);
  }
  Texts hidden_ids;
  for (auto& [suppression, ids] : hidden) {
    Unite(hidden_ids, ids);
    merged.suppressions.push_back({suppression.first, suppression.second, std::move(ids)});
  }
  merged.summary.suppressed = std::max<uint64_t>(merged.summary.suppressed, hidden_ids.size());
  merged.findings = Merge(std::move(findings), Counts::kSum);
  Tally(merged);
  return merged;
}

void RemoveKnown(FindingsFile& file, const FindingsFile& baseline) {
  std::unordered_set<std::string> known;
  for (const Finding& finding : baseline.findings) known.insert(finding.id);
  for (const Hidden& hidden : baseline.suppressions) known.insert(hidden.ids.begin(), hidden.ids.end());
  file.summary.known +=
      std::erase_if(file.findings, [&](const Finding& finding) { return known.contains(finding.id); });
  Tally(file);
}

}  // namespace raddle::report
