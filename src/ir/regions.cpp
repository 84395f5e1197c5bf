#include "ir/regions.h"

#include <algorithm>

namespace raddle::ir {

Regions::Node Regions::New() {
  nodes_.push_back({.parent = size(), .below = kNone, .children = {}});
  ++version_;
  return size() - 1;
}

Regions::Node Regions::Find(Node node) {
  while (nodes_[node].parent != node) node = nodes_[node].parent = nodes_[nodes_[node].parent].parent;
  return node;
}

void Regions::Unite(Node first, Node second) {
  std::vector<std::pair<Node, Node>> pending = {{first, second}};
  while (!pending.empty()) {
    Node a = Find(pending.back().first), b = Find(pending.back().second);
    pending.pop_back();
    if (a == b) continue;
    ++version_;
    nodes_[b].parent = a;
    Data gone = std::move(nodes_[b]);
    nodes_[b] = {.parent = a, .below = kNone, .children = {}};
    Data& kept = nodes_[a];
    if (kept.below == kNone && gone.below == kNone) {
      for (auto& [field, child] : gone.children) {
        auto same = std::find_if(kept.children.begin(), kept.children.end(), [&](auto& c) { return c.first == field; });
        if (same == kept.children.end()) {
          kept.children.push_back({field, child});
        } else {
          pending.push_back({same->second, child});
        }
      }
      continue;
    }
    Node below = kept.below != kNone ? kept.below : gone.below;
    if (gone.below != kNone) pending.push_back({below, gone.below});
    for (const Data* data : {&kept, &gone}) {
      for (const auto& [field, child] : data->children) pending.push_back({below, child});
    }
    kept.children.clear();
    kept.below = below;
  }
}

Regions::Node Regions::Child(Node node, uint32_t field) {
  node = Find(node);
  if (nodes_[node].below != kNone) return Find(nodes_[node].below);
  for (const auto& [of, child] : nodes_[node].children) {
    if (of == field) return Find(child);
  }
  Node child = New();
  nodes_[node].children.push_back({field, child});
  return child;
}

Regions::Node Regions::Below(Node node) {
  node = Find(node);
  if (nodes_[node].below != kNone) return Find(nodes_[node].below);
  auto children = std::move(nodes_[node].children);
  nodes_[node].children.clear();
  Node below = New();
  nodes_[node].below = below;
  for (const auto& [field, child] : children) Unite(below, child);
  return Find(below);
}

std::vector<Regions::Node> Regions::ChildrenOf(Node node) {
  node = Find(node);
  std::vector<Node> children;
  if (nodes_[node].below != kNone) children.push_back(Find(nodes_[node].below));
  for (size_t c = 0; c < nodes_[node].children.size(); ++c) children.push_back(Find(nodes_[node].children[c].second));
  return children;
}

std::vector<Regions::Node> Regions::From(Node node) {
  std::vector<Node> found = {Find(node)};
  auto visit = [&](Node next) {
    next = Find(next);
    if (std::find(found.begin(), found.end(), next) == found.end()) found.push_back(next);
  };
  for (size_t i = 0; i < found.size(); ++i) {
    Node at = found[i];
    if (nodes_[at].below != kNone) visit(nodes_[at].below);
    for (size_t c = 0; c < nodes_[at].children.size(); ++c) visit(nodes_[at].children[c].second);
  }
  return found;
}

}  // namespace raddle::ir
