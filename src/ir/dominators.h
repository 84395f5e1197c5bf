// Dominators of a FlowGraph, and post-dominators when given a ReversedGraphOf.
//
// Lengauer and Tarjan ("A Fast Algorithm for Finding Dominators in a Flowgraph", 1979) with path compression: m log n,
// even on graphs made to be slow, which the simpler iterative scheme is not. Dominates() is then two comparisons.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/flow_graph.h"

namespace raddle::ir {

class DominatorTree {
 public:
  using Node = FlowGraph::Node;
  static constexpr Node kNone = FlowGraph::kNone;

  explicit DominatorTree(const FlowGraph& graph);

  // kNone for the entry and for nodes that are not reached. In a reversed graph the latter are the blocks from which
  // the method cannot be left: they have no post-dominator.
  Node ImmediateDominator(Node node) const { return immediate_[node]; }
  // Reflexive. False if either node is not reached.
  bool Dominates(Node above, Node below) const {
    return enter_[above] <= enter_[below] && leave_[below] <= leave_[above] && enter_[above] != kNone &&
           enter_[below] != kNone;
  }
  uint32_t Depth(Node node) const { return depth_[node]; }  // 0 for the entry

 private:
  void Solve(const FlowGraph& graph);
  void NumberTree(const FlowGraph& graph);

  std::vector<Node> immediate_;
  std::vector<uint32_t> enter_, leave_, depth_;  // of a walk over the tree
};

}  // namespace raddle::ir
