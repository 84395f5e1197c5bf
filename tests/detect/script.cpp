#include "script.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace raddle::detect {
namespace {

constexpr Way kWays[] = {Way::kWords, Way::kRecordsOnly, Way::kFastPath};
constexpr const char* kWayNames[] = {"words", "records only", "fast path"};

EngineOptions Default(runtime::Clock last_clock = runtime::kLastClock) {
  return {.slot_limit = 256, .last_clock = last_clock};
}
EngineOptions Strict(runtime::Clock last_clock = runtime::kLastClock) {
  return {.eraser = true, .strict = true, .slot_limit = 256, .last_clock = last_clock};
}

std::string Print(const FirstRaces& races) {
  std::string text;
  for (const auto& [variable, at] : races) {
    text +=
        " V" + std::to_string(variable.name.value()) + "@" + std::to_string(variable.object) + ":" + std::to_string(at);
  }
  return text;
}

std::string Print(const std::set<size_t>& events) {
  std::string text;
  for (size_t at : events) text += " " + std::to_string(at);
  return text;
}

FirstRaces Only(const std::vector<Race>& races, std::string_view detector) {
  Collector collector;
  collector.races = races;
  return collector.First(detector);
}

size_t Earliest(const FirstRaces& races) {
  size_t earliest = kLongestTrace;
  for (const auto& [variable, at] : races) earliest = std::min(earliest, at);
  return earliest;
}

std::string Differ(Way way, const char* what, const std::string& twin, const std::string& engine) {
  if (twin == engine) return "";
  return std::string(what) + ", " + kWayNames[static_cast<int>(way)] + ": twin" + twin + ", engine" + engine + "\n";
}

}  // namespace

FirstRaces Collector::First(std::string_view detector) const {
  FirstRaces first;
  for (const Race& race : races) {
    if (race.detector != detector) continue;
    size_t at = race.later.site.value();
    auto [found, added] = first.try_emplace(race.variable, at);
    if (!added) found->second = std::min(found->second, at);
  }
  return first;
}

std::vector<Race> RunTrace(const Trace& trace, const EngineOptions& options, Way way) {
  Collector collector;
  EngineOptions chosen = options;
  chosen.record_only = way == Way::kRecordsOnly;
  Engine engine(chosen, collector);
  Replayer replayer(engine, way == Way::kFastPath);
  for (size_t at = 0; at < trace.size(); ++at) {
    event::Event event = trace[at];
    if (auto* access = std::get_if<event::Access>(&event)) access->site = SiteId(static_cast<uint32_t>(at));
    replayer.Apply(event);
  }
  return std::move(collector.races);
}

std::vector<LockCycle> RunForDeadlocks(const Trace& trace, Places places) {
  Collector collector;
  Engine engine({.hb = false, .racer = false, .deadlock = true, .slot_limit = 256}, collector);
  Replayer replayer(engine, false);
  for (size_t at = 0; at < trace.size(); ++at) {
    if (places == Places::kKnown) collector.here = SiteId(static_cast<uint32_t>(at));
    replayer.Apply(trace[at]);
  }
  return std::move(collector.cycles);
}

std::string CompareDeadlocks(const Trace& trace) {
  auto print = [](const std::set<Cycle>& cycles) {
    std::string text;
    for (const Cycle& cycle : cycles) {
      text += " {";
      for (const auto& [thread, held, wanted] : cycle) {
        text += " T" + std::to_string(thread.value()) + ":L" + std::to_string(held.value()) + "-L" +
                std::to_string(wanted.value());
      }
      text += " }";
    }
    return text;
  };
  std::set<Cycle> found;
  for (const LockCycle& each : RunForDeadlocks(trace, Places::kUnknown)) {
    Cycle cycle;
    for (const LockStep& step : each.steps) cycle.insert({step.thread, step.held.lock, step.wanted.lock});
    found.insert(cycle);
  }
  return Differ(Way::kWords, "deadlocks", print(DeadlocksIn(trace)), print(found));
}

std::string Compare(const Trace& trace, runtime::Clock last_clock) {
  Verdicts twin = Judge(trace);
  FirstRaces predicted_first;
  for (size_t at : twin.predicted) predicted_first.try_emplace(std::get<event::Access>(trace[at]).variable, at);

  std::string differences;
  for (Way way : kWays) {
    std::vector<Race> races = RunTrace(trace, Default(last_clock), way);
    FirstRaces hb = Only(races, "hb");
    if (way == Way::kFastPath) {
      // What the fast path skips has no step, so after the first race the order may be another (hb.h).
      differences +=
          Differ(way, "first hb race", std::to_string(Earliest(twin.schedulable)), std::to_string(Earliest(hb)));
      for (const auto& [variable, at] : hb) {
        if (!twin.plain.contains(variable)) differences += "hb, fast path: false alarm at " + std::to_string(at) + "\n";
      }
    } else {
      differences += Differ(way, "hb", Print(twin.schedulable), Print(hb));
      std::set<size_t> predicted;
      for (const Race& race : races) {
        if (race.detector == "racer") predicted.insert(race.later.site.value());
      }
      differences += Differ(way, "racer pairs", Print(twin.predicted), Print(predicted));
    }
    differences += Differ(way, "racer", Print(predicted_first), Print(Only(races, "racer")));
    races = RunTrace(trace, Strict(last_clock), way);
    differences += Differ(way, "strict", Print(twin.strict), Print(Only(races, "racer")));
    differences += Differ(way, "eraser", Print(twin.eraser), Print(Only(races, "eraser")));
  }
  return differences;
}

namespace {

// The same with all threads descending from the first, as those of a Java program do.
Trace OfOneFamily(const Trace& trace) {
  std::set<ThreadId> forked;
  std::vector<ThreadId> roots;
  for (const event::Event& event : trace) {
    const ThreadId actor = std::visit([](const auto& each) { return each.thread; }, event);
    if (!forked.contains(actor) && std::ranges::find(roots, actor) == roots.end()) roots.push_back(actor);
    if (const auto* fork = std::get_if<event::Fork>(&event)) forked.insert(fork->child);
  }
  Trace family;
  for (size_t i = 1; i < roots.size(); ++i) family.push_back(event::Fork{roots[0], roots[i]});
  family.insert(family.end(), trace.begin(), trace.end());
  return family;
}

std::string CompareSettling(const Trace& trace) {
  const Verdicts twin = Judge(trace);
  FirstRaces predicted;
  for (size_t at : twin.predicted) predicted.try_emplace(std::get<event::Access>(trace[at]).variable, at);
  EngineOptions settling = Default();
  settling.settle = true;
  const std::vector<Race> races = RunTrace(trace, settling, Way::kWords);
  return Differ(Way::kWords, "hb, settling", Print(twin.schedulable), Print(Only(races, "hb"))) +
         Differ(Way::kWords, "racer, settling", Print(predicted), Print(Only(races, "racer")));
}

}  // namespace

std::string CompareAlone(const Trace& trace) {
  Verdicts twin = Judge(trace);
  FirstRaces predicted;
  for (size_t at : twin.predicted) predicted.try_emplace(std::get<event::Access>(trace[at]).variable, at);
  auto alone = [&](bool hb, bool racer, bool eraser, bool strict) {
    EngineOptions options{.hb = hb, .racer = racer, .eraser = eraser, .strict = strict, .slot_limit = 256};
    return Only(RunTrace(trace, options, Way::kWords), hb ? "hb" : racer ? "racer" : "eraser");
  };
  std::string together;
  for (Way way : {Way::kWords, Way::kFastPath}) {
    EngineOptions all = Default();
    all.deadlock = all.views = true;
    std::vector<Race> races = RunTrace(trace, all, way);
    if (way == Way::kWords) together += Differ(way, "hb with all", Print(twin.schedulable), Print(Only(races, "hb")));
    together += Differ(way, "racer with all", Print(predicted), Print(Only(races, "racer")));
  }
  together += CompareSettling(OfOneFamily(trace));
  return together + Differ(Way::kWords, "hb alone", Print(twin.schedulable), Print(alone(true, false, false, false))) +
         Differ(Way::kWords, "racer alone", Print(predicted), Print(alone(false, true, false, false))) +
         Differ(Way::kWords, "strict alone", Print(twin.strict), Print(alone(false, true, false, true))) +
         Differ(Way::kWords, "eraser alone", Print(twin.eraser), Print(alone(false, false, true, false)));
}

std::string Print(const Trace& trace) {
  std::string text;
  for (size_t at = 0; at < trace.size(); ++at) text += std::to_string(at) + ": " + event::ToString(trace[at]) + "\n";
  return text;
}

void Script::Expect(VariableKey variable, std::string_view detectors) const {
  EXPECT_EQ(Compare(trace_) + CompareAlone(trace_), "") << Print(trace_);
  std::vector<Race> races = RunTrace(trace_, Default(), Way::kWords);
  std::vector<Race> strict = RunTrace(trace_, Strict(), Way::kWords);
  std::string reporting;
  auto note = [&](const char* name, bool reports) {
    if (reports) reporting += (reporting.empty() ? "" : " ") + std::string(name);
  };
  note("hb", Only(races, "hb").contains(variable));
  note("racer", Only(races, "racer").contains(variable));
  note("strict", Only(strict, "racer").contains(variable));
  note("eraser", Only(strict, "eraser").contains(variable));
  EXPECT_EQ(reporting, detectors) << Print(trace_);
}

std::vector<size_t> Script::Deadlocks() const {
  EXPECT_EQ(CompareDeadlocks(trace_), "") << Print(trace_);
  std::vector<size_t> threads;
  for (const LockCycle& cycle : RunForDeadlocks(trace_, Places::kKnown)) threads.push_back(cycle.steps.size());
  return threads;
}

std::vector<Script::Pair> Script::Pairs(std::string_view detector) const {
  bool strict = detector == "strict" || detector == "eraser";
  std::vector<Pair> pairs;
  for (const Race& race : RunTrace(trace_, strict ? Strict() : Default(), Way::kWords)) {
    if (race.detector != (detector == "strict" ? "racer" : detector)) continue;
    pairs.push_back({race.earlier.site.value(), race.later.site.value()});
  }
  return pairs;
}

}  // namespace raddle::detect
