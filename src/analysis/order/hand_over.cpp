#include "order/hand_over.h"

#include <algorithm>
#include <deque>
#include <optional>

namespace raddle::order {

using pointer::CallEdge;
using pointer::EdgeKind;
using program::CodeBlock;
using program::Do;
using program::MethodCode;

namespace {

uint64_t Key(InstanceId id, uint32_t statement) {
  return uint64_t{id.value()} << 32 | statement;
}

bool Keep(ObjectSet& into, const ObjectSet& other) {
  ObjectSet both = ObjectSet::Intersection(into, other);
  bool changed = !(both == into);
  into = std::move(both);
  return changed;
}

// A worklist of instances, each in it once.
class Worklist {
 public:
  explicit Worklist(size_t size) : queued_(size) {}
  void Add(InstanceId id) {
    if (queued_[id.value()]) return;
    queued_[id.value()] = true;
    pending_.push_back(id);
  }
  bool Next(InstanceId& id) {
    if (pending_.empty()) return false;
    id = pending_.front();
    pending_.pop_front();
    queued_[id.value()] = false;
    return true;
  }

 private:
  std::vector<bool> queued_;
  std::deque<InstanceId> pending_;
};

}  // namespace

HandOver::HandOver(const PointerAnalysis& analysis, const threads::ThreadModel& threads)
    : analysis_(analysis), threads_(threads), signals_(analysis, threads) {
  size_t count = analysis.instances().size();
  moments_.emplace_back();
  moment_ids_[{}] = 0;
  has_own_.resize(count);
  relevant_.resize(count);
  sends_.resize(count);
  awaits_.resize(count);
  entry_.resize(count);
  reached_.resize(count);
  std::unordered_map<MethodId, bool> has_any;
  for (uint32_t i = 0; i < count; ++i) {
    const pointer::Instance& instance = analysis.instances()[i];
    auto [known, is_new] = has_any.try_emplace(instance.method, false);
    if (is_new) known->second = signals_.HasAny(*instance.code);
    has_own_[i] = known->second;
  }
  for (uint32_t e = 0; e < analysis.edges().size(); ++e) {
    const CallEdge& edge = analysis.edges()[e];
    if (edge.caller && edge.kind == EdgeKind::kCall) calls_at_[Key(edge.caller, edge.statement)].push_back(e);
  }
  FindSends();
  FindAwaits();
  FindEntries();
  root_sends_.resize(threads.roots().size());
  for (RootId root = 0; root < threads.roots().size(); ++root) {
    root_sends_[root] = signals_.SentAtEnd(root);
    for (InstanceId entry : threads.roots()[root].entries) root_sends_[root].Unite(sends_[entry.value()]);
  }
}

const std::vector<uint32_t>& HandOver::CalledAt(InstanceId id, uint32_t statement) const {
  static const std::vector<uint32_t> kNone;
  auto found = calls_at_.find(Key(id, statement));
  return found == calls_at_.end() ? kNone : found->second;
}

void HandOver::FindSends() {
  Worklist work(has_own_.size());
  for (uint32_t i = 0; i < has_own_.size(); ++i) {
    if (!has_own_[i]) continue;
    const MethodCode& code = *analysis_.instances()[i].code;
    for (uint32_t s = 0; s < code.statements.size(); ++s) sends_[i].Unite(signals_.SentBy(InstanceId(i), s));
    if (!sends_[i].empty()) work.Add(InstanceId(i));
  }
  for (InstanceId id; work.Next(id);) {
    for (uint32_t e : threads_.CallsTo(id)) {
      InstanceId caller = analysis_.edges()[e].caller;
      if (sends_[caller.value()].Unite(sends_[id.value()])) work.Add(caller);
    }
  }
}

void HandOver::Step(InstanceId id, uint32_t statement, Moment& moment) {
  const program::Statement& s = analysis_[id].code->statements[statement];
  if (has_own_[id.value()]) {
    moment.sent.Unite(signals_.SentBy(id, statement));
    moment.awaited.Unite(signals_.AwaitedBy(id, statement));
  }
  if (s.what != Do::kCall) return;
  ObjectSet awaited;
  bool is_first = true;
  for (uint32_t e : CalledAt(id, statement)) {
    InstanceId callee = analysis_.edges()[e].callee;
    moment.sent.Unite(sends_[callee.value()]);
    awaited = is_first ? awaits_[callee.value()] : ObjectSet::Intersection(awaited, awaits_[callee.value()]);
    is_first = false;
  }
  moment.awaited.Unite(awaited);
}

template <typename Visit>
std::optional<ObjectSet> HandOver::Flow(InstanceId id, const Moment& entry, Visit visit) {
  const MethodCode& code = *analysis_[id].code;
  std::vector<std::optional<Moment>> in(code.blocks.size());
  std::optional<ObjectSet> out;
  if (in.empty()) return out;
  in[0] = entry;
  std::vector<uint32_t> pending = {0};
  auto flow = [&](uint32_t to, const Moment& moment) {
    bool changed = !in[to].has_value();
    if (changed) {
      in[to] = moment;
    } else {
      changed = Keep(in[to]->awaited, moment.awaited);
      changed = in[to]->sent.Unite(moment.sent) || changed;
    }
    if (changed) pending.push_back(to);
  };
  while (!pending.empty()) {
    uint32_t b = pending.back();
    pending.pop_back();
    const CodeBlock& block = code.blocks[b];
    Moment now = *in[b];
    Moment thrown = now;  // at any statement: what is certain is what was so at first
    for (uint32_t s = block.first; s < block.end; ++s) Step(id, s, now);
    thrown.sent = now.sent;
    for (uint32_t to : block.handlers) flow(to, thrown);
    for (uint32_t to : block.successors) {
      Moment there = now;
      there.awaited.Unite(signals_.AwaitedOnEdge(id, block, to));
      flow(to, there);
    }
  }
  for (uint32_t b = 0; b < code.blocks.size(); ++b) {
    if (!in[b]) continue;
    Moment now = *in[b];
    for (uint32_t s = code.blocks[b].first; s < code.blocks[b].end; ++s) {
      // Whoever is doing it is as good as one who has waited for it, as long as it lasts.
      Moment there = now;
      there.inside = entry.inside;
      if (has_own_[id.value()]) there.inside.Unite(signals_.DoneAt(id, s));
      there.awaited.Unite(there.inside);
      visit(s, there);
      Step(id, s, now);
    }
    if (!code.blocks[b].returns) continue;
    if (out) {
      Keep(*out, now.awaited);
    } else {
      out = now.awaited;
    }
  }
  return out;
}

// What a method waits for before it returns, callees first as far as there is such an order.
void HandOver::FindAwaits() {
  Worklist work(has_own_.size());
  for (uint32_t i = 0; i < has_own_.size(); ++i) {
    if (has_own_[i]) work.Add(InstanceId(i));
  }
  for (InstanceId id; work.Next(id);) {
    std::optional<ObjectSet> out = Flow(id, {}, [](uint32_t, const Moment&) {});
    if (!out || out->empty() || *out == awaits_[id.value()]) continue;
    awaits_[id.value()] = *std::move(out);
    for (uint32_t e : threads_.CallsTo(id)) work.Add(analysis_.edges()[e].caller);
  }
  for (uint32_t i = 0; i < has_own_.size(); ++i) {
    relevant_[i] = has_own_[i];
    for (uint32_t e : threads_.CallsFrom(InstanceId(i))) {
      InstanceId callee = analysis_.edges()[e].callee;
      relevant_[i] = relevant_[i] || !sends_[callee.value()].empty() || !awaits_[callee.value()].empty();
    }
  }
}

void HandOver::FindEntries() {
  std::unordered_map<InstanceId, std::vector<uint32_t>> starts;
  for (uint32_t e = 0; e < analysis_.edges().size(); ++e) {
    const CallEdge& edge = analysis_.edges()[e];
    bool starts_thread = edge.kind == EdgeKind::kSpawn || edge.kind == EdgeKind::kParallel;
    if (edge.caller && starts_thread) starts[edge.caller].push_back(e);
  }
  Worklist work(has_own_.size());
  for (const CallEdge& edge : analysis_.edges()) {
    if (edge.caller) continue;
    reached_[edge.callee.value()] = true;
    work.Add(edge.callee);
  }
  auto enter = [&](InstanceId callee, Moment moment) {
    Moment& entry = entry_[callee.value()];
    bool changed = !reached_[callee.value()];
    if (changed) {
      entry = std::move(moment);
      reached_[callee.value()] = true;
    } else {
      changed = Keep(entry.awaited, moment.awaited);
      changed = Keep(entry.inside, moment.inside) || changed;
      changed = entry.sent.Unite(moment.sent) || changed;
    }
    if (changed) work.Add(callee);
  };
  for (InstanceId id; work.Next(id);) {
    auto started = starts.find(id);
    auto leave = [&](uint32_t e, Moment moment) {
      const CallEdge& edge = analysis_.edges()[e];
      if (edge.kind != EdgeKind::kCall) {
        // What is still being done, the new thread has not waited for.
        ObjectSet awaited = signals_.AwaitedByStart(edge);
        moment.awaited.ForEach([&](SignalId signal) {
          if (!moment.inside.Contains(signal)) awaited.Insert(signal);
        });
        moment = {std::move(awaited), std::move(moment.sent), {}};
      }
      enter(edge.callee, std::move(moment));
    };
    if (!IsRelevant(id)) {
      for (uint32_t e : threads_.CallsFrom(id)) leave(e, entry_[id.value()]);
      if (started != starts.end()) {
        for (uint32_t e : started->second) leave(e, entry_[id.value()]);
      }
      continue;
    }
    std::unordered_map<uint32_t, std::vector<uint32_t>> leaving;
    for (uint32_t e : threads_.CallsFrom(id)) leaving[analysis_.edges()[e].statement].push_back(e);
    if (started != starts.end()) {
      for (uint32_t e : started->second) leaving[analysis_.edges()[e].statement].push_back(e);
    }
    Moment entry = entry_[id.value()];
    Flow(id, entry, [&](uint32_t s, const Moment& moment) {
      auto here = leaving.find(s);
      if (here == leaving.end()) return;
      for (uint32_t e : here->second) leave(e, moment);
    });
  }
}

uint32_t HandOver::At(InstanceId id, uint32_t statement) {
  auto number_of = [&](const Moment& moment) {
    auto [found, is_new] =
        moment_ids_.try_emplace({moment.awaited.ToVector(), moment.sent.ToVector(), moment.inside.ToVector()},
                                static_cast<uint32_t>(moments_.size()));
    if (is_new) moments_.push_back(moment);
    return found->second;
  };
  auto [found, is_new] = moments_at_.try_emplace(id);
  if (is_new) {
    if (IsRelevant(id)) {
      std::vector<uint32_t> numbers(analysis_[id].code->statements.size(), number_of({}));
      Flow(id, entry_[id.value()], [&](uint32_t s, const Moment& moment) { numbers[s] = number_of(moment); });
      moments_at_[id] = std::move(numbers);
    } else {
      found->second = {number_of(entry_[id.value()])};
    }
  }
  const std::vector<uint32_t>& numbers = moments_at_[id];
  return numbers.size() == 1 ? numbers[0] : numbers[statement];
}

bool HandOver::ComesBefore(uint32_t a, const std::vector<RootId>& roots_a, uint32_t b) const {
  if (moments_[b].awaited.empty()) return false;
  if (!ObjectSet::Intersection(moments_[a].inside, moments_[b].awaited).empty()) return true;
  if (roots_a.empty()) return false;
  bool found = false;
  moments_[b].awaited.ForEach([&](SignalId signal) {
    if (found || moments_[a].sent.Contains(signal)) return;
    found = std::all_of(roots_a.begin(), roots_a.end(), [&](RootId r) { return root_sends_[r].Contains(signal); });
  });
  return found;
}

}  // namespace raddle::order
