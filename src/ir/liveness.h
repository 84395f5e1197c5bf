// Step 3 of the builder: which locals are still read from the start of each node on.
//
// Phis are made only for these. An exception may leave a block anywhere, so what a handler reads is live at the start
// of each block it covers, even if the block writes it first. The verifier demands that such a local be defined there
// anyway, so in code that passes the verifier no undefined local counts as live.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "classfile/code.h"
#include "ir/node_graph.h"
#include "ir/structure.h"

namespace raddle::ir {

class Liveness {
 public:
  Result<void> Solve(const classfile::Code& code, const Structure& structure, const NodeGraph& graph);

  uint32_t locals() const { return locals_; }  // the locals that the code names; not more than max_locals
  bool IsLive(uint32_t node, uint32_t local) const { return (Set(in_, node)[local / 64] >> (local % 64) & 1) != 0; }
  template <typename Visit>
  void ForEachLive(uint32_t node, Visit visit) const {
    std::span<const uint64_t> set = Set(in_, node);
    for (uint32_t word = 0; word < words_; word++) {
      for (uint64_t left = set[word]; left != 0; left &= left - 1) {
        visit(word * 64 + static_cast<uint32_t>(__builtin_ctzll(left)));
      }
    }
  }
  // Puts what the handlers of a node read into `set`, one bit per local.
  void LiveInHandlers(const NodeGraph& graph, const NodeGraph::Node& node, std::vector<uint64_t>& set) const;

 private:
  std::span<const uint64_t> Set(const std::vector<uint64_t>& sets, uint32_t i) const {
    return std::span(sets).subspan(size_t{i} * words_, words_);
  }
  void FindUses(const classfile::Code& code, const Structure& structure);
  bool Update(const NodeGraph& graph, uint32_t node);

  uint32_t locals_ = 0;
  uint32_t words_ = 0;
  std::vector<uint64_t> uses_, writes_;  // by block
  std::vector<uint64_t> in_;             // by node
  std::vector<uint64_t> now_;
  std::vector<bool> changed_;
};

}  // namespace raddle::ir
