// Step 6 of the builder: copies the finished draft into its final, compact form.
//
// Registers are renumbered: parameters first, then in the order of their definitions.
#pragma once

#include <vector>

#include "base/arena.h"
#include "ir/draft.h"
#include "ir/method_ir.h"
#include "ir/node_graph.h"
#include "ir/ssa.h"

namespace raddle::ir {

class Assembler {
 public:
  void Assemble(const NodeGraph& graph, const Draft& draft, Ssa& ssa, Arena& arena, Method& method);

 private:
  void NumberRegisters(const Draft& draft, Arena& arena, Method& method);
  void CopyInstructions(const Draft& draft, Ssa& ssa, Arena& arena, Method& method);
  void CopyBlocks(const NodeGraph& graph, const Draft& draft, Arena& arena, Method& method);
  void CopySwitches(const Draft& draft, Arena& arena, Method& method);

  std::vector<Reg> numbers_;  // by provisional value
  std::vector<Block> blocks_;
  std::vector<BlockId> successors_;
  std::vector<HandlerEdge> handlers_;
  std::vector<uint32_t> seen_, handlers_of_;
};

}  // namespace raddle::ir
