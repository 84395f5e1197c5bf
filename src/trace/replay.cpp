#include "trace/replay.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "detect/replayer.h"
#include "explain/explain.h"
#include "report/merge.h"
#include "trace/reader.h"

namespace raddle::trace {
namespace {

class Gather : public detect::Sink {
 public:
  explicit Gather(const event::Names& names) : names_(names) {}

  void Found(const detect::Race& race) override {
    const uint32_t earlier = race.earlier.site.value(), later = race.later.site.value();
    of_[Key(race.detector, race.variable.name.value(), std::min(earlier, later), std::max(earlier, later))] =
        findings_.size();
    findings_.push_back(explain::Explain(race, names_));
  }
  void FoundDeadlock(const detect::LockCycle& cycle) override { findings_.push_back(explain::Explain(cycle, names_)); }
  void FoundHighLevelRace(const detect::ViewConflict& conflict) override {
    findings_.push_back(explain::Explain(conflict, names_));
  }
  detect::Place Here() override { return here; }
  bool IsOfElements(VariableId variable) override { return names_.Of(variable).ends_with("[]"); }
  bool IsInConstructor(SiteId site) override { return names_.Of(site).method == "<init>"; }

  std::vector<report::Finding> Finish(const detect::Reporter& reporter) {
    reporter.ForEach([&](const detect::Reporter::Occurrences& seen) {
      const auto found =
          of_.find(Key(seen.detector, seen.variable.value(), seen.sites[0].value(), seen.sites[1].value()));
      if (found != of_.end()) findings_[found->second].count = seen.count;
    });
    for (report::Finding& finding : findings_) report::Complete(finding);
    return MergeByDetector();
  }

  detect::Place here;  // of the event that is being replayed

 private:
  using Key = std::tuple<std::string_view, uint32_t, uint32_t, uint32_t>;  // detector, variable, smaller site, larger

  // Counts of one detector add up, those of several see the same accesses.
  std::vector<report::Finding> MergeByDetector() {
    std::map<std::string, std::vector<report::Finding>> by_detector;
    for (report::Finding& finding : findings_) by_detector[finding.detectors[0]].push_back(std::move(finding));
    std::vector<report::Finding> all;
    for (auto& [detector, its] : by_detector) {
      for (report::Finding& merged : report::Merge(std::move(its), report::Counts::kSum))
        all.push_back(std::move(merged));
    }
    return report::Merge(std::move(all), report::Counts::kLargest);
  }

  const event::Names& names_;
  std::vector<report::Finding> findings_;
  std::map<Key, size_t> of_;
};

}  // namespace

Result<Replayed> Replay(std::string_view bytes, const detect::EngineOptions& given) {
  RADDLE_TRY(Reader reader, Reader::Open(bytes));
  Gather gather(reader);
  detect::EngineOptions options = given;
  options.record_only = true;  // as in the run that was recorded
  detect::Engine engine(options, gather);
  detect::Replayer replayer(engine, true);
  while (true) {
    auto next = reader.Next();
    if (!next) return std::move(next).error();
    if (!*next) break;
    if (const auto* gone = std::get_if<Gone>(&**next)) {
      replayer.Forget(gone->variable);
      continue;
    }
    if (const auto* copy = std::get_if<Copy>(&**next)) {
      replayer.Copy(copy->from, copy->to);
      continue;
    }
    const Entry& entry = std::get<Entry>(**next);
    gather.here = entry.place;
    replayer.Apply(entry.event);
  }
  Replayed replayed{.findings = gather.Finish(engine.reporter()), .notes = {}};
  if (!reader.finished()) {
    replayed.notes.push_back(fmt::format("the trace ends after {} events, before the program did{}", reader.events(),
                                         reader.torn() ? "; its last part is incomplete" : ""));
  }
  return replayed;
}

}  // namespace raddle::trace
