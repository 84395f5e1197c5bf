#include "ir/structure.h"

#include <algorithm>

#include "fmt/format.h"
#include "ir/limits.h"

namespace raddle::ir {
namespace {

using classfile::Op;

constexpr uint8_t kStarts = 1;    // a block starts here
constexpr uint8_t kTarget = 2;    // and is reached without an exception
constexpr uint8_t kBoundary = 4;  // and the handlers in force may change

}  // namespace

bool MayThrow(const classfile::Instruction& instruction, const classfile::ConstantPool& pool) {
  Op op = instruction.op;
  if (IsArrayLoad(op) || IsArrayStore(op)) return true;
  if (Between(op, Op::getstatic, Op::monitorexit) || op == Op::multianewarray) return true;
  if (op == Op::idiv || op == Op::ldiv || op == Op::irem || op == Op::lrem) return true;
  if (op != Op::ldc && op != Op::ldc_w && op != Op::ldc2_w) return false;
  switch (pool.tag(instruction.index)) {
    case classfile::Tag::kClass:
    case classfile::Tag::kMethodHandle:
    case classfile::Tag::kMethodType:
    case classfile::Tag::kDynamic:
      return true;
    default:
      return false;
  }
}

Result<void> Structure::Build(const classfile::Code& code, ClassContext& context) {
  if (code.instructions.empty()) return Error{.reason = "method without code", .offset = 0};
  if (FallsThrough(code.instructions.back().op)) {
    return Error{.reason = "falls off the end of the code", .offset = code.instructions.back().offset};
  }
  has_subroutines = false;
  MarkLeaders(code);
  CutBlocks(code, context.pool());
  return FindHandlers(code, context);
}

void Structure::MarkLeader(uint32_t instruction, bool normal) {
  leader_[instruction] |= normal ? kStarts | kTarget : kStarts;
}

void Structure::MarkLeaders(const classfile::Code& code) {
  leader_.assign(code.instructions.size() + 1, 0);
  MarkLeader(0, true);
  for (uint32_t i = 0; i < code.instructions.size(); i++) {
    const classfile::Instruction& it = code.instructions[i];
    if (IsJump(it.op)) {
      MarkLeader(static_cast<uint32_t>(it.value), true);
      if (IsJsr(it.op)) has_subroutines = true;
    } else if (IsSwitch(it.op)) {
      const classfile::Switch& table = code.switches[static_cast<size_t>(it.value)];
      MarkLeader(table.default_target, true);
      for (uint32_t target : table.targets) MarkLeader(target, true);
    } else if (FallsThrough(it.op)) {
      continue;
    }
    MarkLeader(i + 1, false);
  }
  for (const classfile::Handler& handler : code.handlers) {
    leader_[handler.start] |= kStarts | kBoundary;
    leader_[handler.end] |= kStarts | kBoundary;
    MarkLeader(handler.handler, false);
  }
}

void Structure::CutBlocks(const classfile::Code& code, const classfile::ConstantPool& pool) {
  blocks.clear();
  uint32_t size = static_cast<uint32_t>(code.instructions.size());
  block_at.assign(size, kNone);
  bool falls_in = false;
  for (uint32_t i = 0; i < size; i++) {
    if (leader_[i] != 0) {
      if (!blocks.empty()) blocks.back().end = i;
      block_at[i] = static_cast<uint32_t>(blocks.size());
      blocks.push_back({.first = i, .end = size, .handler_list = 0, .normal_target = false, .may_throw = false});
      blocks.back().normal_target = falls_in || (leader_[i] & kTarget) != 0;
    }
    if (MayThrow(code.instructions[i], pool)) blocks.back().may_throw = true;
    falls_in = FallsThrough(code.instructions[i].op);
  }
}

Result<void> Structure::FindHandlers(const classfile::Code& code, ClassContext& context) {
  handlers.clear();
  first_handler.assign(2, 0);
  if (code.handlers.empty()) return {};

  // Entries by where they start, in the order of the table where that is the same. Walking over the blocks, the entries
  // in force are kept in the table's order, because the first that fits wins.
  starting_.resize(code.handlers.size());
  for (uint32_t i = 0; i < starting_.size(); i++) starting_[i] = i;
  std::stable_sort(starting_.begin(), starting_.end(),
                   [&](uint32_t a, uint32_t b) { return code.handlers[a].start < code.handlers[b].start; });
  active_.clear();
  type_seen_.clear();  // holds numbers of this method's lists
  auto next = starting_.begin();
  uint64_t cost = 0;
  uint32_t list = 0;
  for (Block& block : blocks) {
    if ((leader_[block.first] & kBoundary) != 0) {
      std::erase_if(active_, [&](uint32_t i) { return code.handlers[i].end <= block.first; });
      auto begin = next;
      while (next != starting_.end() && code.handlers[*next].start == block.first) ++next;
      size_t old = active_.size();
      active_.insert(active_.end(), begin, next);
      std::inplace_merge(active_.begin(), active_.begin() + static_cast<ptrdiff_t>(old), active_.end());
      cost += active_.size();
      if (cost > kMaxEdges) {
        return Error{.reason = "exception table with too many overlapping ranges",
                     .offset = code.instructions[block.first].offset};
      }
      if (active_.empty()) {
        list = 0;
      } else {
        list = static_cast<uint32_t>(first_handler.size()) - 1;
        AddHandlerList(code, active_, context);
      }
    }
    block.handler_list = list;
  }
  return {};
}

void Structure::AddHandlerList(const classfile::Code& code, const std::vector<uint32_t>& active,
                               ClassContext& context) {
  uint32_t list = static_cast<uint32_t>(first_handler.size());
  for (uint32_t i : active) {
    const classfile::Handler& entry = code.handlers[i];
    TypeId type =
        entry.catch_type == 0 ? TypeId::kThrowable : context.types().Intern(context.pool().ClassName(entry.catch_type));
    if (Num(type) >= type_seen_.size()) type_seen_.resize(Num(type) + 64);
    if (std::exchange(type_seen_[Num(type)], list) == list) continue;
    handlers.push_back({block_at[entry.handler], type});
    if (type == TypeId::kThrowable) break;
  }
  first_handler.push_back(static_cast<uint32_t>(handlers.size()));
}

}  // namespace raddle::ir
