// Step 1 of the builder: cuts the bytecode into blocks.
//
// A block starts at the method's entry, at each target of a jump, switch or jsr, after each of these, at handlers, and
// wherever the list of active handlers changes. Unreachable code has blocks, too; the next step drops it.
//
// Handler lists are shared between blocks and cleaned: nothing follows an entry that catches everything, and no type
// occurs twice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "classfile/code.h"
#include "ir/class_context.h"

namespace raddle::ir {

// Whether the bytecode instruction can complete abruptly; agrees with MayThrow for the IR instruction that it becomes.
bool MayThrow(const classfile::Instruction& instruction, const classfile::ConstantPool& pool);

struct Structure {
  static constexpr uint32_t kNone = ~uint32_t{0};

  struct Block {
    uint32_t first, end;  // instructions
    uint32_t handler_list;
    bool normal_target = false;  // reached in some other way than by an exception
    bool may_throw = false;
  };
  struct Handler {
    uint32_t block;
    TypeId catch_type;
  };

  std::vector<Block> blocks;
  std::vector<uint32_t> block_at;  // by instruction: the block that starts there, or kNone
  std::vector<Handler> handlers;
  std::vector<uint32_t> first_handler;  // by handler list, with one more at the end; list 0 is empty
  bool has_subroutines = false;

  std::span<const Handler> Handlers(const Block& block) const {
    return std::span(handlers).subspan(first_handler[block.handler_list],
                                       first_handler[block.handler_list + 1] - first_handler[block.handler_list]);
  }

  // Fills this from the code; its former contents are lost, and their memory is reused.
  Result<void> Build(const classfile::Code& code, ClassContext& context);

 private:
  void MarkLeaders(const classfile::Code& code);
  void MarkLeader(uint32_t instruction, bool normal);
  void CutBlocks(const classfile::Code& code, const classfile::ConstantPool& pool);
  Result<void> FindHandlers(const classfile::Code& code, ClassContext& context);
  void AddHandlerList(const classfile::Code& code, const std::vector<uint32_t>& active, ClassContext& context);

  std::vector<uint8_t> leader_;  // by instruction: 1 handler or boundary, 2 normal target
  std::vector<uint32_t> active_, starting_, type_seen_;
};

}  // namespace raddle::ir
