// Natural loops of a FlowGraph.
//
// A loop has a header that dominates all of it; back edges to one header make one loop. Loops nest or are disjoint. A
// cycle with two entries (javac makes none; some other compilers, and jsr code, do) is not a natural loop. Its
// retreating edges are reported in IrreducibleEdges(); callers that must not miss a cycle have to look there, too.
//
// In a graph with exception edges, the handler that javac makes for a synchronized block is a loop of one block: it
// covers its own monitorexit. A graph without them has only the loops of the source.
//
// Near-linear: bodies are found from the innermost loop outwards, with inner loops collapsed (Tarjan 1974, Havlak
// 1997).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/dominators.h"
#include "ir/flow_graph.h"

namespace raddle::ir {

class LoopForest {
 public:
  using Node = FlowGraph::Node;
  static constexpr uint32_t kNone = FlowGraph::kNone;

  struct Loop {
    Node header;
    uint32_t parent;  // kNone for an outermost loop
    uint32_t depth;   // 1 for an outermost loop
  };

  LoopForest(const FlowGraph& graph, const DominatorTree& dominators);

  // Outer loops before those inside them.
  std::span<const Loop> Loops() const { return loops_; }
  // The innermost loop around a node, kNone if there is none.
  uint32_t InnermostLoop(Node node) const { return innermost_[node]; }
  uint32_t Depth(Node node) const { return innermost_[node] == kNone ? 0 : loops_[innermost_[node]].depth; }
  bool Contains(uint32_t loop, Node node) const;

  bool IsIrreducible() const { return !irreducible_.empty(); }
  std::span<const FlowGraph::Edge> IrreducibleEdges() const { return irreducible_; }

 private:
  std::vector<Loop> loops_;
  std::vector<uint32_t> innermost_;
  std::vector<FlowGraph::Edge> irreducible_;
};

}  // namespace raddle::ir
