#include "ir/ssa.h"

#include <algorithm>
#include <utility>

#include "fmt/format.h"
#include "ir/frame.h"
#include "ir/limits.h"

namespace raddle::ir {
namespace {

constexpr uint32_t kNone = Draft::kNone;

bool IsReferenceLoad(const Instruction& instruction) {
  return instruction.op == Opcode::kArrayLoad && ElementKind{instruction.sub} == ElementKind::kReference;
}

}  // namespace

Result<void> Ssa::Finish(const NodeGraph& graph, TypeTable& types, Draft& draft) {
  draft_ = &draft;
  same_as_.resize(draft.values.size());
  for (Value value = 0; value < same_as_.size(); value++) same_as_[value] = value;
  FindPredecessors(graph);
  RADDLE_CHECK(CheckDepths(graph));
  if (!draft.phis.empty()) {
    RADDLE_CHECK(FillPhis(graph));
    RemoveRenamings();
    MarkNeeded();
  }
  FindTypes(types);
  return {};
}

void Ssa::FindPredecessors(const NodeGraph& graph) {
  std::vector<Draft::Block>& blocks = draft_->blocks;
  seen_.assign(blocks.size(), kNone);
  auto for_each_edge = [&](auto visit) {
    std::fill(seen_.begin(), seen_.end(), kNone);
    for (uint32_t from = 0; from < blocks.size(); from++) {
      const NodeGraph::Node& node = graph.nodes[blocks[from].node];
      if (blocks[from].cut) {
        visit(from, from + 1);
      } else {
        for (uint32_t target : graph.Successors(node)) {
          uint32_t to = draft_->first_block[target];
          if (std::exchange(seen_[to], from) != from) visit(from, to);
        }
      }
      if (blocks[from].throw_state == kNone) continue;
      for (const NodeGraph::Handler& handler : graph.Handlers(node)) {
        uint32_t to = draft_->first_block[handler.node];
        if (std::exchange(seen_[to], from) != from) visit(from, to);
      }
    }
  };
  for_each_edge([&](uint32_t, uint32_t to) { blocks[to].predecessor_count++; });
  uint32_t count = 0;
  for (Draft::Block& block : blocks) {
    block.first_predecessor = count;
    count += std::exchange(block.predecessor_count, 0);
  }
  draft_->predecessors.resize(count);
  for_each_edge([&](uint32_t from, uint32_t to) {
    draft_->predecessors[blocks[to].first_predecessor + blocks[to].predecessor_count++] = from;
  });
}

// Where the translator met a predecessor it had not run yet, only now both depths are known.
Result<void> Ssa::CheckDepths(const NodeGraph& graph) {
  for (const Draft::Block& block : draft_->blocks) {
    if (block.continues || graph.nodes[block.node].catches) continue;
    for (uint32_t from : draft_->Predecessors(block)) {
      if (draft_->blocks[from].out_depth == block.entry_depth) continue;
      return Error{
          .reason = fmt::format("stacks of depth {} and {} meet", block.entry_depth, draft_->blocks[from].out_depth),
          .offset = block.bci};
    }
  }
  return {};
}

Result<void> Ssa::FillPhis(const NodeGraph& graph) {
  const std::vector<Draft::ValueInfo>& values = draft_->values;
  uint64_t count = 0;
  for (const Draft::Phi& phi : draft_->phis) count += draft_->blocks[phi.block].predecessor_count;
  if (count > kMaxPhiOperands) return Error{.reason = "too many values meet", .offset = 0};
  draft_->phi_operands.reserve(count);
  for (Draft::Phi& phi : draft_->phis) {
    const Draft::Block& block = draft_->blocks[phi.block];
    bool catches = graph.nodes[block.node].catches;
    phi.first_operand = static_cast<uint32_t>(draft_->phi_operands.size());
    phi.operand_count = block.predecessor_count;
    for (uint32_t from : draft_->Predecessors(block)) {
      const Draft::Block& source = draft_->blocks[from];
      Value value = draft_->states[(catches ? source.throw_state : source.out_state) + phi.slot];
      bool on_stack = phi.slot >= draft_->locals;
      if (value == kUndefined || value == kSecondHalf) {
        return Error{.reason = on_stack ? "stacks of different kinds meet"
                                        : fmt::format("local {} read before it is written on some path", phi.slot),
                     .offset = block.bci};
      }
      const Draft::ValueInfo &a = values[phi.value], &b = values[value];
      if (a.kind != b.kind || (a.kind == kReturnAddress && a.type != b.type)) {
        return Error{.reason = fmt::format("{} and {} meet {}", KindName(a.kind), KindName(b.kind),
                                           on_stack ? "on the stack" : fmt::format("in local {}", phi.slot)),
                     .offset = block.bci};
      }
      draft_->phi_operands.push_back(value);
    }
  }
  return {};
}

void Ssa::AddUse(Value value, uint32_t phi) {
  uint32_t use = static_cast<uint32_t>(uses_.size());
  uses_.push_back({phi, kNone});
  if (last_use_[value] == kNone) {
    first_use_[value] = use;
  } else {
    uses_[last_use_[value]].next = use;
  }
  last_use_[value] = use;
}

void Ssa::RemoveRenamings() {
  std::vector<Draft::Phi>& phis = draft_->phis;
  uses_.clear();
  first_use_.assign(draft_->values.size(), kNone);
  last_use_.assign(draft_->values.size(), kNone);
  for (uint32_t i = 0; i < phis.size(); i++) {
    for (Value operand : draft_->Operands(phis[i])) {
      if (operand != phis[i].value && draft_->values[operand].phi != kNone) AddUse(operand, i);
    }
  }
  // Taken from the end, so that earlier phis come first.
  work_.clear();
  for (uint32_t i = static_cast<uint32_t>(phis.size()); i-- > 0;) work_.push_back(i);
  queued_.assign(phis.size(), true);
  uint64_t work = 0;
  while (!work_.empty()) {
    uint32_t i = work_.back();
    work_.pop_back();
    queued_[i] = false;
    Value value = phis[i].value;
    if (same_as_[value] != value) continue;
    Value only = kNone;
    bool differ = false;
    for (Value operand : draft_->Operands(phis[i])) {
      work++;
      operand = Find(operand);
      if (operand == value || operand == only) continue;
      differ = only != kNone;
      only = operand;
      if (differ) break;
    }
    if (work > kMaxPhiWork) return;
    if (differ || only == kNone) continue;
    same_as_[value] = only;
    for (uint32_t use = first_use_[value]; use != kNone; use = uses_[use].next) {
      uint32_t user = uses_[use].phi;
      if (!queued_[user] && same_as_[phis[user].value] == phis[user].value) {
        queued_[user] = true;
        work_.push_back(user);
      }
    }
    if (first_use_[value] != kNone && draft_->values[only].phi != kNone) {
      if (last_use_[only] == kNone) {
        first_use_[only] = first_use_[value];
      } else {
        uses_[last_use_[only]].next = first_use_[value];
      }
      last_use_[only] = last_use_[value];
    }
  }
}

void Ssa::MarkNeeded() {
  work_.clear();
  auto need = [&](Value value) {
    uint32_t phi = draft_->values[Find(value)].phi;
    if (phi == kNone || draft_->phis[phi].needed) return;
    draft_->phis[phi].needed = true;
    work_.push_back(phi);
  };
  for (Value value : draft_->operands) need(value);
  while (!work_.empty()) {
    uint32_t phi = work_.back();
    work_.pop_back();
    for (Value operand : draft_->Operands(draft_->phis[phi])) need(operand);
  }
}

void Ssa::FindTypes(TypeTable& types) {
  std::vector<Draft::ValueInfo>& values = draft_->values;
  first_user_.assign(values.size() + 2, 0);
  // Edges from a value to those whose type follows from it: phis and the results of array loads.
  auto for_each_edge = [&](auto visit) {
    for (const Draft::Phi& phi : draft_->phis) {
      if (!phi.needed || values[phi.value].kind != Kind::kReference) continue;
      for (Value operand : draft_->Operands(phi)) visit(Find(operand), phi.value);
    }
    for (const Instruction& instruction : draft_->instructions) {
      if (IsReferenceLoad(instruction))
        visit(Find(draft_->operands[instruction.first_operand]), Num(instruction.result));
    }
  };
  uint32_t edges = 0;
  for_each_edge([&](Value from, Value to) {
    first_user_[from + 2]++;
    edges++;
    values[to].type = TypeId::kNone;
  });
  if (edges == 0) return;
  for (size_t i = 2; i < first_user_.size(); i++) first_user_[i] += first_user_[i - 1];
  users_.resize(edges);
  for_each_edge([&](Value from, Value to) { users_[first_user_[from + 1]++] = to; });

  work_.clear();
  for (Value value = 0; value < values.size(); value++) {
    if (first_user_[value] != first_user_[value + 1] && values[value].type != TypeId::kNone) work_.push_back(value);
  }
  while (!work_.empty()) {
    Value from = work_.back();
    work_.pop_back();
    for (uint32_t i = first_user_[from]; i < first_user_[from + 1]; i++) {
      Value to = users_[i];
      TypeId offered = values[from].type;
      if (values[to].phi == kNone) offered = types.ElementOf(offered);
      TypeId joined = types.Join(values[to].type, offered);
      if (joined == values[to].type) continue;
      values[to].type = joined;
      work_.push_back(to);
    }
  }
}

}  // namespace raddle::ir
