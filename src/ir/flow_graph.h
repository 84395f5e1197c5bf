// FlowGraph: a directed graph with one entry, in a form that is fast to walk; and the graphs of a Method.
//
// Nodes are numbers below size(). Edges are kept in both directions, each once, in two flat arrays. Nothing here
// recurses.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ir/method_ir.h"

namespace raddle::ir {

class FlowGraph {
 public:
  using Node = uint32_t;
  using Edge = std::pair<Node, Node>;
  static constexpr Node kNone = ~Node{0};

  // Repeated edges count once.
  FlowGraph(uint32_t size, Node entry, std::span<const Edge> edges);

  uint32_t size() const { return size_; }
  Node entry() const { return entry_; }
  std::span<const Node> Successors(Node node) const { return Slice(successors_, first_successor_, node); }
  std::span<const Node> Predecessors(Node node) const { return Slice(predecessors_, first_predecessor_, node); }

  // The nodes that the entry reaches, each before its successors, except along retreating edges.
  std::span<const Node> ReversePostOrder() const { return order_; }
  // Place in that order; kNone for a node that is not reached.
  uint32_t Rank(Node node) const { return rank_[node]; }
  bool IsReachable(Node node) const { return rank_[node] != kNone; }

 private:
  static std::span<const Node> Slice(const std::vector<Node>& all, const std::vector<uint32_t>& first, Node node) {
    return std::span(all).subspan(first[node], first[node + 1] - first[node]);
  }
  void Order();

  uint32_t size_;
  Node entry_;
  std::vector<uint32_t> first_successor_, first_predecessor_;
  std::vector<Node> successors_, predecessors_;
  std::vector<Node> order_;
  std::vector<uint32_t> rank_;
};

enum class ExceptionEdges { kWith, kWithout };

// Nodes are the method's blocks. Without exception edges, handlers are not reachable.
FlowGraph GraphOf(const Method& method, ExceptionEdges exceptions = ExceptionEdges::kWith);

enum class ExitEdges {
  kReturns,             // leaving means to return
  kReturnsAndThrows,    // ... or a throw instruction that no handler is certain to stop
  kReturnsAndAllThrows  // ... or any instruction that may throw out of the method
};

// All edges reversed. The entry is an extra node blocks.size() with an edge to each block that leaves the method. Its
// dominators are the method's post-dominators.
FlowGraph ReversedGraphOf(const Method& method, ExceptionEdges exceptions = ExceptionEdges::kWith,
                          ExitEdges exits = ExitEdges::kReturnsAndThrows);

}  // namespace raddle::ir
