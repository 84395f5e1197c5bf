#include "threads/split_by_root.h"

#include <unordered_map>

namespace raddle::threads {

using pointer::CallEdge;
using pointer::EdgeKind;
using pointer::InstanceId;

namespace {

constexpr size_t kAlwaysFine = 2'000;  // instances

class Splitter {
 public:
  explicit Splitter(pointer::PointerAnalysis& analysis) : analysis_(analysis), count_(analysis.instances().size()) {
    edges_from_.resize(count_);
    is_taken_.resize(count_);
    for (uint32_t e = 0; e < analysis.edges().size(); ++e) {
      const CallEdge& edge = analysis.edges()[e];
      if (edge.caller) edges_from_[edge.caller.value()].push_back(e);
    }
  }

  std::vector<InstanceId> Run() {
    for (CallEdge edge : analysis_.edges()) {
      if (edge.caller) continue;
      edge.callee = Get(edge.callee, RootOf(edge));
      edges_.push_back(edge);
    }
    while (!pending_.empty()) {
      auto [id, origin, root] = pending_.back();
      pending_.pop_back();
      if (count_ + origins_.size() > 2 * count_ + kAlwaysFine) return {};
      for (uint32_t e : edges_from_[origin.value()]) {
        CallEdge edge = analysis_.edges()[e];
        edge.caller = id;
        edge.callee = Get(edge.callee, edge.kind == EdgeKind::kCall ? root : RootOf(edge));
        edges_.push_back(edge);
      }
    }
    analysis_.Split(origins_, std::move(edges_));
    return std::move(origins_);
  }

 private:
  struct Item {
    InstanceId id, origin;
    uint64_t root;
  };

  // As ThreadModel has them: a root for what is started, one for all calls from outside, one for initialisers.
  static uint64_t RootOf(const CallEdge& edge) {
    bool is_started = edge.kind == EdgeKind::kSpawn || edge.kind == EdgeKind::kParallel;
    if (!is_started) return static_cast<uint64_t>(edge.kind == EdgeKind::kCall ? EdgeKind::kInit : edge.kind);
    return uint64_t{edge.callee.value()} << 8 | static_cast<uint64_t>(edge.kind);
  }

  InstanceId Get(InstanceId origin, uint64_t root) {
    auto [found, is_new] = known_[root].try_emplace(origin, origin);
    if (!is_new) return found->second;
    if (is_taken_[origin.value()]) {
      found->second = InstanceId(static_cast<uint32_t>(count_ + origins_.size()));
      origins_.push_back(origin);
    }
    is_taken_[origin.value()] = true;
    pending_.push_back({found->second, origin, root});
    return found->second;
  }

  pointer::PointerAnalysis& analysis_;
  const size_t count_;
  std::vector<std::vector<uint32_t>> edges_from_;
  std::vector<bool> is_taken_;
  std::unordered_map<uint64_t, std::unordered_map<InstanceId, InstanceId>> known_;  // by root and origin
  std::vector<InstanceId> origins_;
  std::vector<CallEdge> edges_;
  std::vector<Item> pending_;
};

}  // namespace

std::vector<InstanceId> SplitByRoot(pointer::PointerAnalysis& analysis) {
  return Splitter(analysis).Run();
}

}  // namespace raddle::threads
