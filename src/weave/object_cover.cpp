#include "weave/object_cover.h"

#include <algorithm>

namespace raddle::weave {
namespace {

using ir::BlockId;
using ir::Instruction;
using ir::Num;

constexpr size_t kMostStates = size_t{1} << 20;

// How strongly something has been told.
enum Level : uint8_t { kNothing, kRead, kWritten };

Level LevelOf(bool write) {
  return write ? kWritten : kRead;
}

// A forward analysis over the blocks. A handler starts with nothing.
class Covering {
 public:
  Covering(const ir::Method& method, ObjectCandidates& candidates, const std::vector<bool>& changes_locks,
           const std::map<uint32_t, HoistedUse>& hoisted, const ObjectPlaces& places)
      : method_(method), candidates_(candidates), changes_locks_(changes_locks), hoisted_(hoisted), places_(places) {
    for (const ObjectCandidate& each : candidates) {
      if (each.object != ir::kNoReg) numbers_.try_emplace(Num(each.object), numbers_.size());
    }
  }

  bool IsTooLarge() const { return numbers_.size() * method_.blocks.size() > kMostStates; }

  void Run(const ObjectMethod& entry) {
    Start(entry);
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t block = 0; block < method_.blocks.size(); ++block) {
        State state = in_[block];
        Walk(block, state, [](uint32_t, bool) {});
        for (const BlockId next : method_.Successors(BlockId{block})) changed |= Meet(state, in_[Num(next)]);
      }
    }
    for (uint32_t block = 0; block < method_.blocks.size(); ++block) {
      State state = in_[block];
      Walk(block, state, [&](uint32_t i, bool covered) {
        if (covered) candidates_[i].use.tell = ObjectUse::Tell::kNot;
      });
    }
  }

 private:
  using State = std::vector<Level>;  // by number

  // Optimistic, but for the entry and handlers.
  void Start(const ObjectMethod& entry) {
    in_.assign(method_.blocks.size(), State(numbers_.size(), kWritten));
    const State nothing(numbers_.size(), kNothing);
    for (uint32_t block = 0; block < method_.blocks.size(); ++block) {
      if (block == 0 || method_.IsHandler(BlockId{block})) in_[block] = nothing;
    }
    const auto self = numbers_.find(Num(kThisReg));
    if (entry.at_entry && self != numbers_.end()) in_[0][self->second] = LevelOf(entry.entry_write);
    for (const auto& [reg, each] : hoisted_) {
      if (each.at_entry) in_[0][numbers_.at(reg)] = LevelOf(each.hoist.write);
    }
  }

  static bool Meet(const State& from, State& into) {
    bool changed = false;
    for (size_t i = 0; i < from.size(); ++i) {
      if (from[i] >= into[i]) continue;
      into[i] = from[i];
      changed = true;
    }
    return changed;
  }

  template <typename Visit>
  void Walk(uint32_t block, State& state, Visit&& visit) const {
    for (uint32_t i = method_.blocks[block].first; i < method_.blocks[block].end; ++i) {
      Define(method_.instructions[i], state);
      const ObjectCandidate& candidate = candidates_[i];
      if (candidate.object != ir::kNoReg) {
        Level& level = state[numbers_.at(Num(candidate.object))];
        const Level needed = LevelOf(candidate.use.write);
        visit(i, level >= needed);
        level = std::max(level, needed);
      }
      if (changes_locks_[i]) std::ranges::fill(state, kNothing);
    }
  }

  // A reference that is made anew is another object, but for one that is told where it is made.
  void Define(const Instruction& it, State& state) const {
    if (it.result == ir::kNoReg) return;
    const auto number = numbers_.find(Num(it.result));
    if (number == numbers_.end() || places_.FinalFieldOfThis(method_, it.result) != nullptr) return;
    const auto hoist = hoisted_.find(Num(it.result));
    state[number->second] = hoist == hoisted_.end() ? kNothing : LevelOf(hoist->second.hoist.write);
  }

  const ir::Method& method_;
  ObjectCandidates& candidates_;
  const std::vector<bool>& changes_locks_;
  const std::map<uint32_t, HoistedUse>& hoisted_;
  const ObjectPlaces& places_;
  std::map<uint32_t, uint32_t> numbers_;  // of registers, those that matter
  std::vector<State> in_;                 // by block
};

}  // namespace

void TellAtEntry(const ir::Method& method, const ObjectCandidates& candidates, const std::vector<bool>& changes_locks,
                 bool strict, ObjectMethod& out) {
  if (method.IsStatic() || method.name == "<init>") return;
  std::vector<bool> reached(method.blocks.size());
  std::vector<uint32_t> work = {0};
  reached[0] = true;
  Level level = strict && (method.access & classfile::kPrivate) == 0 ? kWritten : kNothing;
  while (!work.empty()) {
    const BlockId block{work.back()};
    work.pop_back();
    bool ends = false;
    for (uint32_t i = method.At(block).first; i < method.At(block).end && !ends; ++i) {
      if (candidates[i].object == kThisReg) level = std::max(level, LevelOf(candidates[i].use.write));
      ends = changes_locks[i];
    }
    if (ends) continue;
    for (const BlockId next : method.Successors(block)) {
      if (!reached[Num(next)]) work.push_back(Num(next));
      reached[Num(next)] = true;
    }
  }
  out.at_entry = level > kNothing;
  out.entry_write = level > kRead;
}

void DropCovered(const ir::Method& method, ObjectCandidates& candidates, const std::vector<bool>& changes_locks,
                 const std::map<uint32_t, HoistedUse>& hoisted, const ObjectPlaces& places, const ObjectMethod& out) {
  Covering covering(method, candidates, changes_locks, hoisted, places);
  if (!covering.IsTooLarge()) covering.Run(out);
}

}  // namespace raddle::weave
