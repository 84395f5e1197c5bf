#include "race/ownership.h"

#include <algorithm>

#include <fmt/format.h>

#include "race/holding.h"
#include "race/made_together.h"

namespace raddle::race {

using locks::LockPath;
using pointer::CallEdge;
using pointer::Instance;
using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Statement;
using program::Var;

bool Claim::IsApartFrom(const Claim& other) const {
  if (is_taken && (other.is_taken || other.is_kept)) return true;
  if (is_kept && other.is_taken) return true;
  if (is_own_making && other.is_own_making) return true;
  if ((is_building && (other.is_building || other.gets_late)) || (gets_late && other.is_building)) return true;
  if (has_constant_index && other.has_constant_index && (end <= other.index || other.end <= index)) return true;
  if (family == kNoFamily || family != other.family) return false;
  return (is_own && other.is_own) || (has_own_index && other.has_own_index && index == other.index);
}

Ownership::Ownership(const PointerAnalysis& analysis, const threads::ThreadModel& threads, locks::LockState& locks,
                     const std::unordered_set<FieldId>& unstable, const ObjectSet& escaping,
                     const Assumptions& assumptions)
    : analysis_(analysis),
      threads_(threads),
      locks_(locks),
      unstable_(unstable),
      roots_(threads.roots().size()),
      swapped_(analysis, locks, unstable),
      taken_(analysis, threads, locks, swapped_, escaping),
      lenders_(analysis, assumptions),
      from_others_(analysis, threads, escaping, lenders_),
      own_making_(analysis, threads) {
  FindHolders();
  for (RootId root = 0; root < roots_.size(); ++root) FindOwn(root);
}

// ---- Own

namespace {

constexpr uint32_t kSeveral = ~uint32_t{0};
constexpr size_t kFarthest = 1000;  // objects that one thread's are followed to

}  // namespace

// collect(Total::new, Total::add, Total::merge): each total is one thread's at a time, whichever function has it.
const program::Call* Ownership::CollectingCall(const CallEdge& start) const {
  if (!start.caller || start.kind != pointer::EdgeKind::kParallel) return nullptr;
  const MethodCode& code = *analysis_[start.caller].code;
  const Statement& s = code.statements[start.statement];
  const program::Call* call = s.what == Do::kCall ? &code.calls[s.target] : nullptr;
  return call != nullptr && call->name == "collect" && call->arguments.size() == 4 ? call : nullptr;
}

// The function that is to make such totals gives out one that others have.
bool Ownership::IsSuppliedTwice(const CallEdge& start, InstanceId entry, Var parameter) const {
  const program::Call* call = CollectingCall(start);
  if (call == nullptr || call->arguments[1] == kNoVar) return false;
  const ObjectSet& suppliers = analysis_.PointsTo(start.caller, call->arguments[1]);
  bool is_twice = false;
  for (const threads::Root& root : threads_.roots()) {
    for (uint32_t other : root.starts) {
      const CallEdge& edge = analysis_.edges()[other];
      const bool supplies = edge.caller == start.caller && edge.statement == start.statement &&
                            edge.RunsOn() != pointer::kNoNode && suppliers.Contains(edge.RunsOn());
      if (!supplies) continue;
      const ObjectSet& supplied = analysis_.solver().PointsTo(analysis_[edge.callee].result);
      ObjectSet::Intersection(supplied, analysis_.PointsTo(entry, parameter)).ForEach([&](ObjectId object) {
        const auto& makers = analysis_.MadeBy(object);
        is_twice = is_twice || makers.empty() || std::any_of(makers.begin(), makers.end(), [&](const Maker& maker) {
                     return analysis_[maker.first].method != analysis_[edge.callee].method;
                   });
      });
    }
  }
  return is_twice;
}

uint32_t Ownership::FamilyOf(RootId root) const {
  const auto& starts = threads_.roots()[root].starts;
  if (!starts.empty() && CollectingCall(analysis_.edges()[starts[0]]) != nullptr) {
    constexpr uint32_t kOfCall = 0x80000000;  // no method has such a number
    const CallEdge& start = analysis_.edges()[starts[0]];
    return kOfCall | static_cast<uint32_t>(pointer::QuadHash()({start.caller.value(), start.statement, 0, 0}));
  }
  // A bridge and what it leads to are one: the first method of that name stands for all.
  MethodId method = analysis_[threads_.roots()[root].entries[0]].method;
  const auto& types = analysis_.program().types();
  for (MethodId other : types[types[method].owner].methods) {
    if (types.NameOf(other) == types.NameOf(method)) return other.value();
  }
  return method.value();
}

void Ownership::FindHolders() {
  for (RootId r = 0; r < roots_.size(); ++r) {
    for (uint32_t start : threads_.roots()[r].starts) {
      ObjectId runs_on = analysis_.edges()[start].RunsOn();
      if (runs_on == pointer::kNoNode) continue;
      std::vector<ObjectId> reached = {runs_on};
      std::unordered_set<ObjectId> seen = {runs_on};
      for (size_t i = 0; i < reached.size() && reached.size() < kFarthest; ++i) {
        for (const auto& [field, node] : analysis_.solver().FieldsOf(reached[i])) {
          analysis_.solver().PointsTo(node).ForEach([&](ObjectId next) {
            if (seen.insert(next).second) reached.push_back(next);
          });
        }
      }
      for (ObjectId object : reached) {
        auto [holder, is_new] = holders_.try_emplace(uint64_t{FamilyOf(r)} << 32 | object, start);
        if (!is_new && holder->second != start) holder->second = kSeveral;
      }
    }
  }
}

bool Ownership::HasOneHolder(uint32_t family, ObjectId object) const {
  auto holder = holders_.find(uint64_t{family} << 32 | object);
  return holder != holders_.end() && holder->second != kSeveral;
}

void Ownership::FindOwn(RootId id) {
  const threads::Root& root = threads_.roots()[id];
  if (root.kind != threads::RootKind::kThread && root.kind != threads::RootKind::kParallel) return;
  OfRoot& of = roots_[id];
  std::vector<InstanceId> pending;
  for (InstanceId entry : root.entries) {
    Mask own = ~Mask{0};
    for (uint32_t start : root.starts) own &= OwnAtEntry(id, analysis_.edges()[start], entry);
    of.own[entry] = own;
    pending.push_back(entry);
  }
  while (!pending.empty()) {
    InstanceId caller = pending.back();
    pending.pop_back();
    Mask own = of.own[caller];
    for (uint32_t e : threads_.CallsFrom(caller)) {
      const CallEdge& edge = analysis_.edges()[e];
      Mask arguments = OwnArguments(id, own, caller, edge);
      auto [known, is_new] = of.own.try_emplace(edge.callee, arguments);
      if (!is_new && (known->second & arguments) == known->second) continue;
      known->second &= arguments;
      pending.push_back(edge.callee);
    }
  }
}

// The object that a thread runs on is its own if it was made for this start, or if it is a thread, which can be
// started but once, or made together with one.
bool Ownership::IsReceiverOwn(RootId id, const CallEdge& edge) const {
  ObjectId runs_on = edge.RunsOn();
  if (runs_on == pointer::kNoNode || !edge.caller) return false;
  const auto& types = analysis_.program().types();
  // An executor runs many on itself: its hooks.
  const ClassId executor = types.Find("java/util/concurrent/Executor");
  const bool is_executor =
      executor && types.IsSubtype(analysis_.object(runs_on).type, executor) == classpath::Truth::kYes;
  if (edge.task == runs_on && !is_executor) return true;
  if (!HasOneHolder(FamilyOf(id), runs_on)) return false;
  if (IsMadeForStart(analysis_, edge)) return true;
  ClassId thread = types.Find("java/lang/Thread");
  bool in_thread = edge.task != pointer::kNoNode && thread &&
                   types.IsSubtype(analysis_.object(edge.task).type, thread) == classpath::Truth::kYes;
  if (in_thread) return MadeTogether(analysis_, runs_on, edge.task);
  return edge.kind == pointer::EdgeKind::kParallel && !threads_.IsOne(runs_on);
}

// `for (Cell cell : cells) start(() -> cell.fill())`: a cell for each, unless there is but one.
bool Ownership::IsDealtOut(RootId id, const std::vector<ObjectId>& objects, ObjectId lambda, Var captured) const {
  const auto& makers = analysis_.MadeBy(lambda);
  const bool is_one = objects.size() == 1 && threads_.IsOne(objects[0]);
  return captured != kNoVar && !is_one && makers.size() == 1 && HoldsEach(analysis_, threads_, makers[0], captured) &&
         std::ranges::all_of(objects, [&](ObjectId object) { return HasOneHolder(FamilyOf(id), object); });
}

// reduce(new Total(), ...): what is handed to the stream itself, its functions all get.
bool Ownership::IsHandedOver(const CallEdge& edge, InstanceId entry, Var parameter) const {
  if (!edge.caller) return false;
  const MethodCode& code = *analysis_[edge.caller].code;
  const Statement& s = code.statements[edge.statement];
  if (s.what != Do::kCall) return false;
  const program::Call& call = code.calls[s.target];
  const ObjectSet& got = analysis_.PointsTo(entry, parameter);
  for (size_t i = call.HasReceiver() ? 1 : 0; i < call.arguments.size(); ++i) {
    if (call.arguments[i] != kNoVar && analysis_.PointsTo(edge.caller, call.arguments[i]).Intersects(got)) return true;
  }
  return false;
}

Ownership::Mask Ownership::OwnAtEntry(RootId id, const CallEdge& edge, InstanceId entry) {
  const threads::Root& root = threads_.roots()[id];
  OfRoot& of = roots_[id];
  const MethodCode& code = *analysis_[entry].code;
  ObjectId runs_on = edge.RunsOn();
  const program::LambdaSite* lambda = edge.lambda == pointer::kNoNode ? nullptr : analysis_.object(edge.lambda).lambda;
  size_t captured = lambda != nullptr ? lambda->implementation.arguments.size() : code.IsStatic() ? 0 : 1;
  Mask own = 0;
  // What a parallel stream hands out is each thing once; what its function captured is everybody's.
  bool is_task = captured == code.parameters.size();
  if (root.kind == threads::RootKind::kParallel && !is_task) {
    for (size_t p = captured; p < code.parameters.size() && p < 64; ++p) {
      const Var got = code.parameters[p];
      if (got != kNoVar && (IsHandedOver(edge, entry, got) || IsSuppliedTwice(edge, entry, got))) continue;
      own |= Mask{1} << p;
      if (code.parameters[p] == kNoVar) continue;
      analysis_.PointsTo(entry, code.parameters[p]).ForEach([&](ObjectId o) { of.objects.insert(o); });
    }
    return own;
  }
  if (!IsReceiverOwn(id, edge)) return 0;
  of.objects.insert(runs_on);
  if (lambda == nullptr) return 1;
  const auto& makers = analysis_.MadeBy(runs_on);
  for (size_t p = 0; p < captured && p < code.parameters.size() && p < 64; ++p) {
    if (code.parameters[p] != kNoVar) {
      std::vector<ObjectId> objects = analysis_.PointsTo(entry, code.parameters[p]).ToVector();
      bool together = std::all_of(objects.begin(), objects.end(), [&](ObjectId object) {
        return HasOneHolder(FamilyOf(id), object) && MadeTogether(analysis_, object, runs_on);
      });
      together = together || IsDealtOut(id, objects, runs_on, lambda->implementation.arguments[p]);
      if (!together) continue;
      own |= Mask{1} << p;
      of.objects.insert(objects.begin(), objects.end());
    } else {
      bool differs = std::any_of(makers.begin(), makers.end(), [&](const Maker& maker) {
        const MethodCode& by = *analysis_[maker.first].code;
        program::NumberId number = lambda->implementation.numbers[p];
        return by.numbers[number].MayDiffer(by.statements[maker.second].in_loop);
      });
      if (differs) own |= Mask{1} << p;
    }
  }
  return own;
}

Ownership::Mask Ownership::OwnArguments(RootId id, Mask own, InstanceId caller, const CallEdge& edge) const {
  const MethodCode& code = *analysis_[caller].code;
  const Statement& s = code.statements[edge.statement];
  if (s.what != Do::kCall) return 0;
  const program::Call& call = code.calls[s.target];
  const MethodCode& callee = *analysis_[edge.callee].code;
  // Not for what the library calls in the middle of a call.
  bool is_plain = call.arguments.size() == callee.parameters.size() &&
                  analysis_.program().types().NameOf(callee.method) == call.name;
  if (!is_plain) return 0;
  Mask mask = 0;
  for (size_t i = 0; i < call.arguments.size() && i < 64; ++i) {
    bool is_own = false;
    if (Var var = call.arguments[i]; var != kNoVar) {
      const LockPath& path = locks_.PathsOf(code.method)[var];
      bool is_parameter = path.root == LockPath::kParameter && path.number < 64;
      is_own = is_parameter && (own >> path.number & 1) != 0;
      if (is_own && !path.fields.empty()) {
        std::vector<ObjectId> parts = analysis_.PointsTo(caller, var).ToVector();
        is_own = std::all_of(parts.begin(), parts.end(), [&](ObjectId part) { return IsOwnPart(id, part); });
      }
      if (path.root == LockPath::kLocal) {
        is_own = std::any_of(code.statements.begin(), code.statements.end(), [&](const Statement& made) {
          return made.result == path.number && made.what == Do::kNew;
        });
      }
    } else {
      is_own = i < call.numbers.size() && IsOwnNumber(code, call.numbers[i], own);
    }
    if (is_own) mask |= Mask{1} << i;
  }
  return mask;
}

bool Ownership::IsOwnNumber(const MethodCode& code, program::NumberId id, Mask own) const {
  const program::Number& number = code.numbers[id];
  if (number.is_unique) return true;
  auto is_own = [&](uint32_t p) { return p < 64 && (own >> p & 1) != 0; };
  if (std::any_of(number.parameters.begin(), number.parameters.end(), is_own)) return true;
  return std::any_of(number.fields.begin(), number.fields.end(), [&](const auto& source) {
    auto [base, field] = source;
    if (base == kNoVar || unstable_.contains(field)) return false;
    const LockPath& path = locks_.PathsOf(code.method)[base];
    return path.root == LockPath::kParameter && path.fields.empty() && is_own(path.number) && FieldDiffers(field);
  });
}

// Whether constructors are given different numbers for it.
bool Ownership::FieldDiffers(FieldId field) const {
  auto [known, is_new] = differs_.try_emplace(field, false);
  if (!is_new) return known->second;
  const auto& types = analysis_.program().types();
  for (MethodId method : types[types[field].owner].methods) {
    if (types.NameOf(method) != "<init>") continue;
    for (InstanceId id : analysis_.InstancesOf(method)) {
      const MethodCode& code = *analysis_[id].code;
      for (const Statement& s : code.statements) {
        if (s.what != Do::kStore || s.Field() != field) continue;
        const program::Number& stored = code.numbers[s.number];
        known->second |= stored.is_unique || stored.is_opaque;
        for (uint32_t e : threads_.CallsTo(id)) {
          const CallEdge& edge = analysis_.edges()[e];
          const MethodCode& caller = *analysis_[edge.caller].code;
          const Statement& call = caller.statements[edge.statement];
          if (call.what != Do::kCall) continue;
          const auto& numbers = caller.calls[call.target].numbers;
          for (uint32_t p : stored.parameters) {
            if (p < numbers.size()) known->second |= caller.numbers[numbers[p]].MayDiffer(call.in_loop);
          }
        }
      }
    }
  }
  return known->second;
}

// Made on an object of the thread's own, together with one, or by the thread itself.
bool Ownership::IsOwnPart(RootId id, ObjectId object) const {
  const OfRoot& of = roots_[id];
  if (of.objects.contains(object)) return true;
  const auto& makers = analysis_.MadeBy(object);
  if (makers.empty() || !HasOneHolder(FamilyOf(id), object)) return false;
  return std::all_of(makers.begin(), makers.end(), [&](const Maker& maker) {
    return RunsForOwn(id, maker.first, 0) || std::any_of(of.objects.begin(), of.objects.end(), [&](ObjectId own) {
             return MadeTogether(analysis_, object, own);
           });
  });
}

// Only in the root's threads, or on one of its own objects; a static method, for those that call it.
bool Ownership::RunsForOwn(RootId id, InstanceId instance, int depth) const {
  const auto& roots = threads_.RootsOf(instance);
  if (roots.size() == 1 && roots[0] == id) return true;
  const MethodCode& code = *analysis_[instance].code;
  if (!code.IsStatic()) {
    std::vector<ObjectId> self = analysis_.PointsTo(instance, code.parameters[0]).ToVector();
    return !self.empty() &&
           std::all_of(self.begin(), self.end(), [&](ObjectId o) { return roots_[id].objects.contains(o); });
  }
  constexpr int kDeepest = 3;
  const auto& calls = threads_.CallsTo(instance);
  return depth < kDeepest && !calls.empty() &&
         std::all_of(
             calls.begin(), calls.end(),
             [&](uint32_t e) {
               const InstanceId caller = analysis_.edges()[e].caller;
               return caller && RunsForOwn(id, caller, depth + 1);
             });
}

// ---- Claims

Claim Ownership::ClaimOf(const Access& access, ObjectId object) const {
  Claim claim;
  const Instance& instance = analysis_[access.instance];
  const Var base = access.base;
  const program::Number& index = instance.code->numbers[access.index];
  const program::Number& end = instance.code->numbers[access.end];
  const bool is_range = access.end != 0;
  if (index.is_constant && (!is_range || end.is_constant)) {
    claim.has_constant_index = true;
    claim.index = static_cast<uint32_t>(index.constant);
    claim.end = is_range ? static_cast<uint32_t>(end.constant) : claim.index + 1;
  }
  if (base != kNoVar) {
    claim.is_taken = taken_.Is(access.instance, base, access.statement);
    claim.is_kept = swapped_.IsKept(access.instance, access.statement, base);
  }

  const std::vector<RootId>& roots = threads_.RootsOf(access.instance);
  claim.is_own_making =
      std::none_of(roots.begin(), roots.end(), [&](RootId root) { return from_others_.MayGet(root, object); }) ||
      own_making_.Is(access.instance, base, object);
  bool own = base != kNoVar, own_index = access.index != 0 && !index.is_constant;
  for (RootId root : roots) {
    const OfRoot& of = roots_[root];
    auto found = of.own.find(access.instance);
    uint32_t family = Claim::kNoFamily;
    if (found != of.own.end()) family = FamilyOf(root);
    bool is_first = root == roots[0];
    if (family == Claim::kNoFamily || (!is_first && family != claim.family))
      return claim.family = Claim::kNoFamily, claim;
    claim.family = family;
    Mask mask = found->second;
    if (own) {
      const locks::Paths& paths = locks_.PathsOf(instance.method);
      const bool is_local = paths[base].root == LockPath::kLocal;  // for (Item item : own)
      const LockPath& path = is_local ? paths[Viewed(analysis_, access.instance, base)] : paths[base];
      own = path.root == LockPath::kParameter && path.number < 64 && (mask >> path.number & 1) != 0 &&
            (path.fields.empty() || IsOwnPart(root, object));
    }
    own_index = own_index && IsOwnNumber(*instance.code, access.index, mask);
  }
  claim.is_own = own && claim.family != Claim::kNoFamily;
  claim.has_own_index = own_index && claim.family != Claim::kNoFamily;
  if (claim.has_own_index) claim.index = index.shape;
  if (!claim.is_own && !claim.has_own_index) claim.family = Claim::kNoFamily;
  return claim;
}

bool Ownership::DependsOnObject(const Access& access) const {
  if (!from_others_.gives_up()) return true;
  const std::vector<RootId>& roots = threads_.RootsOf(access.instance);
  return std::all_of(roots.begin(), roots.end(),
                     [&](RootId root) { return roots_[root].own.contains(access.instance); });
}

std::vector<std::string> Ownership::Notes() const {
  std::vector<std::string> notes;
  if (from_others_.gives_up()) return notes;
  for (const std::string& name : lenders_.names()) {
    notes.push_back(fmt::format("{} is taken to lend each of its objects to one thread at a time", name));
  }
  return notes;
}

}  // namespace raddle::race
