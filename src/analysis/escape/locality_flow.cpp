// The flow-sensitive half of Locality: when objects are given away.
#include <algorithm>

#include "escape/locality.h"

namespace raddle::escape {

using program::Call;
using program::CodeBlock;
using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Statement;
using program::Var;

bool Locality::State::Join(const State& other) {
  bool more_given = given.Join(other.given);
  return below.Join(other.below) || more_given;
}

void Locality::FindMembers() {
  members_.assign(regions_.size(), {});
  above_.assign(regions_.size(), {});
  for (Var v = 0; v < facts_.code->var_count; ++v) members_[regions_.Find(v)].push_back(v);
  for (Regions::Node n = 0; n < regions_.size(); ++n) {
    if (regions_.Find(n) != n) continue;
    for (Regions::Node child : regions_.ChildrenOf(n)) above_[child].push_back(n);
  }
}

void Locality::MarkAbove(State& state, const std::vector<Regions::Node>& nodes, bool with_them) {
  std::vector<bool> seen(regions_.size());
  std::vector<Regions::Node> pending = nodes;
  for (Regions::Node n : nodes) seen[n] = with_them;
  if (!with_them) {
    pending.clear();
    for (Regions::Node n : nodes) {
      for (Regions::Node up : above_[n]) {
        if (!seen[up]) pending.push_back(up);
        seen[up] = true;
      }
    }
  }
  while (!pending.empty()) {
    Regions::Node n = pending.back();
    pending.pop_back();
    for (Var v : members_[n]) state.below[v] = true;
    for (Regions::Node up : above_[n]) {
      if (seen[up]) continue;
      seen[up] = true;
      pending.push_back(up);
    }
  }
}

void Locality::Give(State& state, Var var) {
  if (!IsTracked(var)) return;
  std::vector<Regions::Node> nodes = regions_.From(var);
  for (Regions::Node n : nodes) {
    for (Var v : members_[n]) state.given[v] = true;
  }
  MarkAbove(state, nodes, true);
}

void Locality::GiveBelow(State& state, Var var) {
  if (!IsTracked(var)) return;
  for (Regions::Node child : regions_.ChildrenOf(regions_.Find(var))) {
    std::vector<Regions::Node> nodes = regions_.From(child);
    for (Regions::Node n : nodes) {
      for (Var v : members_[n]) state.given[v] = true;
    }
    MarkAbove(state, nodes, true);
  }
  for (Var v : members_[regions_.Find(var)]) state.below[v] = true;
}

void Locality::Step(World& world, State& state, uint32_t at) {
  const MethodCode& code = *facts_.code;
  const Statement& s = code.statements[at];
  switch (s.what) {
    case Do::kNew:
      // The one of the last time round a loop may be public, this one is not.
      if (s.result != kNoVar) state.given[s.result] = state.below[s.result] = false;
      break;
    case Do::kCopy:
    case Do::kCast:
      if (!IsTracked(s.value) || !Matters(s.result)) break;
      if (foreign_[s.result]) {  // either this or something foreign: from here on, all the same
        Give(state, s.value);
      } else {
        state.given[s.result] = state.given[s.value];
        state.below[s.result] = state.below[s.value];
      }
      break;
    case Do::kLoad:
    case Do::kLoadElement:
      if (!IsTracked(s.result) || !IsTracked(s.base)) break;
      state.given[s.result] = state.below[s.result] = state.given[s.base] || state.below[s.base];
      break;
    case Do::kStore:
    case Do::kStoreElement:
      if (!IsTracked(s.value)) break;
      if (!IsLocalIn(state, s.base)) {
        Give(state, s.value);
      } else if (state.given[s.value] || state.below[s.value]) {
        MarkAbove(state, {regions_.Find(s.base)}, true);
      }
      break;
    case Do::kStoreStatic:
    case Do::kThrow:
      Give(state, s.value);
      break;
    case Do::kLambda:
      if (!IsHere(s.result)) break;
      state.given[s.result] = state.below[s.result] = false;
      for (Var v : code.lambdas[s.target].implementation.arguments) {
        if (Matters(v) && (foreign_[v] || state.given[v] || state.below[v])) state.below[s.result] = true;
      }
      break;
    case Do::kCall:
      StepCall(world, state, at);
      break;
    case Do::kReturn:
      if (!Matters(s.value)) break;
      if (foreign_[s.value] || state.given[s.value] || state.below[s.value]) summary_.result_is_foreign = true;
      break;
    default:
      break;
  }
}

void Locality::StepCall(World& world, State& state, uint32_t at) {
  const Call& call = facts_.code->calls[facts_.code->statements[at].target];
  auto give_all = [&] {
    for (Var v : call.arguments) Give(state, v);
  };
  if (facts_.is_odd[at]) return give_all();
  if (auto found = facts_.callbacks.find(at); found != facts_.callbacks.end()) {
    return StepCallbacks(world, state, at, found->second);
  }
  if (!facts_.targets[at].empty()) {
    if (Makes(call)) state.given[call.arguments[0]] = state.below[call.arguments[0]] = false;
    NarrowMask(state, at, call);
    if (Matters(call.result)) state.given[call.result] = state.below[call.result] = false;
    for (const Summary* callee : CalleesAt(world, at).summaries) {
      const Summary& summary = *callee;
      for (uint32_t i = 0; i < call.arguments.size() && i < 32; ++i) {
        if ((summary.gives >> i & 1) != 0) Give(state, call.arguments[i]);
        if ((summary.gives_below >> i & 1) != 0) GiveBelow(state, call.arguments[i]);
      }
    }
    if (!facts_.is_mixed[at]) return;
  }
  if (Copies(call)) {
    if (!Matters(call.result)) return;
    const Var copied = call.arguments[0];
    state.given[call.result] = false;
    state.below[call.result] = Matters(copied) && (foreign_[copied] || state.given[copied] || state.below[copied]);
    return;
  }
  if (HandsOver(call)) return give_all();
  if (IsOfValue(call)) return;
  bool is_bag = call.HasReceiver() && IsHere(call.arguments[0]);
  if (is_bag && IsTracked(call.result)) {
    state.given[call.result] = state.given[call.arguments[0]];
    state.below[call.result] = state.below[call.arguments[0]];
  }
  if (!KeepsArguments(call)) return;
  if (IsPure(call)) {
    bool any = std::any_of(call.arguments.begin(), call.arguments.end(),
                           [&](Var v) { return Matters(v) && (foreign_[v] || state.given[v] || state.below[v]); });
    if (IsHere(call.result)) {
      state.given[call.result] = state.below[call.result] = any;
    } else if (call.result != kNoVar) {
      give_all();
    }
    return;
  }
  for (size_t i = call.HasReceiver() ? 1 : 0; i < call.arguments.size(); ++i) {
    Var v = call.arguments[i];
    if (!IsTracked(v)) continue;
    // What becomes of the library's own objects inside it does not matter here.
    if (!call.HasReceiver() && !facts_.is_ours[v]) continue;
    if (!is_bag || state.given[call.arguments[0]]) {
      Give(state, v);
    } else if (state.given[v] || state.below[v]) {
      MarkAbove(state, {regions_.Find(call.arguments[0])}, true);
    }
  }
}

void Locality::NarrowMask(const State& state, uint32_t at, const Call& call) {
  Mask mask = 0;
  for (uint32_t i = 0; i < call.arguments.size() && i < 32; ++i) {
    Var v = call.arguments[i];
    bool is_local = !Matters(v) || (IsLocalIn(state, v) && !state.below[v]);
    if (is_local) mask |= Mask{1} << i;
  }
  mask &= Mask{0x7FFFFFFF};  // so that it is never kNotYet
  masks_[at] = masks_[at] == kNotYet ? mask : masks_[at] & mask;
}

// The library runs them and is done; what else it hands them is not from here. What comes back is not followed.
void Locality::StepCallbacks(World& world, State& state, uint32_t at, const std::vector<Callback>& callbacks) {
  const Call& call = facts_.code->calls[facts_.code->statements[at].target];
  NarrowMask(state, at, call);
  Mask run = 0;  // arguments that are called
  for (const Callback& callback : callbacks) {
    if (callback.argument < 32) run |= Mask{1} << callback.argument;
    const Var argument = call.arguments[callback.argument];
    const Mask mask = callback.Own(masks_[at]);
    std::vector<Relation> relations;  // what is captured is one region here
    for (uint32_t i = 0; i + 1 < callback.captured && mask != 0; ++i) relations.push_back({Relation::kSame, i, i + 1});
    const Summary& summary = world.Enter(id_, callback.callee, mask, relations);
    const auto result = static_cast<uint32_t>(analysis_.program().BodyOf(callback.callee)->parameters.size());
    const bool comes_back = std::any_of(summary.relations.begin(), summary.relations.end(),
                                        [&](const Relation& r) { return r.first == result || r.second == result; });
    if (comes_back || (callback.captured == 0 && (summary.gives & 1) != 0)) {
      Give(state, argument);
    } else if ((summary.gives | summary.gives_below) != 0) {
      GiveBelow(state, argument);
    }
  }
  for (uint32_t i = call.HasReceiver() ? 1 : 0; i < call.arguments.size(); ++i) {
    if (!Has(run, i)) Give(state, call.arguments[i]);
  }
}

// `while (!head.compareAndSet(old, node))`: where it goes on with the node as it was before.
uint32_t Locality::FailedBy(const CodeBlock& block) const {
  if (block.tested == CodeBlock::kNoTest || block.tested + 1 != block.end || block.if_equal == block.if_not)
    return CodeBlock::kNoTest;
  const Statement& s = facts_.code->statements[block.tested];
  if (s.what != Do::kCall || !Tries(facts_.code->calls[s.target])) return CodeBlock::kNoTest;
  return block.tested_for == 0 ? block.if_equal : CodeBlock::kNoTest;
}

bool Locality::Flow(World& world) {
  const MethodCode& code = *facts_.code;
  FindMembers();
  std::vector<Mask> before = masks_;
  std::vector<std::optional<State>> in(code.blocks.size());
  in[0] = State{VarSet(code.var_count), VarSet(code.var_count)};
  std::vector<uint32_t> pending = {0};
  auto flow_to = [&](uint32_t to, const State& state) {
    bool changed = !in[to].has_value();
    if (changed) {
      in[to] = state;
    } else {
      changed = in[to]->Join(state);
    }
    if (changed && std::find(pending.begin(), pending.end(), to) == pending.end()) pending.push_back(to);
  };
  while (!pending.empty()) {
    uint32_t b = pending.back();
    pending.pop_back();
    State state = *in[b];
    for (uint32_t to : code.blocks[b].handlers) flow_to(to, state);  // which any statement leads to
    const uint32_t failing = FailedBy(code.blocks[b]);
    for (uint32_t at = code.blocks[b].first; at < code.blocks[b].end; ++at) {
      if (failing != CodeBlock::kNoTest && at + 1 == code.blocks[b].end) flow_to(failing, state);
      Step(world, state, at);
      for (uint32_t to : code.blocks[b].handlers) flow_to(to, state);
    }
    for (uint32_t to : code.blocks[b].successors) {
      if (to != failing) flow_to(to, state);
    }
  }
  local_.assign(local_.size(), 0);
  for (uint32_t b = 0; b < code.blocks.size(); ++b) {
    if (!in[b]) continue;
    State state = *in[b];
    for (uint32_t at = code.blocks[b].first; at < code.blocks[b].end; ++at) {
      const Statement& s = code.statements[at];
      if (s.what == Do::kCall) {
        const Call& call = code.calls[s.target];
        for (uint32_t i = 0; i < call.arguments.size() && i < 32; ++i) {
          const Var v = call.arguments[i];
          if (v == kNoVar || IsLocalIn(state, v)) local_[at] |= Mask{1} << i;
        }
      } else {
        local_[at] = IsLocalIn(state, s.base);
      }
      Step(world, state, at);
    }
    for (uint32_t i = 0; i < code.parameters.size() && i < 32; ++i) {
      Var p = code.parameters[i];
      if (!IsHere(p)) continue;
      if (state.given[p]) {
        summary_.gives |= Mask{1} << i;
      } else if (state.below[p]) {
        summary_.gives_below |= Mask{1} << i;
      }
    }
  }
  return masks_ != before;
}

}  // namespace raddle::escape
