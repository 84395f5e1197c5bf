// Findings: the detectors' races made into findings with names and stacks, written to the journal and told to the user.
#pragma once

#include "detect/race.h"
#include "report/finding.h"
#include "report/journal.h"
#include "report/recorder.h"

namespace raddle::agent {

class Findings : public detect::Sink {
 public:
  explicit Findings(report::Journal& journal) : recorder_(journal) {}

  void Found(const detect::Race& race) override;
  void Finish() { (void)recorder_.Finish(); }

 private:
  report::Recorder recorder_;
};

}  // namespace raddle::agent
