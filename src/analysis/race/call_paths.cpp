#include "race/call_paths.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <queue>
#include <set>

namespace raddle::race {

using pointer::CallEdge;
using pointer::InstanceId;

namespace {

// A lock weighs most, then a guess, then a constructor, then a call.
constexpr uint64_t kCall = 1, kConstructor = 1u << 12, kGuess = 1u << 24, kLock = uint64_t{1} << 40;
constexpr size_t kMostSteps = 200;  // in the search for further paths
constexpr uint8_t kUnknown = 0xFF;

}  // namespace

const std::vector<CallPaths::Reached>& CallPaths::Tree(threads::RootId root) {
  auto [found, is_new] = trees_.try_emplace(root);
  if (!is_new) return found->second;
  std::vector<Reached>& tree = found->second;
  tree.resize(analysis_.instances().size());
  using Item = std::pair<uint64_t, InstanceId>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> pending;
  for (InstanceId entry : threads_.roots()[root].entries) {
    tree[entry.value()] = {.edge = kEntry, .cost = 0, .is_entry = true};
    pending.push({0, entry});
  }
  const auto& types = analysis_.program().types();
  while (!pending.empty()) {
    auto [here, id] = pending.top();
    pending.pop();
    if (here > tree[id.value()].cost) continue;
    for (uint32_t e : threads_.CallsFrom(id)) {
      const CallEdge& edge = analysis_.edges()[e];
      uint64_t there = here + kCall + GuessesAt(e) * kGuess;
      if (locks_.HoldsItself(analysis_[id].method, edge.statement)) there += kLock;
      if (types.NameOf(analysis_[edge.callee].method) == "<init>") there += kConstructor;
      if (there >= tree[edge.callee.value()].cost) continue;
      tree[edge.callee.value()].cost = there;
      tree[edge.callee.value()].edge = e;
      pending.push({there, edge.callee});
    }
  }
  return tree;
}

uint64_t CallPaths::GuessesAt(uint32_t edge) {
  if (guesses_.empty()) guesses_.resize(analysis_.edges().size(), kUnknown);
  if (guesses_[edge] != kUnknown) return guesses_[edge];
  // All calls of the method at once: which methods each of them may run.
  std::map<uint32_t, std::set<MethodId>> run;
  const std::vector<uint32_t>& calls = threads_.CallsFrom(analysis_.edges()[edge].caller);
  for (uint32_t e : calls) run[analysis_.edges()[e].statement].insert(analysis_[analysis_.edges()[e].callee].method);
  for (uint32_t e : calls) {
    guesses_[e] = static_cast<uint8_t>(std::bit_width(run.at(analysis_.edges()[e].statement).size() - 1));
  }
  return guesses_[edge];
}

uint64_t CallPaths::Guesses(threads::RootId root, InstanceId instance) {
  return Tree(root)[instance.value()].cost % kLock / kGuess;
}

std::vector<uint32_t> CallPaths::EdgesTo(threads::RootId root, InstanceId instance) {
  const std::vector<Reached>& tree = Tree(root);
  std::vector<uint32_t> path;
  for (uint32_t e = tree[instance.value()].edge; e != kEntry; e = tree[analysis_.edges()[e].caller.value()].edge)
    path.push_back(e);
  return path;
}

std::string CallPaths::Frame(InstanceId instance, uint32_t statement) const {
  return analysis_.program().Frame(analysis_[instance].method, analysis_[instance].code->statements[statement].bci);
}

std::vector<std::string> CallPaths::To(threads::RootId root, InstanceId instance, uint32_t statement) {
  std::vector<std::string> frames = {Frame(instance, statement)};
  for (uint32_t e : EdgesTo(root, instance)) {
    const CallEdge& edge = analysis_.edges()[e];
    frames.push_back(Frame(edge.caller, edge.statement));
  }
  return frames;
}

// Backwards from the instance, all paths side by side.
const std::vector<std::vector<uint32_t>>& CallPaths::SeveralTo(threads::RootId root, InstanceId instance, size_t most) {
  auto [found, is_new] = several_.try_emplace(uint64_t{root} << 32 | instance.value());
  if (!is_new) return found->second;
  struct Part {
    uint32_t inner;  // in parts; the first is its own
    uint32_t edge;
    InstanceId here;
  };
  const std::vector<Reached>& tree = Tree(root);
  std::vector<Part> parts = {{0, kEntry, instance}};
  for (uint32_t i = 0; i < parts.size() && i < kMostSteps && found->second.size() < most; ++i) {
    const InstanceId here = parts[i].here;
    std::vector<uint32_t> path;
    std::vector<InstanceId> on_path = {here};
    for (uint32_t p = i; parts[p].edge != kEntry; p = parts[p].inner) {
      path.insert(path.begin(), parts[p].edge);
      on_path.push_back(parts[parts[p].inner].here);
    }
    if (tree[here.value()].is_entry) found->second.push_back(path);
    for (uint32_t e : threads_.CallsTo(here)) {
      const CallEdge& edge = analysis_.edges()[e];
      const uint64_t before = tree[edge.caller.value()].cost;
      if (before == kUnreached) continue;
      const bool locks = locks_.HoldsItself(analysis_[edge.caller].method, edge.statement);
      if (before / kLock + locks > tree[here.value()].cost / kLock) continue;
      if (std::find(on_path.begin(), on_path.end(), edge.caller) == on_path.end()) parts.push_back({i, e, edge.caller});
      if (parts.size() > kMostSteps) break;
    }
  }
  return found->second;
}

std::vector<std::vector<std::string>> CallPaths::Several(threads::RootId root, InstanceId instance, uint32_t statement,
                                                         size_t most) {
  std::vector<std::vector<std::string>> all;
  for (const std::vector<uint32_t>& path : SeveralTo(root, instance, most)) {
    std::vector<std::string> frames = {Frame(instance, statement)};
    for (uint32_t e : path) frames.push_back(Frame(analysis_.edges()[e].caller, analysis_.edges()[e].statement));
    if (std::find(all.begin(), all.end(), frames) == all.end()) all.push_back(std::move(frames));
  }
  return all;
}

}  // namespace raddle::race
