// Reporter: turns a detector's two marks into a Race, and says each thing once.
//
// One problem has many occurrences: a loop, a thousand objects of a class. The sink is told of the first for each
// detector, variable name and pair of sites; the others are counted. A detector may therefore report every racing
// access; a repeated one costs a look into a hash table under a lock.
#pragma once

#include <functional>
#include <mutex>
#include <unordered_map>

#include "detect/mark.h"
#include "detect/race.h"
#include "runtime/runtime.h"

namespace raddle::detect {

class Detector;

class Reporter {
 public:
  Reporter(runtime::Runtime& runtime, Sink& sink) : runtime_(runtime), sink_(sink) {}

  // Any thread.
  void Report(const Detector& detector, const VariableKey& variable, const Mark& earlier, const Mark& later);
  // For a detector that keeps other things than marks.
  void Report(const Detector& detector, const VariableKey& variable, RaceAccess earlier, RaceAccess later);

  struct Occurrences {
    std::string_view detector;
    VariableId variable;
    SiteId sites[2];  // the smaller first
    uint64_t count;
  };
  void ForEach(const std::function<void(const Occurrences&)>& use) const;

 private:
  struct Key {
    const Detector* detector;
    VariableId variable;
    SiteId low, high;

    bool operator==(const Key&) const = default;
  };
  struct Hash {
    size_t operator()(const Key& key) const;
  };

  RaceAccess Describe(const Mark& mark) const;
  bool IsFirst(const Detector& detector, VariableId variable, SiteId a, SiteId b);

  runtime::Runtime& runtime_;
  Sink& sink_;
  mutable std::mutex mutex_;
  std::unordered_map<Key, uint64_t, Hash> seen_;  // guarded by mutex_
};

}  // namespace raddle::detect
