#include "escape/still_local.h"

#include <algorithm>

namespace raddle::escape {

using pointer::CallEdge;
using pointer::EdgeKind;
using pointer::Instance;
using pointer::InstanceId;
using pointer::ObjectKind;
using program::Do;
using program::kNoVar;
using program::Var;

StillLocal::StillLocal(pointer::PointerAnalysis& analysis) : analysis_(analysis) {
  FindFacts();
  Solve();
  Split();
  facts_.clear();
  for (auto& stores : stores_) stores.clear();
}

void StillLocal::AddCopies(const std::vector<InstanceId>& origins) {
  for (InstanceId origin : origins) variant_of_.push_back(variant_of_[origin.value()]);
}

bool StillLocal::IsLocal(InstanceId instance, uint32_t statement, Var base) const {
  const uint32_t variant = variant_of_[instance.value()];
  if (variant == kNone) return false;
  const Mask local = variants_[variant].locality.LocalAt(statement);
  const program::MethodCode& code = *analysis_[instance].code;
  const program::Statement& s = code.statements[statement];
  if (s.what != Do::kCall) return local != 0;
  const program::Call& call = code.calls[s.target];
  const auto named =
      base == kNoVar ? call.arguments.end() : std::find(call.arguments.begin(), call.arguments.end(), base);
  if (named != call.arguments.end()) {
    return Has(local, static_cast<uint32_t>(named - call.arguments.begin()));
  }
  const size_t count = call.HasReceiver() ? 1 : std::min<size_t>(call.arguments.size(), 32);
  const Mask all = count == 32 ? ~Mask{0} : (Mask{1} << count) - 1;
  return (local & all) == all;
}

// A call of the method that it names, by the thread that makes it.
bool StillLocal::IsPlain(const CallEdge& edge) const {
  const Instance& caller = analysis_[edge.caller];
  const program::Statement& statement = caller.code->statements[edge.statement];
  if (edge.kind != EdgeKind::kCall || statement.what != Do::kCall) return false;
  const program::Call& call = caller.code->calls[statement.target];
  const Instance& callee = analysis_[edge.callee];
  return call.name == analysis_.program().types().NameOf(callee.method) &&
         call.arguments.size() == callee.code->parameters.size();
}

// A call by the library on an argument that it does not keep, by the thread that calls the library.
std::optional<Callback> StillLocal::AsCallback(const CallEdge& edge) const {
  const Instance& caller = analysis_[edge.caller];
  const program::Statement& statement = caller.code->statements[edge.statement];
  if (edge.kind != EdgeKind::kCall || statement.what != Do::kCall || edge.RunsOn() == pointer::kNoNode) return {};
  const program::Call& call = caller.code->calls[statement.target];
  const auto& program = analysis_.program();
  const auto role = program.model().RoleOf(program.types(), call.named, call.name);
  // A method that is inherited from the library calls one that the receiver's class implements.
  if (role == program::Role::kNone && edge.lambda == pointer::kNoNode && call.HasReceiver() &&
      call.arguments[0] != kNoVar && call.resolved && !analysis_.program().IsAnalysed(call.resolved) &&
      analysis_.PointsTo(edge.caller, call.arguments[0]).Contains(edge.receiver)) {
    return Callback{analysis_[edge.callee].method, 0, 0};
  }
  const bool does_nothing_else = role == program::Role::kNone || role == program::Role::kEach;
  const bool looks =
      call.HasReceiver() && does_nothing_else && call.result == kNoVar && program.model().OnlyReads(call.name);
  if (role != program::Role::kRuns && !looks) return {};
  const size_t captured =
      edge.lambda == pointer::kNoNode ? 0 : analysis_.object(edge.lambda).lambda->implementation.arguments.size();
  // A function that captures nothing has nothing to give away, and needs no mask.
  if (edge.lambda != pointer::kNoNode && captured == 0) return {};
  for (uint32_t i = call.HasReceiver() ? 1 : 0; i < call.arguments.size(); ++i) {
    if (call.arguments[i] == kNoVar || !analysis_.PointsTo(edge.caller, call.arguments[i]).Contains(edge.RunsOn()))
      continue;
    return Callback{analysis_[edge.callee].method, i, static_cast<uint32_t>(captured)};
  }
  return {};
}

void StillLocal::FindFacts() {
  auto& program = analysis_.program();
  std::vector<bool> object_matters(analysis_.object_count()), object_is_ours(analysis_.object_count());
  for (pointer::ObjectId o = 0; o < analysis_.object_count(); ++o) {
    const pointer::Object& object = analysis_.object(o);
    const bool is_value = object.kind == ObjectKind::kValue && !program.IsAnalysed(object.type);  // not our exceptions
    object_matters[o] =
        !is_value && object.kind != ObjectKind::kClass && !program.model().IsValue(program.types(), object.type);
    object_is_ours[o] = object_matters[o] && (object.kind == ObjectKind::kLambda || program.IsAnalysed(object.type) ||
                                              program.types()[object.type].IsArray());
  }
  for (uint32_t i = 0; i < analysis_.instances().size(); ++i) {
    const Instance& instance = analysis_.instances()[i];
    MethodFacts& facts = facts_[instance.method];
    if (facts.code == nullptr) {
      facts.code = instance.code;
      facts.matters.resize(instance.code->var_count);
      facts.is_ours.resize(instance.code->var_count);
      facts.is_new.resize(instance.code->var_count);
      for (const program::Statement& s : instance.code->statements) {
        if (s.what == Do::kNew && s.result != kNoVar) facts.is_new[s.result] = true;
      }
      facts.targets.resize(instance.code->statements.size());
      facts.is_odd.resize(instance.code->statements.size());
      facts.is_mixed.resize(instance.code->statements.size());
    }
    for (Var v = 0; v < instance.code->var_count; ++v) {
      if (facts.matters[v] && facts.is_ours[v]) continue;
      analysis_.PointsTo(InstanceId(i), v).ForEach([&](pointer::ObjectId o) {
        if (object_matters[o]) facts.matters[v] = true;
        if (object_is_ours[o]) facts.is_ours[v] = true;
      });
    }
  }
  for (auto& [method, facts] : facts_) {
    const auto& parameters = facts.code->parameters;
    for (uint32_t i = 0; i < parameters.size() && i < 31; ++i) {
      if (parameters[i] != kNoVar && facts.matters[parameters[i]]) facts.matters_at_entry |= Mask{1} << i;
    }
  }
  for (const CallEdge& edge : analysis_.edges()) {
    if (!edge.caller) continue;
    MethodFacts& facts = facts_.at(analysis_[edge.caller].method);
    auto& targets = facts.targets[edge.statement];
    MethodId callee = analysis_[edge.callee].method;
    if (auto callback = IsPlain(edge) ? std::nullopt : AsCallback(edge)) {
      auto& callbacks = facts.callbacks[edge.statement];
      if (std::find(callbacks.begin(), callbacks.end(), *callback) == callbacks.end()) callbacks.push_back(*callback);
    } else if (!IsPlain(edge)) {
      facts.is_odd[edge.statement] = true;
    } else if (std::find(targets.begin(), targets.end(), callee) == targets.end()) {
      targets.push_back(callee);
    }
  }
  for (auto& [method, facts] : facts_) {
    for (const auto& [statement, callbacks] : facts.callbacks) {
      if (!facts.targets[statement].empty()) facts.is_odd[statement] = true;
    }
  }
  FindMixed();
}

// `Iterator it = all.iterator()`, where some of what `all` may be is ours and some is not: both happens.
void StillLocal::FindMixed() {
  std::unordered_map<uint64_t, pointer::ObjectSet> run;  // by caller and statement: receivers that run code of ours
  for (const CallEdge& edge : analysis_.edges()) {
    if (!edge.caller || !IsPlain(edge)) continue;
    const program::MethodCode& code = *analysis_[edge.caller].code;
    const program::Call& call = code.calls[code.statements[edge.statement].target];
    const bool is_ours = call.resolved && analysis_.program().IsAnalysed(call.resolved);
    if (is_ours || !call.HasReceiver() || call.arguments[0] == kNoVar) continue;
    const Var self = analysis_[edge.callee].code->parameters[0];
    run[uint64_t{edge.caller.value()} << 32 | edge.statement].Unite(analysis_.PointsTo(edge.callee, self));
  }
  for (const auto& [key, objects] : run) {
    const InstanceId id(static_cast<uint32_t>(key >> 32));
    const auto at = static_cast<uint32_t>(key);
    const program::MethodCode& code = *analysis_[id].code;
    bool all = true;
    analysis_.PointsTo(id, code.calls[code.statements[at].target].arguments[0]).ForEach([&](pointer::ObjectId o) {
      all = all && objects.Contains(o);
    });
    if (!all) facts_.at(code.method).is_mixed[at] = true;
  }
}

// Of what is called from nowhere, or not as a plain call: nothing is local but the object that a constructor makes.
Mask StillLocal::MaskAtEntry(const CallEdge& edge) const {
  return analysis_.program().types().NameOf(analysis_[edge.callee].method) == "<init>" ? 1 : 0;
}

uint32_t StillLocal::GetVariant(MethodId method, Mask mask) {
  mask &= facts_.at(method).matters_at_entry;
  auto& all = variants_of_[method];
  for (const auto& [known, variant] : all) {
    if (known == mask) return variant;
  }
  if (all.size() >= kMostVariants && mask > 1) return GetVariant(method, mask & 1);
  auto id = static_cast<uint32_t>(variants_.size());
  all.push_back({mask, id});
  variants_.push_back({.locality = Locality(id, analysis_, facts_.at(method), mask)});
  Queue(id);
  return id;
}

void StillLocal::Queue(uint32_t variant) {
  if (variants_[variant].is_queued) return;
  variants_[variant].is_queued = true;
  pending_.push_back(variant);
}

const Summary& StillLocal::Enter(uint32_t caller, MethodId callee, Mask mask, const std::vector<Relation>& relations) {
  uint32_t id = GetVariant(callee, mask);
  variants_[id].callers.insert(caller);
  if (variants_[id].locality.Relate(relations)) Queue(id);
  return variants_[id].locality.summary();
}

bool StillLocal::IsStored(uint32_t asker, Locality::From from, pointer::FieldKey field, const pointer::ObjectSet& of,
                          bool is_first) {
  Stores& stores = stores_[from][field];
  if (is_first) stores.askers.push_back({asker, &of});
  return stores.objects.Intersects(of);
}

void StillLocal::Store(Locality::From from, pointer::FieldKey field, const pointer::ObjectSet& of) {
  Stores& stores = stores_[from][field];
  pointer::ObjectSet news;
  if (!stores.objects.Unite(of, &news)) return;
  for (const auto& [asker, objects] : stores.askers) {
    if (!variants_[asker].is_queued && objects->Intersects(news)) Queue(asker);
  }
}

// Twice: what was united before something foreign was found to be stored in a field stays united, so that is found
// first.
void StillLocal::Solve() {
  SolveOnce();
  variants_.clear();
  variants_of_.clear();
  stores_[Locality::kHere].clear();
  for (auto& [field, stores] : stores_[Locality::kElsewhere]) stores.askers.clear();
  SolveOnce();
}

void StillLocal::SolveOnce() {
  for (const CallEdge& edge : analysis_.edges()) {
    if (!edge.caller || (!IsPlain(edge) && !AsCallback(edge))) {
      GetVariant(analysis_[edge.callee].method, MaskAtEntry(edge));
    }
  }
  while (!pending_.empty()) {
    uint32_t id = pending_.back();
    pending_.pop_back();
    variants_[id].is_queued = false;
    if (!variants_[id].locality.Solve(*this)) continue;
    for (uint32_t caller : variants_[id].callers) Queue(caller);
  }
}

void StillLocal::Split() {
  // Instances with their variants, as they are reached; the first of an instance keeps its id.
  variant_of_.assign(analysis_.instances().size(), kNone);
  std::vector<InstanceId> origins;
  std::unordered_map<uint64_t, InstanceId> known;
  std::vector<InstanceId> pending;
  auto get = [&](InstanceId origin, uint32_t variant) {
    auto [found, is_new] = known.try_emplace(uint64_t{origin.value()} << 32 | variant, origin);
    if (!is_new) return found->second;
    if (variant_of_[origin.value()] == kNone) {
      variant_of_[origin.value()] = variant;
    } else {
      found->second = InstanceId(static_cast<uint32_t>(variant_of_.size()));
      origins.push_back(origin);
      variant_of_.push_back(variant);
    }
    pending.push_back(found->second);
    return found->second;
  };
  size_t count = analysis_.instances().size();
  std::vector<CallEdge> edges;
  std::vector<std::vector<uint32_t>> edges_from(count);
  for (uint32_t e = 0; e < analysis_.edges().size(); ++e) {
    CallEdge edge = analysis_.edges()[e];
    if (edge.caller) {
      edges_from[edge.caller.value()].push_back(e);
      continue;
    }
    edge.callee = get(edge.callee, GetVariant(analysis_[edge.callee].method, MaskAtEntry(edge)));
    edges.push_back(edge);
  }
  while (!pending.empty()) {
    InstanceId id = pending.back();
    pending.pop_back();
    InstanceId origin = id.value() < count ? id : origins[id.value() - count];
    const Locality& locality = variants_[variant_of_[id.value()]].locality;
    for (uint32_t e : edges_from[origin.value()]) {
      CallEdge edge = analysis_.edges()[e];
      const bool is_odd = facts_.at(locality.method()).is_odd[edge.statement];
      Mask mask = MaskAtEntry(edge);
      if (IsPlain(edge)) {
        mask = is_odd ? 0 : locality.MaskAt(edge.statement);
      } else if (auto callback = AsCallback(edge)) {
        mask = is_odd ? 0 : callback->Own(locality.MaskAt(edge.statement));
      }
      edge.caller = id;
      edge.callee = get(edge.callee, GetVariant(analysis_[edge.callee].method, mask));
      edges.push_back(edge);
    }
  }
  pending_.clear();  // variants that were made just now have no local arguments, and say nothing is local
  analysis_.Split(origins, std::move(edges));
}

}  // namespace raddle::escape
