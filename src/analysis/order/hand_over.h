// HandOver: which signals (signals.h) a thread has certainly awaited, and which it may have sent, when it runs a
// statement. An access that a thread makes before it sends a signal comes before the accesses that another thread makes
// after it has waited for the signal. An access made while something is set up once comes before those that follow the
// set-up.
//
// Both are followed through methods on the flow graph, into calls, back from them, and into the threads that are
// started. Costs a pass over the methods that contain signals or call such methods; a program without signals costs
// nothing.
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
  ObjectSet inside;  // of what is done once: this thread is doing it now
};

class HandOver {
 public:
  HandOver(const PointerAnalysis& analysis, const threads::ThreadModel& threads);

  // The number of the moment at a statement. There are few different moments, so each has a number, and numbers are
  // compared.
  uint32_t At(InstanceId instance, uint32_t statement);
  // One of two accesses certainly comes before the other. `roots` are the roots whose threads may make the access.
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
  // Runs over a method, starting from the moment at its entry; `visit` is called for each statement before the
  // statement takes effect.
  template <typename Visit>
  std::optional<ObjectSet> Flow(InstanceId id, const Moment& entry, Visit visit);
  void Step(InstanceId id, uint32_t statement, Moment& moment);
  const std::vector<uint32_t>& CalledAt(InstanceId id, uint32_t statement) const;

  const PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  Signals signals_;
  std::vector<bool> has_own_, relevant_;  // by instance
  std::vector<ObjectSet> sends_;          // by instance, including all that it calls
  std::vector<ObjectSet> awaits_;         // by instance: awaited at every return, whatever the moment at entry
  std::vector<Moment> entry_;             // by instance
  std::vector<bool> reached_;
  std::vector<ObjectSet> root_sends_;                                 // by root
  std::unordered_map<uint64_t, std::vector<uint32_t>> calls_at_;      // by instance and statement: edges
  std::unordered_map<InstanceId, std::vector<uint32_t>> moments_at_;  // by statement
  std::vector<Moment> moments_;
  std::map<std::array<std::vector<uint32_t>, 3>, uint32_t> moment_ids_;
};

}  // namespace raddle::order
