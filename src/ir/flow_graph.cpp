#include "ir/flow_graph.h"

#include <algorithm>

namespace raddle::ir {
namespace {

using Node = FlowGraph::Node;
using Edge = FlowGraph::Edge;

bool CatchesAll(const Method& method, BlockId block) {
  std::span<const HandlerEdge> handlers = method.Handlers(block);
  return std::any_of(handlers.begin(), handlers.end(),
                     [](const HandlerEdge& edge) { return edge.catch_type == TypeId::kThrowable; });
}

bool MayThrowOut(const Method& method, BlockId block) {
  if (CatchesAll(method, block)) return false;
  std::span<const Instruction> instructions = method.Instructions(block);
  return std::any_of(instructions.begin(), instructions.end(),
                     [&](const Instruction& instruction) { return MayThrow(instruction, method); });
}

bool Leaves(const Method& method, BlockId block, ExitEdges exits) {
  Opcode last = method.Terminator(block).op;
  if (last == Opcode::kReturn) return true;
  if (exits == ExitEdges::kReturnsAndThrows) return last == Opcode::kThrow && !CatchesAll(method, block);
  return exits == ExitEdges::kReturnsAndAllThrows && MayThrowOut(method, block);
}

std::vector<Edge> EdgesOf(const Method& method, ExceptionEdges exceptions) {
  std::vector<Edge> edges;
  for (Node from = 0; from < method.blocks.size(); from++) {
    for (BlockId to : method.Successors(BlockId{from})) edges.push_back({from, Num(to)});
    if (exceptions == ExceptionEdges::kWithout) continue;
    for (const HandlerEdge& handler : method.Handlers(BlockId{from})) edges.push_back({from, Num(handler.block)});
  }
  return edges;
}

}  // namespace

FlowGraph::FlowGraph(uint32_t size, Node entry, std::span<const Edge> edges)
    : size_(size), entry_(entry), first_successor_(size + 1), first_predecessor_(size + 1) {
  // A counting sort by source, then one by target of the edges that are left.
  std::vector<Node> targets(edges.size());
  std::vector<uint32_t> at(size + 1);
  for (const Edge& edge : edges) at[edge.first + 1]++;
  for (uint32_t i = 0; i < size; i++) at[i + 1] += at[i];
  std::vector<uint32_t> begin = at;
  for (const Edge& edge : edges) targets[at[edge.first]++] = edge.second;

  std::vector<Node> seen_from(size, kNone);
  for (Node from = 0; from < size; from++) {
    first_successor_[from] = static_cast<uint32_t>(successors_.size());
    for (uint32_t i = begin[from]; i < at[from]; i++) {
      if (seen_from[targets[i]] == from) continue;
      seen_from[targets[i]] = from;
      successors_.push_back(targets[i]);
      first_predecessor_[targets[i] + 1]++;
    }
  }
  first_successor_[size] = static_cast<uint32_t>(successors_.size());

  for (uint32_t i = 0; i < size; i++) first_predecessor_[i + 1] += first_predecessor_[i];
  predecessors_.resize(successors_.size());
  std::vector<uint32_t> next(first_predecessor_.begin(), first_predecessor_.end() - 1);
  for (Node from = 0; from < size; from++) {
    for (Node to : Successors(from)) predecessors_[next[to]++] = from;
  }
  Order();
}

void FlowGraph::Order() {
  rank_.assign(size_, kNone);
  if (size_ == 0) return;
  struct Visit {
    Node node;
    uint32_t next;
  };
  std::vector<Visit> stack = {{entry_, 0}};
  rank_[entry_] = 0;  // any number but kNone: seen
  while (!stack.empty()) {
    Visit& top = stack.back();
    std::span<const Node> successors = Successors(top.node);
    // From the last to the first, so that the order keeps them as they are listed.
    if (top.next < successors.size()) {
      Node to = successors[successors.size() - 1 - top.next++];
      if (rank_[to] != kNone) continue;
      rank_[to] = 0;
      stack.push_back({to, 0});
    } else {
      order_.push_back(top.node);
      stack.pop_back();
    }
  }
  std::reverse(order_.begin(), order_.end());
  for (uint32_t i = 0; i < order_.size(); i++) rank_[order_[i]] = i;
}

FlowGraph GraphOf(const Method& method, ExceptionEdges exceptions) {
  return FlowGraph(static_cast<uint32_t>(method.blocks.size()), 0, EdgesOf(method, exceptions));
}

FlowGraph ReversedGraphOf(const Method& method, ExceptionEdges exceptions, ExitEdges exits) {
  std::vector<Edge> edges = EdgesOf(method, exceptions);
  for (Edge& edge : edges) std::swap(edge.first, edge.second);
  Node exit = static_cast<Node>(method.blocks.size());
  for (Node block = 0; block < exit; block++) {
    if (Leaves(method, BlockId{block}, exits)) edges.push_back({exit, block});
  }
  return FlowGraph(exit + 1, exit, edges);
}

}  // namespace raddle::ir
