#include "ir/dominators.h"

#include <utility>

namespace raddle::ir {
namespace {

using Node = FlowGraph::Node;
constexpr Node kNone = FlowGraph::kNone;

// Lengauer and Tarjan's forest of the nodes handled so far. Everything here is a number in depth-first order.
class Forest {
 public:
  explicit Forest(uint32_t size) : ancestor_(size, kNone), best_(size), semi_(size) {
    for (uint32_t i = 0; i < size; i++) best_[i] = semi_[i] = i;
  }

  uint32_t& semi(uint32_t v) { return semi_[v]; }
  void Link(uint32_t parent, uint32_t v) { ancestor_[v] = parent; }

  // The node with the smallest semidominator on the way from v up to, but not including, its root.
  uint32_t Best(uint32_t v) {
    if (ancestor_[v] == kNone) return v;
    path_.clear();
    for (uint32_t at = v; ancestor_[ancestor_[at]] != kNone; at = ancestor_[at]) path_.push_back(at);
    while (!path_.empty()) {
      uint32_t at = path_.back();
      path_.pop_back();
      uint32_t above = ancestor_[at];
      if (semi_[best_[above]] < semi_[best_[at]]) best_[at] = best_[above];
      ancestor_[at] = ancestor_[above];
    }
    return best_[v];
  }

 private:
  std::vector<uint32_t> ancestor_, best_, semi_, path_;
};

struct DepthFirst {
  std::vector<Node> node;        // by number
  std::vector<uint32_t> number;  // by node
  std::vector<uint32_t> parent;  // by number, a number
};

DepthFirst Walk(const FlowGraph& graph) {
  DepthFirst walk;
  walk.number.assign(graph.size(), kNone);
  std::vector<std::pair<Node, uint32_t>> stack;  // node, number of its parent; numbered when taken off
  if (graph.size() != 0) stack.push_back({graph.entry(), 0});
  while (!stack.empty()) {
    auto [node, parent] = stack.back();
    stack.pop_back();
    if (walk.number[node] != kNone) continue;
    uint32_t number = static_cast<uint32_t>(walk.node.size());
    walk.number[node] = number;
    walk.node.push_back(node);
    walk.parent.push_back(parent);
    for (Node to : graph.Successors(node)) {
      if (walk.number[to] == kNone) stack.push_back({to, number});
    }
  }
  return walk;
}

}  // namespace

DominatorTree::DominatorTree(const FlowGraph& graph) : immediate_(graph.size(), kNone) {
  Solve(graph);
  NumberTree(graph);
}

void DominatorTree::Solve(const FlowGraph& graph) {
  DepthFirst walk = Walk(graph);
  uint32_t size = static_cast<uint32_t>(walk.node.size());
  Forest forest(size);
  std::vector<uint32_t> dominator(size, 0);
  std::vector<uint32_t> bucket(size, kNone), next(size, kNone);  // lists of the nodes whose semidominator this is
  for (uint32_t v = size; v-- > 1;) {
    for (Node from : graph.Predecessors(walk.node[v])) {
      if (walk.number[from] == kNone) continue;
      forest.semi(v) = std::min(forest.semi(v), forest.semi(forest.Best(walk.number[from])));
    }
    next[v] = std::exchange(bucket[forest.semi(v)], v);
    uint32_t parent = walk.parent[v];
    forest.Link(parent, v);
    for (uint32_t w = std::exchange(bucket[parent], kNone); w != kNone; w = next[w]) {
      uint32_t best = forest.Best(w);
      dominator[w] = forest.semi(best) < forest.semi(w) ? best : parent;
    }
  }
  for (uint32_t v = 1; v < size; v++) {
    if (dominator[v] != forest.semi(v)) dominator[v] = dominator[dominator[v]];
    immediate_[walk.node[v]] = walk.node[dominator[v]];
  }
}

void DominatorTree::NumberTree(const FlowGraph& graph) {
  enter_.assign(graph.size(), kNone);
  leave_.assign(graph.size(), 0);
  depth_.assign(graph.size(), 0);
  std::span<const Node> order = graph.ReversePostOrder();
  // A dominator stands before what it dominates in reverse post order, so sizes add up backwards and places are dealt
  // out forwards, with no walk over the tree.
  std::vector<uint32_t> count(graph.size(), 1), next(graph.size(), 0);
  for (size_t i = order.size(); i-- > 1;) count[immediate_[order[i]]] += count[order[i]];
  for (Node node : order) {
    Node above = immediate_[node];
    enter_[node] = above == kNone ? 0 : std::exchange(next[above], next[above] + count[node]);
    leave_[node] = enter_[node] + count[node] - 1;
    next[node] = enter_[node] + 1;
    depth_[node] = above == kNone ? 0 : depth_[above] + 1;
  }
}

}  // namespace raddle::ir
