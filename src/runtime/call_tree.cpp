#include "runtime/call_tree.h"

namespace raddle::runtime {
namespace {

uint64_t Mix(uint64_t hash, uint64_t part) {
  hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 32;
}

uint64_t HashOf(uint64_t from, const CallTree::Frame& frame) {
  return Mix(Mix(from, frame.method), static_cast<uint32_t>(frame.location));
}

}  // namespace

CallTree::CallTree() : nodes_{{0, 0, 0}}, children_(1024) {}

uint32_t CallTree::Add(std::span<const Frame> stack) {
  uint64_t hash = stack.size();
  for (const Frame& frame : stack) hash = HashOf(hash, frame);
  const auto [found, is_new] = by_hash_.try_emplace(hash, 0);
  if (!is_new && Is(found->second, stack)) return found->second;
  uint32_t node = 0;
  for (size_t i = stack.size(); i > 0; --i) node = Child(node, stack[i - 1]);
  if (is_new) found->second = node;
  return node;
}

std::vector<CallTree::Frame> CallTree::Get(uint32_t stack) const {
  std::vector<Frame> frames;
  for (; stack != 0; stack = nodes_[stack].caller) frames.push_back({nodes_[stack].method, nodes_[stack].location});
  return frames;
}

bool CallTree::Is(uint32_t node, std::span<const Frame> stack) const {
  for (const Frame& frame : stack) {
    if (node == 0 || Frame{nodes_[node].method, nodes_[node].location} != frame) return false;
    node = nodes_[node].caller;
  }
  return node == 0;
}

uint32_t CallTree::Child(uint32_t caller, const Frame& frame) {
  size_t place = PlaceOf(caller, frame);
  if (children_[place] != 0) return children_[place];
  if (nodes_.size() * 2 >= children_.size()) {
    Grow();
    place = PlaceOf(caller, frame);
  }
  nodes_.push_back({frame.method, frame.location, caller});
  return children_[place] = static_cast<uint32_t>(nodes_.size() - 1);
}

// Where that child is, or would be.
size_t CallTree::PlaceOf(uint32_t caller, const Frame& frame) const {
  const size_t mask = children_.size() - 1;
  size_t place = HashOf(caller, frame) & mask;
  for (; children_[place] != 0; place = (place + 1) & mask) {
    const Node& node = nodes_[children_[place]];
    if (node.caller == caller && Frame{node.method, node.location} == frame) break;
  }
  return place;
}

void CallTree::Grow() {
  children_.assign(children_.size() * 2, 0);
  for (uint32_t node = 1; node < nodes_.size(); ++node) {
    const Node& each = nodes_[node];
    children_[PlaceOf(each.caller, {each.method, each.location})] = node;
  }
}

}  // namespace raddle::runtime
