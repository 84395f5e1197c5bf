#include "atomicity/walk.h"

#include <algorithm>

namespace raddle::atomicity {
namespace {

using ir::BlockId;
using ir::Method;

class Walk {
 public:
  static constexpr uint32_t kNoBarrier = ~uint32_t{0};

  Walk(const Touches& touches, const Touch& touch, uint32_t barrier = kNoBarrier)
      : touches_(touches), touch_(touch), method_(touches.body().ir), barrier_(barrier) {
    ahead_.reached.assign(method_.blocks.size(), false);
  }

  Ahead From(uint32_t block, uint32_t at) {
    Pass(block, at);
    return Finish();
  }
  Ahead From(std::span<const BlockId> blocks) {
    for (const BlockId block : blocks) Reach(block);
    return Finish();
  }

 private:
  Ahead Finish() {
    while (!todo_.empty()) {
      const uint32_t next = todo_.back();
      todo_.pop_back();
      Pass(next, method_.blocks[next].first);
    }
    std::sort(ahead_.stops.begin(), ahead_.stops.end());
    ahead_.stops.erase(std::unique(ahead_.stops.begin(), ahead_.stops.end()), ahead_.stops.end());
    return std::move(ahead_);
  }

  void Pass(uint32_t block, uint32_t at) {
    const BlockId id{block};
    const uint32_t end = method_.blocks[block].end;
    for (const Touch& each : touches_.Between(at, end)) {
      if (!touches_.Meets(each, touch_)) continue;
      ahead_.stops.push_back(each.at);
      // What throws before the stop comes to the handlers all the same.
      if (AnyThrows(at, each.at)) ReachHandlers(id);
      return;
    }
    if (AnyThrows(at, end)) ReachHandlers(id);
    for (const BlockId next : method_.Successors(id)) Reach(next);
    if (method_.Terminator(id).op == ir::Opcode::kReturn) ahead_.leaves = true;
  }

  bool AnyThrows(uint32_t first, uint32_t end) const {
    for (uint32_t at = first; at < end; ++at) {
      if (ir::MayThrow(method_.instructions[at], method_)) return true;
    }
    return false;
  }
  void ReachHandlers(BlockId block) {
    for (const ir::HandlerEdge& handler : method_.Handlers(block)) Reach(handler.block);
  }
  void Reach(BlockId block) {
    if (ahead_.reached[Num(block)] || Num(block) == barrier_) return;
    ahead_.reached[Num(block)] = true;
    todo_.push_back(Num(block));
  }

  const Touches& touches_;
  const Touch& touch_;
  const Method& method_;
  uint32_t barrier_;
  Ahead ahead_;
  std::vector<uint32_t> todo_;
};

}  // namespace

uint32_t BlockOf(const Method& method, uint32_t at) {
  const auto after = std::upper_bound(method.blocks.begin(), method.blocks.end(), at,
                                      [](uint32_t place, const ir::Block& block) { return place < block.first; });
  return static_cast<uint32_t>(after - method.blocks.begin()) - 1;
}

Ahead WalkFrom(const Touches& touches, const Touch& touch, std::span<const BlockId> blocks, uint32_t barrier) {
  return Walk(touches, touch, barrier).From(blocks);
}

Ahead WalkFrom(const Touches& touches, const Touch& touch) {
  return Walk(touches, touch).From(BlockOf(touches.body().ir, touch.at), touch.at + 1);
}

bool IsFirst(const Touches& touches, const Touch& touch) {
  const Ahead ahead = Walk(touches, touch).From(0, 0);
  return std::binary_search(ahead.stops.begin(), ahead.stops.end(), touch.at);
}

bool IsLast(const Touches& touches, const Touch& touch) {
  return WalkFrom(touches, touch).leaves;
}

}  // namespace raddle::atomicity
