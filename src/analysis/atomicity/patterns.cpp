#include "atomicity/patterns.h"

#include <algorithm>
#include <optional>

#include "atomicity/walk.h"
#include "ir/dominators.h"
#include "ir/flow_graph.h"

namespace raddle::atomicity {

using atoms::Allowed;
using atoms::Effect;
using atoms::Op;
using ir::BlockId;
using ir::Opcode;
using VariableKind = atoms::Variable::Kind;

namespace {

class Finder {
 public:
  Finder(const Touches& touches, const Held& held, const Facts& facts, const Kinds& kinds)
      : touches_(touches),
        values_(touches.values()),
        method_(touches.body().ir),
        held_(held),
        facts_(facts),
        kinds_(kinds) {}

  std::vector<Found> Run() {
    for (const Touch& entry : touches_.all()) {
      if (CanBegin(entry)) From(entry);
    }
    return std::move(found_);
  }

 private:
  bool CanBegin(const Touch& entry) const {
    if (!entry.is_last || !facts_.IsEverWritten(entry)) return false;
    // An object is its maker's own until its constructor is over.
    if (method_.name == "<init>" && entry.base.root == Path::Root::kParameter && entry.base.number == 0) return false;
    // A collection that came as an argument is mostly the caller's own.
    return entry.kind != VariableKind::kObject || entry.base.IsHeld();
  }

  void From(const Touch& entry) {
    const Ahead ahead = WalkFrom(touches_, entry);
    if (ahead.stops.empty()) return;
    Found found{.entry = &entry};
    const bool reads = entry.op() == Op::kRead && entry.value != ir::kNoReg;
    if (reads && kinds_.load_store) AddStores(entry, ahead, found);
    const bool stores = !found.ends.empty();
    if (reads && kinds_.test_use) {
      AddUses(entry, ahead, found);
      AddIndexed(entry, ahead, found);
    }
    found.kind = stores ? atoms::Kind::kLoadStore : atoms::Kind::kTestUse;
    if (found.ends.empty() && kinds_.invariant && entry.kind == VariableKind::kField) {
      found.kind = atoms::Kind::kInvariant;
      for (const Touch* touch : FirstAt(entry, ahead.stops)) {
        if (touch->at != entry.at) Add(found, *touch, atoms::Serialisable(entry.op(), touch->op()));
      }
    }
    std::erase_if(found.ends, [&](const Found::Stop& end) {
      return facts_.AreGuarded(entry, *end.touch, end.allowed.read, held_);
    });
    if (found.ends.empty()) return;
    std::sort(found.ends.begin(), found.ends.end(), [](const Found::Stop& a, const Found::Stop& b) {
      return std::pair(a.touch->at, a.touch) < std::pair(b.touch->at, b.touch);
    });
    FindExits(ahead, found);
    found_.push_back(std::move(found));
  }

  // Of the touches at these places those that meet the entry, and come first in their call.
  std::vector<const Touch*> FirstAt(const Touch& entry, const std::vector<uint32_t>& places) const {
    std::vector<const Touch*> first;
    for (const uint32_t at : places) {
      for (const Touch& touch : touches_.Between(at, at + 1)) {
        if (touch.is_first && touches_.Meets(entry, touch)) first.push_back(&touch);
      }
    }
    return first;
  }

  static void Add(Found& found, const Touch& touch, Allowed allowed) {
    const bool known = std::any_of(found.ends.begin(), found.ends.end(),
                                   [&](const Found::Stop& each) { return each.touch == &touch; });
    if (!known) found.ends.push_back({&touch, allowed});
  }

  bool DependsOn(const Touch& write, ir::Reg source) const {
    return std::any_of(write.inputs.begin(), write.inputs.end(),
                       [&](ir::Reg input) { return values_.DependsOn(input, source); });
  }

  void AddStores(const Touch& entry, const Ahead& ahead, Found& found) {
    for (const Touch* touch : FirstAt(entry, ahead.stops)) {
      if (touch->op() != Op::kWrite || touch->access.checks_again || !DependsOn(*touch, entry.value)) continue;
      // Taking away what was found depends on it by its name only.
      if (touch->kind == VariableKind::kObject && touch->access.effect == Effect::kRemove) continue;
      Add(found, *touch, atoms::Serialisable(Op::kRead, Op::kWrite));
    }
  }

  void AddUses(const Touch& entry, const Ahead& ahead, Found& found) {
    for (const uint32_t test : values_.Tests(entry.value)) {
      const uint32_t block = BlockOf(method_, test);
      const bool here = block == BlockOf(method_, entry.at) && test > entry.at;
      const uint32_t from = here ? entry.at + 1 : method_.blocks[block].first;
      if ((!here && !ahead.reached[block]) || AnyBetween(entry, from, test)) continue;
      const std::vector<uint32_t> stops =
          WalkFrom(touches_, entry, method_.Successors(BlockId{block}), Join(block)).stops;
      for (const Touch* touch : FirstAt(entry, stops)) {
        if (touch->at == entry.at || !IsUse(entry, *touch, test)) continue;
        Add(found, *touch, AllowedInTest(entry, *touch));
      }
      if (entry.kind == VariableKind::kField && AsksForNull(test)) AddFilled(entry, test, found);
    }
  }

  // `if (x == null) x = ...; return x;`: where the sides meet again, it is not null on either.
  void AddFilled(const Touch& entry, uint32_t test, Found& found) {
    const ir::Instruction& branch = method_.instructions[test];
    const uint32_t join = Join(BlockOf(method_, test));
    if (join == ir::DominatorTree::kNone) return;
    const bool holds_for_null = static_cast<ir::Condition>(branch.sub) == ir::Condition::kEq;
    const auto walk_from = [&](uint32_t block) {
      const BlockId id{block};
      return WalkFrom(touches_, entry, {&id, 1}, ir::DominatorTree::kNone);
    };
    const Ahead filling = walk_from(holds_for_null ? branch.index : branch.extra);
    if (filling.reached[join] || !walk_from(holds_for_null ? branch.extra : branch.index).reached[join]) return;
    for (const Touch* touch : FirstAt(entry, filling.stops)) {
      if (touch->op() != Op::kWrite) return;
    }
    for (const Touch* touch : FirstAt(entry, walk_from(join).stops)) {
      const bool reads = touch->op() == Op::kRead && touch->at != entry.at;
      if (reads && IsUse(entry, *touch, test)) Add(found, *touch, AllowedInTest(entry, *touch));
    }
  }

  // `list.get(list.size() - 1)`: what was read says where to look.
  void AddIndexed(const Touch& entry, const Ahead& ahead, Found& found) {
    for (const Touch* touch : FirstAt(entry, ahead.stops)) {
      if (touch->index == ir::kNoReg || touch->at == entry.at || !values_.DependsOn(touch->index, entry.value))
        continue;
      Add(found, *touch, AllowedInTest(entry, *touch));
    }
  }

  bool AnyBetween(const Touch& entry, uint32_t first, uint32_t end) const {
    const std::span<const Touch> between = touches_.Between(first, end);
    return std::any_of(between.begin(), between.end(), [&](const Touch& each) { return touches_.Meets(entry, each); });
  }

  // Where the sides of a branch come together again.
  uint32_t Join(uint32_t block) {
    if (!joins_) {
      joins_.emplace(ir::ReversedGraphOf(method_, ir::ExceptionEdges::kWithout, ir::ExitEdges::kReturnsAndThrows));
    }
    const uint32_t join = joins_->ImmediateDominator(block);
    return join < method_.blocks.size() ? join : ir::DominatorTree::kNone;
  }

  bool IsUse(const Touch& entry, const Touch& touch, uint32_t test) const {
    if (touch.access.checks_again) return false;
    if (touch.op() == Op::kWrite && !touch.is_retest) return true;
    if (FeedsAWrite(touch)) return true;
    if (touch.is_retest || IsComplaint(touch)) return false;
    if (touch.callee == nullptr || touch.value != ir::kNoReg) {
      if (touch.value == ir::kNoReg || !values_.IsUsed(touch.value)) return false;
    }
    // Only null would hurt what was found not to be null.
    return touch.kind != VariableKind::kField || !AsksForNull(test) || facts_.MayBecomeNull(entry);
  }

  bool AsksForNull(uint32_t test) const {
    const ir::Instruction& branch = method_.instructions[test];
    return branch.op == Opcode::kIf && branch.operand_count == 1 &&
           method_.At(method_.Operands(branch)[0]).kind == ir::Kind::kReference;
  }

  // What is read for the text of an exception.
  bool IsComplaint(const Touch& read) const {
    uint32_t block = BlockOf(method_, read.at);
    for (int steps = 0; steps < 8; ++steps) {
      if (method_.Terminator(BlockId{block}).op == Opcode::kThrow) return true;
      const std::span<const BlockId> next = method_.Successors(BlockId{block});
      if (next.size() != 1) return false;
      block = Num(next[0]);
    }
    return false;
  }

  bool FeedsAWrite(const Touch& read) const {
    if (read.op() != Op::kRead || read.value == ir::kNoReg) return false;
    return std::any_of(touches_.all().begin(), touches_.all().end(), [&](const Touch& each) {
      return each.op() == Op::kWrite && touches_.Meets(read, each) && DependsOn(each, read.value);
    });
  }

  static Allowed AllowedInTest(const Touch& entry, const Touch& touch) {
    if (entry.kind != VariableKind::kObject) return atoms::Serialisable(Op::kRead, touch.op());
    switch (touch.access.effect) {
      case Effect::kRead:
      case Effect::kRemove:
        return {.read = true, .add = true};  // something is there, and stays there
      case Effect::kAdd:
        return {.read = true, .remove = true};  // something is missing, or there is room
      case Effect::kChange:
        break;
    }
    return {.read = true};
  }

  // Where ways on which an end can be met part from those on which none can.
  void FindExits(const Ahead& ahead, Found& found) {
    const std::vector<bool> live = LiveBlocks(found);
    const uint32_t first = BlockOf(method_, found.entry->at);
    for (uint32_t block = 0; block < method_.blocks.size(); ++block) {
      const bool begins = block == first;
      if (!begins && !(ahead.reached[block] && live[block])) continue;
      if (begins || FirstStop(*found.entry, block) == kNoStop) {
        for (const BlockId next : method_.Successors(BlockId{block})) Leave(ahead, live, Num(next), found);
      }
      for (const ir::HandlerEdge& handler : method_.Handlers(BlockId{block}))
        Leave(ahead, live, Num(handler.block), found);
    }
    for (const uint32_t at : ahead.stops) {
      if (!IsEnd(found, at) && at != found.entry->at) found.exits.push_back(at);
    }
    std::sort(found.exits.begin(), found.exits.end());
    found.exits.erase(std::unique(found.exits.begin(), found.exits.end()), found.exits.end());
  }

  void Leave(const Ahead& ahead, const std::vector<bool>& live, uint32_t block, Found& found) {
    if (!ahead.reached[block] || live[block]) return;
    for (uint32_t at = method_.blocks[block].first; at < method_.blocks[block].end; ++at) {
      const Opcode op = method_.instructions[at].op;
      if (op == Opcode::kPhi || op == Opcode::kCatch || op == Opcode::kConst) continue;
      if (op == Opcode::kReturn) return;  // leaving the method is an exit by itself
      found.exits.push_back(at);
      return;
    }
  }

  static bool IsEnd(const Found& found, uint32_t at) {
    return std::any_of(found.ends.begin(), found.ends.end(),
                       [&](const Found::Stop& end) { return end.touch->at == at; });
  }

  static constexpr uint32_t kNoStop = ~uint32_t{0};
  uint32_t FirstStop(const Touch& entry, uint32_t block) const {
    for (const Touch& touch : touches_.Between(method_.blocks[block].first, method_.blocks[block].end)) {
      if (touches_.Meets(entry, touch)) return touch.at;
    }
    return kNoStop;
  }

  // From the beginning of which blocks an end can be the next touch.
  std::vector<bool> LiveBlocks(const Found& found) const {
    std::vector<bool> live(method_.blocks.size(), false);
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t block = static_cast<uint32_t>(live.size()); block-- > 0;) {
        if (live[block]) continue;
        const uint32_t stop = FirstStop(*found.entry, block);
        bool is_live = stop != kNoStop && IsEnd(found, stop);
        if (stop == kNoStop) {
          for (const BlockId next : method_.Successors(BlockId{block})) is_live = is_live || live[Num(next)];
        }
        for (const ir::HandlerEdge& handler : method_.Handlers(BlockId{block})) {
          is_live = is_live || live[Num(handler.block)];
        }
        changed = changed || is_live;
        live[block] = is_live;
      }
    }
    return live;
  }

  const Touches& touches_;
  const Values& values_;
  const ir::Method& method_;
  const Held& held_;
  const Facts& facts_;
  const Kinds& kinds_;
  std::optional<ir::DominatorTree> joins_;
  std::vector<Found> found_;
};

}  // namespace

std::vector<Found> FindSections(const Touches& touches, const Held& held, const Facts& facts, const Kinds& kinds) {
  return Finder(touches, held, facts, kinds).Run();
}

}  // namespace raddle::atomicity
