#include "race/call_paths.h"

#include <deque>

namespace raddle::race {

using pointer::CallEdge;
using pointer::InstanceId;

const std::vector<uint32_t>& CallPaths::Tree(threads::RootId root) {
  auto [found, is_new] = trees_.try_emplace(root);
  if (!is_new) return found->second;
  std::vector<uint32_t>& tree = found->second;
  tree.assign(analysis_.instances().size(), kEntry);
  // Breadth-first with two weights: calls without a lock go to the front of the queue.
  std::vector<uint32_t> cost(tree.size(), ~uint32_t{0});
  std::vector<bool> done(tree.size());
  std::deque<InstanceId> pending;
  for (InstanceId entry : threads_.roots()[root].entries) {
    cost[entry.value()] = 0;
    pending.push_back(entry);
  }
  std::deque<InstanceId> locked;  // those one lock further away
  while (!pending.empty() || !locked.empty()) {
    if (pending.empty()) pending.swap(locked);
    InstanceId id = pending.front();
    pending.pop_front();
    if (done[id.value()]) continue;
    done[id.value()] = true;
    for (uint32_t e : threads_.CallsFrom(id)) {
      const CallEdge& edge = analysis_.edges()[e];
      bool holds = locks_.HoldsItself(analysis_[id].method, edge.statement);
      uint32_t there = cost[id.value()] + holds;
      if (there >= cost[edge.callee.value()]) continue;
      cost[edge.callee.value()] = there;
      tree[edge.callee.value()] = e;
      (holds ? locked : pending).push_back(edge.callee);
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
