#include "race/call_paths.h"

#include <functional>
#include <queue>

namespace raddle::race {

using pointer::CallEdge;
using pointer::InstanceId;

const std::vector<uint32_t>& CallPaths::Tree(threads::RootId root) {
  auto [found, is_new] = trees_.try_emplace(root);
  if (!is_new) return found->second;
  std::vector<uint32_t>& tree = found->second;
  tree.assign(analysis_.instances().size(), kEntry);
  // Shortest paths: a lock weighs most, then a constructor, then a call.
  constexpr uint64_t kCall = 1, kConstructor = 1u << 12, kLock = 1u << 24;
  std::vector<uint64_t> cost(tree.size(), ~uint64_t{0});
  using Item = std::pair<uint64_t, InstanceId>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> pending;
  for (InstanceId entry : threads_.roots()[root].entries) {
    cost[entry.value()] = 0;
    pending.push({0, entry});
  }
  const auto& types = analysis_.program().types();
  while (!pending.empty()) {
    auto [here, id] = pending.top();
    pending.pop();
    if (here > cost[id.value()]) continue;
    for (uint32_t e : threads_.CallsFrom(id)) {
      const CallEdge& edge = analysis_.edges()[e];
      uint64_t there = here + kCall;
      if (locks_.HoldsItself(analysis_[id].method, edge.statement)) there += kLock;
      if (types.NameOf(analysis_[edge.callee].method) == "<init>") there += kConstructor;
      if (there >= cost[edge.callee.value()]) continue;
      cost[edge.callee.value()] = there;
      tree[edge.callee.value()] = e;
      pending.push({there, edge.callee});
    }
  }
  return tree;
}

std::vector<uint32_t> CallPaths::EdgesTo(threads::RootId root, InstanceId instance) {
  const std::vector<uint32_t>& tree = Tree(root);
  std::vector<uint32_t> path;
  for (uint32_t e = tree[instance.value()]; e != kEntry; e = tree[analysis_.edges()[e].caller.value()])
    path.push_back(e);
  return path;
}

std::vector<std::string> CallPaths::To(threads::RootId root, InstanceId instance, uint32_t statement) {
  auto frame = [&](InstanceId at, uint32_t s) {
    return analysis_.program().Frame(analysis_[at].method, analysis_[at].code->statements[s].bci);
  };
  std::vector<std::string> frames = {frame(instance, statement)};
  for (uint32_t e : EdgesTo(root, instance)) {
    const CallEdge& edge = analysis_.edges()[e];
    frames.push_back(frame(edge.caller, edge.statement));
  }
  return frames;
}

}  // namespace raddle::race
