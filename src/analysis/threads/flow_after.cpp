#include "threads/flow_after.h"

#include <algorithm>
#include <optional>

namespace raddle::threads {

using program::CodeBlock;
using program::Do;
using program::MethodCode;

namespace {

bool Contains(const std::vector<uint32_t>& all, uint32_t one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

class Walk {
 public:
  Walk(const MethodCode& code, const std::function<bool(uint32_t)>& ends)
      : code_(code), ending_(code.statements.size()) {
    reached_.statements.resize(code.statements.size());
    for (const CodeBlock& block : code.blocks) {
      for (uint32_t s = block.first; s < block.end; ++s) {
        ending_[s] = code.statements[s].what == Do::kCall && ends(s);
        if (!ending_[s]) continue;
        ending_loops_.insert(ending_loops_.end(), block.loops.begin(), block.loops.end());
        const program::Call& call = code.calls[code.statements[s].target];
        if (call.HasReceiver()) joined_.push_back(call.arguments[0]);
      }
    }
  }

  // With none, from the entry.
  Reached From(std::optional<uint32_t> statement) {
    std::vector<bool> seen(code_.blocks.size());
    std::vector<uint32_t> pending;
    auto walk = [&](const CodeBlock& block, uint32_t first) {
      for (uint32_t s = first; s < block.end; ++s) {
        if (ending_[s]) return;
        reached_.statements[s] = true;
      }
      reached_.leaves |= block.returns;
      for (const std::vector<uint32_t>* next : {&block.successors, &block.handlers}) {
        for (uint32_t to : *next) {
          if (seen[to] || LeavesEndingLoop(block, code_.blocks[to]) || IsNull(block, to)) continue;
          seen[to] = true;
          pending.push_back(to);
        }
      }
    };
    if (!statement && !code_.blocks.empty()) walk(code_.blocks[0], code_.blocks[0].first);
    for (const CodeBlock& block : code_.blocks) {
      if (statement && block.first <= *statement && *statement < block.end) walk(block, *statement + 1);
    }
    while (!pending.empty()) {
      uint32_t next = pending.back();
      pending.pop_back();
      walk(code_.blocks[next], code_.blocks[next].first);
    }
    return std::move(reached_);
  }

 private:
  bool LeavesEndingLoop(const CodeBlock& from, const CodeBlock& to) const {
    return std::any_of(from.loops.begin(), from.loops.end(),
                       [&](uint32_t loop) { return !Contains(to.loops, loop) && Contains(ending_loops_, loop); });
  }

  // `try (ExecutorService pool = ...)` closes the pool if it is not null, and it is not: something was started on it.
  bool IsNull(const CodeBlock& block, uint32_t to) const {
    if (block.tested == CodeBlock::kNoTest || block.tested_for != 0 || to != block.if_equal) return false;
    program::Var tested = code_.statements[block.tested].result;
    return tested != program::kNoVar && Contains(joined_, tested);
  }

  const MethodCode& code_;
  std::vector<program::Var> joined_;  // what ends the way is called on these
  std::vector<bool> ending_;
  std::vector<uint32_t> ending_loops_;
  Reached reached_;
};

}  // namespace

Reached After(const MethodCode& code, uint32_t statement, const std::function<bool(uint32_t)>& ends) {
  return Walk(code, ends).From(statement);
}

bool AlwaysEnds(const MethodCode& code, const std::function<bool(uint32_t)>& ends) {
  return !Walk(code, ends).From({}).leaves;
}

}  // namespace raddle::threads
