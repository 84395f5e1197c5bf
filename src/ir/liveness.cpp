#include "ir/liveness.h"

#include <algorithm>

#include "ir/limits.h"

namespace raddle::ir {
namespace {

using classfile::Op;

bool Reads(Op op) {
  return Between(op, Op::iload, Op::aload_3) || op == Op::iinc || op == Op::ret;
}

}  // namespace

Result<void> Liveness::Solve(const classfile::Code& code, const Structure& structure, const NodeGraph& graph) {
  locals_ = 0;
  for (const classfile::Instruction& it : code.instructions) {
    locals_ = std::max(locals_, static_cast<uint32_t>(classfile::LocalOf(it) + 1));
  }
  words_ = (locals_ + 63) / 64;
  if (words_ * std::max(graph.nodes.size(), structure.blocks.size()) > kMaxLiveWords) {
    return Error{.reason = "too many locals in too many blocks", .offset = 0};
  }
  FindUses(code, structure);
  in_.assign(words_ * graph.nodes.size(), 0);
  now_.resize(words_);
  changed_.assign(graph.nodes.size(), true);
  uint64_t work = 0;
  for (bool again = words_ != 0; again;) {
    again = false;
    for (size_t i = graph.order.size(); i-- > 0;) {
      uint32_t node = graph.order[i];
      if (!changed_[node]) continue;
      changed_[node] = false;
      const NodeGraph::Node& at = graph.nodes[node];
      work += uint64_t{words_} * (at.successor_count + at.handler_count + 1);
      if (work > kMaxLivenessWork) return Error{.reason = "control flow too tangled", .offset = 0};
      if (!Update(graph, node)) continue;
      for (uint32_t from : graph.Predecessors(at)) changed_[from] = again = true;
    }
  }
  return {};
}

void Liveness::FindUses(const classfile::Code& code, const Structure& structure) {
  uses_.assign(words_ * structure.blocks.size(), 0);
  writes_.assign(words_ * structure.blocks.size(), 0);
  for (size_t block = 0; block < structure.blocks.size(); block++) {
    uint64_t* uses = uses_.data() + block * words_;
    uint64_t* writes = writes_.data() + block * words_;
    for (uint32_t i = structure.blocks[block].first; i < structure.blocks[block].end; i++) {
      const classfile::Instruction& it = code.instructions[i];
      int local = classfile::LocalOf(it);
      if (local < 0) continue;
      uint64_t bit = uint64_t{1} << (local % 64);
      if (Reads(it.op)) {
        uses[local / 64] |= bit & ~writes[local / 64];
      } else {
        writes[local / 64] |= bit;
      }
    }
  }
}

bool Liveness::Update(const NodeGraph& graph, uint32_t node) {
  const NodeGraph::Node& at = graph.nodes[node];
  std::fill(now_.begin(), now_.end(), 0);
  auto add = [&](std::span<const uint64_t> set) {
    for (uint32_t word = 0; word < words_; word++) now_[word] |= set[word];
  };
  for (uint32_t to : graph.Successors(at)) add(Set(in_, to));
  if (at.has_code) {
    std::span<const uint64_t> uses = Set(uses_, at.block), writes = Set(writes_, at.block);
    for (uint32_t word = 0; word < words_; word++) now_[word] = uses[word] | (now_[word] & ~writes[word]);
  }
  for (const NodeGraph::Handler& handler : graph.Handlers(at)) add(Set(in_, handler.node));
  uint64_t* in = in_.data() + size_t{node} * words_;
  if (std::equal(now_.begin(), now_.end(), in)) return false;
  std::copy(now_.begin(), now_.end(), in);
  return true;
}

void Liveness::LiveInHandlers(const NodeGraph& graph, const NodeGraph::Node& node, std::vector<uint64_t>& set) const {
  set.assign(words_, 0);
  for (const NodeGraph::Handler& handler : graph.Handlers(node)) {
    std::span<const uint64_t> in = Set(in_, handler.node);
    for (uint32_t word = 0; word < words_; word++) set[word] |= in[word];
  }
}

}  // namespace raddle::ir
