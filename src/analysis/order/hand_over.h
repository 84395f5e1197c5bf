// HandOver: which signals (signals.h) are certain to have been awaited, and which may have been sent, when a statement
// runs. An access that comes before its thread sends a signal comes before one that comes after another's wait for it;
// one that is made while something is done once, before those that come after that.
//
// Both are followed through methods on the flow graph, into calls, back from them, and into the threads that are
// started. Costs a pass over the methods that signals or such calls occur in; a program without any costs nothing.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "order/signals.h"

namespace raddle::order {

struct Moment {
  ObjectSet awaited, sent;
  ObjectSet inside;  // of what is done once: it is being done, by this thread
};

class HandOver {
 public:
  HandOver(const PointerAnalysis& analysis, const threads::ThreadModel& threads);

  // Moments are few: they have numbers, to be compared by.
  uint32_t At(InstanceId instance, uint32_t statement);
  // One of two accesses is certain to come before the other. `roots` are those that may make the access.
  bool AreOrdered(uint32_t a, const std::vector<RootId>& roots_a, uint32_t b,
                  const std::vector<RootId>& roots_b) const {
    return ComesBefore(a, roots_a, b) || ComesBefore(b, roots_b, a);
  }

 private:
  bool ComesBefore(uint32_t a, const std::vector<RootId>& roots_a, uint32_t b) const;
  void FindSends();
  void FindAwaits();
  void FindEntries();
  bool IsRelevant(InstanceId id) const { return relevant_[id.value()]; }
  // Runs over a method from what is so at its entry; `visit` is told of each statement before it is done.
  template <typename Visit>
  std::optional<ObjectSet> Flow(InstanceId id, const Moment& entry, Visit visit);
  void Step(InstanceId id, uint32_t statement, Moment& moment);
  const std::vector<uint32_t>& CalledAt(InstanceId id, uint32_t statement) const;

  const PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  Signals signals_;
  std::vector<bool> has_own_, relevant_;  // by instance
  std::vector<ObjectSet> sends_;          // by instance, with all that it calls
  std::vector<ObjectSet> awaits_;         // by instance: at every return, whatever was so at entry
  std::vector<Moment> entry_;             // by instance
  std::vector<bool> reached_;
  std::vector<ObjectSet> root_sends_;                                 // by root
  std::unordered_map<uint64_t, std::vector<uint32_t>> calls_at_;      // by instance and statement: edges
  std::unordered_map<InstanceId, std::vector<uint32_t>> moments_at_;  // by statement
  std::vector<Moment> moments_;
  std::map<std::array<std::vector<uint32_t>, 3>, uint32_t> moment_ids_;
};

}  // namespace raddle::order
