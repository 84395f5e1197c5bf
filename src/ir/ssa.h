// Step 5 of the builder: phis are filled in, cleaned up and typed.
//
//   before: loop header  x2 = phi(?, ?)   y2 = phi(?, ?)      after: x2 = phi(x1, x3)
//           body         x3 = x2 + y2                                x3 = x2 + y1
//
// A phi whose operands are all one value, or that value and the phi itself, is that value (Braun et al., "Simple and
// Efficient Construction of Static Single Assignment Form", 2013, §3.1). What remains is minimal SSA on reducible
// graphs. Phis that only other phis read are dropped, too.
//
// The types of phis, and of what is loaded from arrays, are the least that fit. They are found by passing changes on; a
// type can rise only three times.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "ir/draft.h"
#include "ir/node_graph.h"
#include "ir/types.h"

namespace raddle::ir {

class Ssa {
 public:
  // Sets the draft's predecessors and the operands of its phis, and checks that values that meet have one kind.
  Result<void> Finish(const NodeGraph& graph, TypeTable& types, Draft& draft);

  // The value that stands for this one.
  Value Find(Value value) {
    while (same_as_[value] != value) value = same_as_[value] = same_as_[same_as_[value]];
    return value;
  }

 private:
  void FindPredecessors(const NodeGraph& graph);
  Result<void> FillPhis(const NodeGraph& graph);
  Result<void> CheckDepths(const NodeGraph& graph);
  void RemoveRenamings();
  void MarkNeeded();
  void FindTypes(TypeTable& types);

  // Lists of the phis that have a value as operand, so that two can be joined at no cost.
  struct Use {
    uint32_t phi;
    uint32_t next;
  };
  void AddUse(Value value, uint32_t phi);

  Draft* draft_ = nullptr;
  std::vector<Value> same_as_;
  std::vector<Use> uses_;
  std::vector<uint32_t> first_use_, last_use_;  // by value
  std::vector<uint32_t> work_;
  std::vector<bool> queued_;
  std::vector<uint32_t> seen_;
  std::vector<uint32_t> users_, first_user_;  // by value: values whose type depends on it
};

}  // namespace raddle::ir
