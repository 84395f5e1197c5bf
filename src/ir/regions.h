// Regions: what the variables of one method may lead to, as a graph that is built by uniting nodes. Variables that may
// hold the same object are one node; what is loaded from or stored into a node is another node below it, one for each
// field.
//
// Coarse, cheap, and enough to say what goes with an object when it is given away: everything below its node.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace raddle::ir {

class Regions {
 public:
  using Node = uint32_t;
  // Nodes 0 to count - 1 are there from the start.
  explicit Regions(uint32_t count) : nodes_(count) {
    for (Node n = 0; n < count; ++n) nodes_[n].parent = n;
  }

  Node Find(Node node);
  void Unite(Node a, Node b);
  Node Child(Node node, uint32_t field);
  // The one node for all that is below, whatever the field.
  Node Below(Node node);
  std::vector<Node> ChildrenOf(Node node);
  // The nodes that can be reached, `node` itself first.
  std::vector<Node> From(Node node);
  uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }
  // Grows whenever something changes.
  uint64_t version() const { return version_; }

 private:
  static constexpr Node kNone = ~Node{0};
  struct Data {
    Node parent = 0;
    Node below = kNone;
    std::vector<std::pair<uint32_t, Node>> children;  // by field, unless there is `below`
  };
  Node New();
  std::vector<Data> nodes_;
  uint64_t version_ = 0;
};

}  // namespace raddle::ir
