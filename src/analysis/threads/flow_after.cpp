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
  Walk(const MethodCode& code, const Ends& ends)
      : code_(code), ignored_(ends.ignored), ending_(code.statements.size(), End::kNo) {
    reached_.statements.resize(code.statements.size());
    for (const CodeBlock& block : code.blocks) {
      for (uint32_t s = block.first; s < block.end; ++s) {
        if (code.statements[s].what == Do::kCall) ending_[s] = ends.end(s);
        if (ending_[s] == End::kNo) continue;
        ending_loops_.insert(ending_loops_.end(), block.loops.begin(), block.loops.end());
        const program::Call& call = code.calls[code.statements[s].target];
        if (call.HasReceiver()) joined_.push_back(call.arguments[0]);
      }
    }
  }

  Reached From(std::optional<uint32_t> statement) {
    std::vector<bool> seen(code_.blocks.size());
    std::vector<uint32_t> pending;
    auto go = [&](const CodeBlock& block, const std::vector<uint32_t>& next) {
      for (uint32_t to : next) {
        if (seen[to] || LeavesEndingLoop(block, code_.blocks[to]) || IsNull(block, to)) continue;
        seen[to] = true;
        pending.push_back(to);
      }
    };
    auto walk = [&](const CodeBlock& block, uint32_t first) {
      for (uint32_t s = first; s < block.end; ++s) {
        if (ending_[s] != End::kNo) {
          if (!Contains(reached_.ends, s)) reached_.ends.push_back(s);
          if (ending_[s] == End::kUnlessThrown) go(block, OtherHandlers(block));
          return;
        }
        reached_.statements[s] = true;
      }
      reached_.leaves |= block.returns;
      go(block, block.successors);
      go(block, block.handlers);
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
  std::vector<uint32_t> OtherHandlers(const CodeBlock& block) const {
    std::vector<uint32_t> others = block.handlers;
    std::erase_if(others, [&](uint32_t handler) {
      const CodeBlock& to = code_.blocks[handler];
      if (to.first == to.end) return false;
      const program::Statement& first = code_.statements[to.first];
      return first.what == Do::kCatch && first.Class() == ignored_;
    });
    return others;
  }

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
  const ClassId ignored_;
  std::vector<program::Var> joined_;  // what ends the way is called on these
  std::vector<End> ending_;
  std::vector<uint32_t> ending_loops_;
  Reached reached_;
};

}  // namespace

Reached After(const MethodCode& code, std::optional<uint32_t> statement, const Ends& ends) {
  return Walk(code, ends).From(statement);
}

std::vector<bool> Before(const MethodCode& code, uint32_t statement) {
  std::vector<std::vector<uint32_t>> from(code.blocks.size());
  for (uint32_t b = 0; b < code.blocks.size(); ++b) {
    for (uint32_t to : code.blocks[b].successors) from[to].push_back(b);
    for (uint32_t to : code.blocks[b].handlers) from[to].push_back(b);
  }
  std::vector<bool> before(code.statements.size()), seen(code.blocks.size());
  std::vector<uint32_t> pending;
  auto walk = [&](uint32_t b, uint32_t end) {
    for (uint32_t s = code.blocks[b].first; s < end; ++s) before[s] = true;
    for (uint32_t by : from[b]) {
      if (!seen[by]) pending.push_back(by);
      seen[by] = true;
    }
  };
  for (uint32_t b = 0; b < code.blocks.size(); ++b) {
    if (code.blocks[b].first <= statement && statement < code.blocks[b].end) walk(b, statement);
  }
  while (!pending.empty()) {
    const uint32_t b = pending.back();
    pending.pop_back();
    walk(b, code.blocks[b].end);
  }
  return before;
}

bool AlwaysEnds(const MethodCode& code, const Ends& ends) {
  return !Walk(code, ends).From({}).leaves;
}

}  // namespace raddle::threads
