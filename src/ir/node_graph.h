// Step 2 of the builder: the reachable blocks as a graph, with subroutines copied.
//
// A node is a block in a context. The context is the chain of jsr instructions that led into the subroutine that the
// block belongs to, so each caller of a subroutine gets its own nodes and `ret` has one place to go. A block belongs to
// a subroutine if it can be reached from the subroutine's entry and can reach a ret. A jump from there to any other
// block leaves the subroutine for good (a `break` out of a finally clause), and its context, too. Without that rule
// everything after such a jump would be copied as well.
//
// This step cannot know which address a ret finds in its local. It assumes the innermost caller's; the translator
// checks this.
//
// A handler whose block can also be reached by a jump gets a node of its own that only catches.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "classfile/code.h"
#include "ir/structure.h"

namespace raddle::ir {

struct NodeGraph {
  static constexpr uint32_t kNone = ~uint32_t{0};
  static constexpr uint32_t kRoot = 0;  // the context of code outside subroutines

  struct Node {
    uint32_t block;  // kNone for an entry added before a block that is jumped to
    uint32_t context;
    bool catches;                                   // entered by exceptions only
    bool has_code;                                  // false: goes straight on to its one successor
    uint32_t first_successor, successor_count;      // If: taken, not taken. Switch: default, then the cases
    uint32_t first_handler, handler_count;          // none if nothing in the block can throw
    uint32_t first_predecessor, predecessor_count;  // each node once
    uint32_t call = kNone;                          // for a block that ends with a jsr: the context that it makes
    TypeId caught = TypeId::kNone;                  // by a node that catches
  };
  struct Context {
    uint32_t parent;
    uint32_t entry;         // block
    uint32_t return_block;  // the block after the jsr
  };
  struct Handler {
    uint32_t node;
    TypeId catch_type;
  };

  std::vector<Node> nodes;
  std::vector<Context> contexts;
  std::vector<uint32_t> successors, predecessors;
  std::vector<Handler> handlers;
  std::vector<uint32_t> order;  // nodes in reverse post order, the entry first

  std::span<const uint32_t> Successors(const Node& node) const {
    return std::span(successors).subspan(node.first_successor, node.successor_count);
  }
  std::span<const Handler> Handlers(const Node& node) const {
    return std::span(handlers).subspan(node.first_handler, node.handler_count);
  }
  std::span<const uint32_t> Predecessors(const Node& node) const {
    return std::span(predecessors).subspan(node.first_predecessor, node.predecessor_count);
  }

  Result<void> Build(const classfile::Code& code, const Structure& structure);

 private:
  Result<void> FindBodies();
  Result<void> FindBody(uint32_t entry);
  template <typename Visit>
  void ForEachSuccessor(uint32_t block, Visit visit) const;

  Result<void> AddEdges(uint32_t node);
  Result<uint32_t> Call(uint32_t node, uint32_t entry, uint32_t return_block);
  uint32_t Leave(uint32_t context, uint32_t block) const;
  uint32_t NodeFor(uint32_t context, uint32_t block, bool catches);
  void AddHandlers(uint32_t node);
  void AddEntry();
  void FindPredecessors();
  void FindOrder();
  Error Problem(uint32_t block, std::string reason) const;

  const classfile::Code* code_ = nullptr;
  const Structure* structure_ = nullptr;
  std::vector<uint32_t> root_nodes_;  // by block and whether it catches
  std::unordered_map<uint64_t, uint32_t> copied_nodes_;
  std::unordered_map<uint64_t, std::pair<uint32_t, uint32_t>> handler_ranges_;  // by context and handler list
  std::unordered_map<uint32_t, std::vector<bool>> bodies_;                      // by entry: blocks
  std::vector<uint32_t> seen_, next_;
  uint64_t body_work_ = 0;
  uint64_t copied_instructions_ = 0;
  uint64_t edges_ = 0;
};

}  // namespace raddle::ir
