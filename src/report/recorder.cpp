#include "report/recorder.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace raddle::report {
namespace {

std::string Joined(const std::vector<std::string>& detectors) {
  return fmt::format("{}", fmt::join(detectors, ","));
}

void AddTo(uint64_t& count, uint64_t times) {
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max() / 2;  // so that doubling stays a number
  count = std::min(kMost, count + std::min(times, kMost));
}

void KeepFuller(Statistics& into, const Statistics& from) {
  if (from.accesses >= into.accesses) into = from;
}

}  // namespace

Reported Recorder::Report(Finding finding) noexcept {
  try {
    Complete(finding);
    std::lock_guard lock(mutex_);
    auto of_any_detector = entries_.lower_bound(Key(finding.id, ""));
    bool is_new = of_any_detector == entries_.end() || of_any_detector->first.first != finding.id;
    auto [place, added] = entries_.try_emplace(Key(finding.id, Joined(finding.detectors)));
    Entry& entry = place->second;
    KeepFuller(entry.totals.statistics, finding.statistics);
    AddTo(entry.totals.count, finding.count);
    Result<void> journaled;
    const bool has_sections =
        std::includes(entry.sections.begin(), entry.sections.end(), finding.sections.begin(), finding.sections.end());
    if (!added && finding.grade >= entry.grade && has_sections) {
      journaled = Counted(entry);
    } else {
      entry.grade = finding.grade;
      for (const std::string& section : finding.sections) {
        const auto at = std::lower_bound(entry.sections.begin(), entry.sections.end(), section);
        if (at == entry.sections.end() || *at != section) entry.sections.insert(at, section);
      }
      finding.sections = entry.sections;
      entry.totals.id = finding.id;
      entry.totals.detectors = finding.detectors;
      entry.next_update = entry.totals.count * 2;
      entry.dirty = false;
      finding.count = entry.totals.count;
      finding.statistics = entry.totals.statistics;
      journaled = journal_.Add(finding);
    }
    return {.id = std::move(finding.id), .is_new = is_new, .journaled = OrUntold(std::move(journaled))};
  } catch (...) {
    return {.id = {}, .is_new = false, .journaled = Error{.reason = "out of memory"}};
  }
}

bool Recorder::Again(std::string_view id, std::string_view detector, uint64_t times) noexcept {
  try {
    std::lock_guard lock(mutex_);
    auto place = entries_.find(Key(id, detector));
    if (place == entries_.end()) return false;
    AddTo(place->second.totals.count, times);
    Result<void> written = Counted(place->second);
    if (!written) untold_ = std::move(written).error();
    return true;
  } catch (...) {
    return true;  // reporting it again would need more memory still
  }
}

void Recorder::SetStatistics(std::string_view id, const Statistics& statistics) noexcept {
  try {
    std::lock_guard lock(mutex_);
    for (auto at = entries_.lower_bound(Key(id, "")); at != entries_.end() && at->first.first == id; ++at) {
      KeepFuller(at->second.totals.statistics, statistics);
      at->second.dirty = true;
    }
  } catch (...) {
  }
}

Result<void> Recorder::Finish() noexcept {
  try {
    std::lock_guard lock(mutex_);
    Result<void> first;
    for (auto& [key, entry] : entries_) {
      Result<void> written = entry.dirty ? Write(entry) : Result<void>();
      if (!written && first) first = std::move(written);
    }
    Result<void> ended = journal_.End();
    return OrUntold(first ? std::move(ended) : std::move(first));
  } catch (...) {
    return Error{.reason = "out of memory"};
  }
}

Result<void> Recorder::OrUntold(Result<void> result) {
  std::optional<Error> untold = std::exchange(untold_, std::nullopt);
  if (result && untold) return *std::move(untold);
  return result;
}

Result<void> Recorder::Counted(Entry& entry) {
  entry.dirty = true;
  return entry.totals.count >= entry.next_update ? Write(entry) : Result<void>();
}

Result<void> Recorder::Write(Entry& entry) {
  entry.next_update = entry.totals.count * 2;
  entry.dirty = false;
  return journal_.Update(entry.totals);
}

}  // namespace raddle::report
