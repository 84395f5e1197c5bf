// Findings: turns the detectors' races into findings with names and stacks. A finding is written to the journal the
// moment it is made, and the user is told in one line. The full text comes from `raddle run` at the end, or from
// `raddle report`.
//
// The first race of two sites comes here as a Race. The detectors' reporter counts how often it was seen again, and
// Finish asks it for the counts. Any thread; nothing throws.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <tuple>

#include "detect/race.h"
#include "detect/reporter.h"
#include "report/finding.h"
#include "report/journal.h"
#include "report/recorder.h"

namespace raddle::agent {

class Findings : public detect::Sink {
 public:
  Findings(report::Journal& journal, bool quiet) : recorder_(journal), quiet_(quiet) {}

  void Found(const detect::Race& race) override;
  void FoundDeadlock(const detect::LockCycle& cycle) override;
  void FoundHighLevelRace(const detect::ViewConflict& conflict) override;
  detect::Place Here() override;
  bool IsOfElements(VariableId variable) override;
  bool IsInConstructor(SiteId site) override;
  // The last counts, and the end of the journal.
  void Finish(const detect::Reporter& reporter);

  // Of those that need no more than this: tells it and returns its id; counts it again.
  std::string Add(const report::Finding& finding) { return Report(finding); }
  void Again(const std::string& id, std::string_view detector, uint64_t times) { recorder_.Again(id, detector, times); }

  // Different ones, so far.
  uint64_t made() const;

 private:
  // As the reporter tells races apart.
  using Key = std::tuple<std::string_view, uint32_t, uint32_t, uint32_t>;  // detector, variable, smaller site, larger

  std::string Report(const report::Finding& finding);
  void Tell(const report::Finding& finding, const std::string& id);

  report::Recorder recorder_;
  const bool quiet_;
  mutable std::mutex mutex_;                   // guards what follows
  std::map<Key, std::string> ids_;             // of what was found at these sites
  std::map<std::string, report::Grade> told_;  // by id
};

}  // namespace raddle::agent
