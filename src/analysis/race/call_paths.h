// CallPaths: how a thread gets to a method: the shortest way over the call graph from its root.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "pointer/pointer_analysis.h"
#include "threads/thread_model.h"

namespace raddle::race {

class CallPaths {
 public:
  CallPaths(const pointer::PointerAnalysis& analysis, const threads::ThreadModel& threads)
      : analysis_(analysis), threads_(threads) {}

  // Frames, innermost first; the innermost is at the statement.
  std::vector<std::string> To(threads::RootId root, pointer::InstanceId instance, uint32_t statement);
  // The edges of the path, innermost first.
  std::vector<uint32_t> EdgesTo(threads::RootId root, pointer::InstanceId instance);

 private:
  static constexpr uint32_t kEntry = ~uint32_t{0};
  const std::vector<uint32_t>& Tree(threads::RootId root);  // by instance, the edge it was first reached by

  const pointer::PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  std::unordered_map<threads::RootId, std::vector<uint32_t>> trees_;
};

}  // namespace raddle::race
