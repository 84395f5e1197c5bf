// CallTree: call stacks, each stored once, as a tree whose root is where threads begin.
//
// Stacks of one program share most of their outer frames. So a stack is a node: its innermost frame, and a reference to
// the caller's node. A frame that no other stack has costs 24 bytes; a deep stack stored by itself would cost a
// kilobyte.
//
// A stack that is already in the tree is found by a hash of the whole stack and then compared frame by frame.
//
// Not synchronised: its owner is.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

namespace raddle::runtime {

class CallTree {
 public:
  struct Frame {
    uint64_t method;  // whatever stands for it
    int32_t location;

    bool operator==(const Frame&) const = default;
  };

  CallTree();

  // The number of a stack, innermost frame first; the same as before if it was there. 0 is the stack of no frames.
  uint32_t Add(std::span<const Frame> stack);
  std::vector<Frame> Get(uint32_t stack) const;
  // How many frames are kept.
  size_t size() const { return nodes_.size() - 1; }

 private:
  struct Node {
    uint64_t method;
    int32_t location;
    uint32_t caller;
  };
  static_assert(sizeof(Node) == 16);

  bool Is(uint32_t node, std::span<const Frame> stack) const;
  uint32_t Child(uint32_t caller, const Frame& frame);
  size_t PlaceOf(uint32_t caller, const Frame& frame) const;
  void Grow();

  std::deque<Node> nodes_;
  std::vector<uint32_t> children_;                  // nodes by caller and frame, open addressing; 0 is free
  std::unordered_map<uint64_t, uint32_t> by_hash_;  // whole stacks, the first of each hash
};

}  // namespace raddle::runtime
