#include "ir/node_graph.h"

#include <algorithm>
#include <utility>

#include "fmt/format.h"
#include "ir/limits.h"

namespace raddle::ir {
namespace {

using classfile::Op;

uint64_t Key(uint32_t context, uint32_t block, bool catches) {
  return uint64_t{context} << 32 | block << 1 | (catches ? 1 : 0);
}

}  // namespace

Error NodeGraph::Problem(uint32_t block, std::string reason) const {
  const Structure::Block& at = structure_->blocks[block];
  return Error{.reason = std::move(reason), .offset = code_->instructions[at.end - 1].offset};
}

Result<void> NodeGraph::Build(const classfile::Code& code, const Structure& structure) {
  code_ = &code;
  structure_ = &structure;
  nodes.clear();
  successors.clear();
  handlers.clear();
  contexts.assign(1, {kNone, kNone, kNone});
  root_nodes_.assign(structure.blocks.size() * 2, kNone);
  handler_ranges_.clear();
  body_work_ = copied_instructions_ = edges_ = 0;
  if (structure.has_subroutines) {
    copied_nodes_.clear();
    RADDLE_CHECK(FindBodies());
  }
  NodeFor(kRoot, 0, false);
  for (uint32_t node = 0; node < nodes.size(); node++) {  // grows as it goes
    RADDLE_CHECK(AddEdges(node));
    if (nodes.size() > kMaxNodes || copied_instructions_ > kMaxCopiedInstructions) {
      return Problem(nodes[node].block, "subroutines that grow too large when copied");
    }
    edges_ += nodes[node].successor_count + nodes[node].handler_count;
    if (edges_ > kMaxEdges) return Problem(nodes[node].block, "too many edges");
  }
  FindPredecessors();
  if (nodes[0].predecessor_count != 0) {
    AddEntry();
    FindPredecessors();
  }
  FindOrder();
  return {};
}

// Within one subroutine: a jsr is stepped over, a ret ends.
template <typename Visit>
void NodeGraph::ForEachSuccessor(uint32_t block, Visit visit) const {
  const Structure::Block& at = structure_->blocks[block];
  const classfile::Instruction& last = code_->instructions[at.end - 1];
  if (IsJump(last.op) && !IsJsr(last.op)) visit(structure_->block_at[static_cast<uint32_t>(last.value)]);
  if (IsSwitch(last.op)) {
    const classfile::Switch& table = code_->switches[static_cast<size_t>(last.value)];
    visit(structure_->block_at[table.default_target]);
    for (uint32_t target : table.targets) visit(structure_->block_at[target]);
  }
  if (FallsThrough(last.op)) visit(block + 1);
  if (!at.may_throw) return;
  for (const Structure::Handler& handler : structure_->Handlers(at)) visit(handler.block);
}

Result<void> NodeGraph::FindBodies() {
  bodies_.clear();
  for (const classfile::Instruction& it : code_->instructions) {
    if (!IsJsr(it.op)) continue;
    uint32_t entry = structure_->block_at[static_cast<uint32_t>(it.value)];
    if (bodies_.contains(entry)) continue;
    if (bodies_.size() == kMaxSubroutines) return Problem(entry, "too many subroutines");
    RADDLE_CHECK(FindBody(entry));
  }
  return {};
}

Result<void> NodeGraph::FindBody(uint32_t entry) {
  uint32_t size = static_cast<uint32_t>(structure_->blocks.size());
  std::vector<bool> reached(size);
  std::vector<uint32_t> work = {entry};
  std::vector<std::pair<uint32_t, uint32_t>> edges;  // turned round
  reached[entry] = true;
  std::vector<bool> body(size);
  std::vector<uint32_t> returning;
  while (!work.empty()) {
    uint32_t block = work.back();
    work.pop_back();
    if (code_->instructions[structure_->blocks[block].end - 1].op == Op::ret) {
      body[block] = true;
      returning.push_back(block);
    }
    ForEachSuccessor(block, [&](uint32_t to) {
      edges.push_back({to, block});
      if (reached[to]) return;
      reached[to] = true;
      work.push_back(to);
    });
    if (body_work_ + edges.size() > kMaxEdges) return Problem(entry, "subroutines with too many edges");
  }
  body_work_ += edges.size();
  std::sort(edges.begin(), edges.end());
  while (!returning.empty()) {
    uint32_t block = returning.back();
    returning.pop_back();
    auto from = std::lower_bound(edges.begin(), edges.end(), std::pair<uint32_t, uint32_t>(block, 0));
    for (; from != edges.end() && from->first == block; ++from) {
      if (body[from->second]) continue;
      body[from->second] = true;
      returning.push_back(from->second);
    }
  }
  bodies_.emplace(entry, std::move(body));
  return {};
}

// The context in which a block stands that is reached from `context`.
uint32_t NodeGraph::Leave(uint32_t context, uint32_t block) const {
  while (context != kRoot && !bodies_.at(contexts[context].entry)[block]) context = contexts[context].parent;
  return context;
}

uint32_t NodeGraph::NodeFor(uint32_t context, uint32_t block, bool catches) {
  uint32_t next = static_cast<uint32_t>(nodes.size());
  uint32_t& node = context == kRoot ? root_nodes_[block * 2 + (catches ? 1 : 0)]
                                    : copied_nodes_.try_emplace(Key(context, block, catches), kNone).first->second;
  if (node != kNone) return node;
  node = next;
  const Structure::Block& at = structure_->blocks[block];
  if (context != kRoot) copied_instructions_ += at.end - at.first;
  bool has_code = !catches || !at.normal_target;
  nodes.push_back({block, context, catches, has_code, 0, 0, 0, 0, 0, 0, kNone, TypeId::kNone});
  return next;
}

Result<uint32_t> NodeGraph::Call(uint32_t node, uint32_t entry, uint32_t return_block) {
  uint32_t caller = nodes[node].context;
  for (uint32_t c = caller; c != kRoot; c = contexts[c].parent) {
    if (contexts[c].entry == entry) return Problem(nodes[node].block, "subroutine that calls itself");
  }
  uint32_t context = static_cast<uint32_t>(contexts.size());
  contexts.push_back({caller, entry, return_block});
  nodes[node].call = context;
  // A subroutine that never returns is no copy: its blocks stand in the caller's context.
  return NodeFor(Leave(context, entry), entry, false);
}

Result<void> NodeGraph::AddEdges(uint32_t node) {
  const Node from = nodes[node];  // a copy: nodes grows below
  uint32_t first = static_cast<uint32_t>(successors.size());
  if (!from.has_code) {
    successors.push_back(NodeFor(from.context, from.block, false));
  } else {
    const classfile::Instruction& last = code_->instructions[structure_->blocks[from.block].end - 1];
    auto add = [&](uint32_t block) { successors.push_back(NodeFor(Leave(from.context, block), block, false)); };
    if (IsJsr(last.op)) {
      RADDLE_TRY(uint32_t callee, Call(node, structure_->block_at[static_cast<uint32_t>(last.value)], from.block + 1));
      successors.push_back(callee);
    } else if (last.op == Op::ret) {
      if (from.context == kRoot) return Problem(from.block, "ret outside a subroutine");
      const Context& context = contexts[from.context];
      uint32_t to = context.return_block;
      successors.push_back(NodeFor(Leave(context.parent, to), to, false));
    } else if (IsSwitch(last.op)) {
      const classfile::Switch& table = code_->switches[static_cast<size_t>(last.value)];
      add(structure_->block_at[table.default_target]);
      for (uint32_t target : table.targets) add(structure_->block_at[target]);
    } else {
      if (IsJump(last.op)) add(structure_->block_at[static_cast<uint32_t>(last.value)]);
      if (FallsThrough(last.op)) add(from.block + 1);
    }
    if (structure_->blocks[from.block].may_throw) AddHandlers(node);
  }
  nodes[node].first_successor = first;
  nodes[node].successor_count = static_cast<uint32_t>(successors.size()) - first;
  return {};
}

void NodeGraph::AddHandlers(uint32_t node) {
  const Structure::Block& block = structure_->blocks[nodes[node].block];
  if (block.handler_list == 0) return;
  uint32_t context = nodes[node].context;
  auto [range, is_new] = handler_ranges_.try_emplace(Key(context, block.handler_list, false));
  if (is_new) {
    range->second.first = static_cast<uint32_t>(handlers.size());
    for (const Structure::Handler& handler : structure_->Handlers(block)) {
      uint32_t to = NodeFor(Leave(context, handler.block), handler.block, true);
      handlers.push_back({to, handler.catch_type});
      TypeId& caught = nodes[to].caught;
      caught = caught == TypeId::kNone || caught == handler.catch_type ? handler.catch_type : TypeId::kThrowable;
    }
    range->second.second = static_cast<uint32_t>(handlers.size()) - range->second.first;
  }
  nodes[node].first_handler = range->second.first;
  nodes[node].handler_count = range->second.second;
}

// An entry of its own, so that the method's parameters have an edge to come in by.
void NodeGraph::AddEntry() {
  nodes.push_back(
      {kNone, kRoot, false, false, static_cast<uint32_t>(successors.size()), 1, 0, 0, 0, 0, kNone, TypeId::kNone});
  successors.push_back(0);
}

void NodeGraph::FindPredecessors() {
  seen_.assign(nodes.size(), kNone);
  for (Node& node : nodes) node.predecessor_count = 0;
  auto for_each_edge = [&](auto visit) {
    std::fill(seen_.begin(), seen_.end(), kNone);
    for (uint32_t from = 0; from < nodes.size(); from++) {
      auto once = [&](uint32_t to) {
        if (std::exchange(seen_[to], from) != from) visit(from, to);
      };
      for (uint32_t to : Successors(nodes[from])) once(to);
      for (const Handler& handler : Handlers(nodes[from])) once(handler.node);
    }
  };
  uint32_t count = 0;
  for_each_edge([&](uint32_t, uint32_t to) { nodes[to].predecessor_count++; });
  for (Node& node : nodes) {
    node.first_predecessor = count;
    count += std::exchange(node.predecessor_count, 0);
  }
  predecessors.resize(count);
  for_each_edge([&](uint32_t from, uint32_t to) {
    predecessors[nodes[to].first_predecessor + nodes[to].predecessor_count++] = from;
  });
}

void NodeGraph::FindOrder() {
  // Handlers first and the successor that is fallen through to last: turned round, code keeps the order of the
  // bytecode.
  order.clear();
  seen_.assign(nodes.size(), 0);  // 1 + how many edges have been followed
  next_.clear();
  uint32_t entry = nodes.back().block == kNone ? static_cast<uint32_t>(nodes.size()) - 1 : 0;
  next_.push_back(entry);
  seen_[entry] = 1;
  while (!next_.empty()) {
    const Node& node = nodes[next_.back()];
    uint32_t edge = seen_[next_.back()]++ - 1;
    if (edge < node.handler_count + node.successor_count) {
      uint32_t to = edge < node.handler_count ? handlers[node.first_handler + edge].node
                                              : successors[node.first_successor + edge - node.handler_count];
      if (seen_[to] != 0) continue;
      seen_[to] = 1;
      next_.push_back(to);
    } else {
      order.push_back(next_.back());
      next_.pop_back();
    }
  }
  std::reverse(order.begin(), order.end());
}

}  // namespace raddle::ir
