#include "ir/loops.h"

#include <algorithm>

namespace raddle::ir {
namespace {

using Node = FlowGraph::Node;

// Nodes merged into the header of the outermost loop found around them so far.
class Collapsed {
 public:
  explicit Collapsed(uint32_t size) : into_(size) {
    for (uint32_t i = 0; i < size; i++) into_[i] = i;
  }
  Node Find(Node node) {
    while (into_[node] != node) {
      into_[node] = into_[into_[node]];
      node = into_[node];
    }
    return node;
  }
  void Merge(Node node, Node header) { into_[node] = header; }

 private:
  std::vector<Node> into_;
};

}  // namespace

LoopForest::LoopForest(const FlowGraph& graph, const DominatorTree& dominators) : innermost_(graph.size(), kNone) {
  Collapsed collapsed(graph.size());
  std::vector<Node> work;
  std::span<const Node> order = graph.ReversePostOrder();
  // A loop's header stands after the headers of the loops around it: backwards means innermost first.
  for (size_t i = order.size(); i-- > 0;) {
    Node header = order[i];
    uint32_t loop = kNone;
    auto add = [&](Node node) {
      node = collapsed.Find(node);
      if (node == header) return;
      collapsed.Merge(node, header);
      work.push_back(node);
    };
    for (Node from : graph.Predecessors(header)) {
      if (!graph.IsReachable(from) || graph.Rank(from) < i) continue;
      if (!dominators.Dominates(header, from)) {
        irreducible_.push_back({from, header});
        continue;
      }
      if (loop == kNone) {
        loop = static_cast<uint32_t>(loops_.size());
        loops_.push_back({header, kNone, 0});
        innermost_[header] = loop;
      }
      add(from);
    }
    while (!work.empty()) {
      Node node = work.back();
      work.pop_back();
      if (innermost_[node] == kNone) {
        innermost_[node] = loop;
      } else {
        loops_[innermost_[node]].parent = loop;  // node is the header of a loop inside this one
      }
      for (Node from : graph.Predecessors(node)) {
        if (graph.IsReachable(from)) add(from);
      }
    }
  }
  // Turned round: outermost first.
  uint32_t last = static_cast<uint32_t>(loops_.size()) - 1;
  std::reverse(loops_.begin(), loops_.end());
  for (uint32_t& loop : innermost_) loop = loop == kNone ? kNone : last - loop;
  for (Loop& loop : loops_) {
    loop.parent = loop.parent == kNone ? kNone : last - loop.parent;
    loop.depth = loop.parent == kNone ? 1 : loops_[loop.parent].depth + 1;
  }
}

bool LoopForest::Contains(uint32_t loop, Node node) const {
  uint32_t at = innermost_[node];
  while (at != kNone && at > loop) at = loops_[at].parent;  // parents have smaller numbers
  return at == loop;
}

}  // namespace raddle::ir
