#include "threads/thread_model.h"

#include <algorithm>

#include <fmt/format.h>

#include "classfile/descriptor.h"
#include "threads/closure.h"

namespace raddle::threads {

using pointer::Instance;
using pointer::Object;
using pointer::ObjectKind;

ThreadModel::ThreadModel(const PointerAnalysis& analysis) : analysis_(analysis), once_(analysis) {
  FindRoots();
  FindMany();
  for (uint32_t i = 0; i < analysis.instances().size(); ++i) {
    const auto& calls = analysis.instances()[i].code->calls;
    bool joins = std::any_of(calls.begin(), calls.end(), [&](const program::Call& call) { return HasJoinRole(call); });
    if (joins && !roots_of_[i].empty()) with_joins_.push_back(InstanceId(i));
  }
  for (RootId root = 0; root < roots_.size(); ++root) FindAlive(root);
  FindAhead();
  FindParallel();
}

void ThreadModel::FindRoots() {
  size_t count = analysis_.instances().size();
  calls_from_.resize(count);
  calls_to_.resize(count);
  roots_of_.resize(count);
  std::unordered_map<uint64_t, RootId> by_entry;
  RootId outside = ~RootId{0}, initialiser = ~RootId{0};
  auto new_root = [&](RootKind kind) {
    roots_.push_back({.kind = kind, .entries = {}, .starts = {}});
    return static_cast<RootId>(roots_.size() - 1);
  };
  for (uint32_t e = 0; e < analysis_.edges().size(); ++e) {
    const CallEdge& edge = analysis_.edges()[e];
    switch (edge.kind) {
      case EdgeKind::kCall:
        if (edge.caller) {
          calls_from_[edge.caller.value()].push_back(e);
          calls_to_[edge.callee.value()].push_back(e);
        } else {  // a constructor, run by whoever made the object before anybody else has it
          if (initialiser == ~RootId{0}) initialiser = new_root(RootKind::kInitialiser);
          roots_[initialiser].entries.push_back(edge.callee);
        }
        break;
      case EdgeKind::kInit:
        if (initialiser == ~RootId{0}) initialiser = new_root(RootKind::kInitialiser);
        roots_[initialiser].entries.push_back(edge.callee);
        break;
      case EdgeKind::kMain:
        roots_[new_root(RootKind::kMain)].entries.push_back(edge.callee);
        break;
      case EdgeKind::kEntry:
        if (outside == ~RootId{0}) outside = new_root(RootKind::kOutside);
        roots_[outside].entries.push_back(edge.callee);
        roots_[outside].is_many = true;
        break;
      case EdgeKind::kSpawn:
      case EdgeKind::kParallel: {
        uint64_t key = uint64_t{edge.callee.value()} << 1 | (edge.kind == EdgeKind::kParallel);
        auto [found, is_new] = by_entry.try_emplace(key, 0);
        if (is_new) {
          found->second = new_root(edge.kind == EdgeKind::kSpawn ? RootKind::kThread : RootKind::kParallel);
          roots_[found->second].entries.push_back(edge.callee);
          roots_[found->second].is_many = edge.kind == EdgeKind::kParallel;
        }
        roots_[found->second].starts.push_back(e);
        break;
      }
    }
  }
  for (RootId root = 0; root < roots_.size(); ++root) {
    std::vector<bool> seen(count);
    Closure(roots_[root].entries, seen, [&](InstanceId id, auto visit) {
      for (uint32_t e : calls_from_[id.value()]) visit(analysis_.edges()[e].callee);
    });
    if (roots_[root].kind == RootKind::kInitialiser) {
      in_initialiser_ = std::move(seen);
      continue;
    }
    for (uint32_t i = 0; i < count; ++i) {
      if (seen[i]) roots_of_[i].push_back(root);
    }
  }
  in_initialiser_.resize(count);
}

bool ThreadModel::IsRepeated(const CallEdge& edge) const {
  if (!edge.caller || edge.kind != EdgeKind::kCall) return false;
  const program::MethodCode& code = *analysis_[edge.caller].code;
  const program::Statement& s = code.statements[edge.statement];
  if (s.what != program::Do::kCall) return false;
  const program::Call& call = code.calls[s.target];
  const auto& types = analysis_.program().types();
  return analysis_.program().model().RoleOf(types, call.named, call.name) == program::Role::kEach &&
         types.NameOf(analysis_[edge.callee].method) != call.name;  // one of ours that overrides it
}

// An instance is run once if one place calls it, that place is in no loop, and its method is run once.
void ThreadModel::FindMany() {
  size_t count = analysis_.instances().size();
  many_.resize(count);
  std::vector<uint32_t> places(count);
  std::vector<InstanceId> pending;
  auto mark = [&](InstanceId id) {
    if (many_[id.value()]) return;
    many_[id.value()] = true;
    pending.push_back(id);
  };
  std::unordered_map<InstanceId, std::vector<InstanceId>> callees;
  std::unordered_map<uint64_t, bool> seen;
  for (const CallEdge& edge : analysis_.edges()) {
    if (edge.kind == EdgeKind::kEntry || edge.kind == EdgeKind::kParallel ||
        (!edge.caller && edge.kind == EdgeKind::kCall))
      mark(edge.callee);
    if (edge.caller) {
      const bool is_once = IsOnce(edge.caller, edge.statement);
      if (!is_once) callees[edge.caller].push_back(edge.callee);
      // A statement that runs once is one place, whoever calls its method.
      uint64_t place = is_once
                           ? uint64_t{1} << 63 | uint64_t{analysis_[edge.caller].method.value()} << 32 | edge.statement
                           : uint64_t{edge.caller.value()} << 32 | edge.statement;
      if (!seen.try_emplace(place * 31 + edge.callee.value(), true).second) continue;
      if (analysis_[edge.caller].code->statements[edge.statement].in_loop || IsRepeated(edge)) mark(edge.callee);
    }
    if (++places[edge.callee.value()] > 1) mark(edge.callee);
  }
  while (!pending.empty()) {
    InstanceId id = pending.back();
    pending.pop_back();
    for (InstanceId callee : callees[id]) mark(callee);
  }
}

bool ThreadModel::IsOne(ObjectId id) const {
  const Object& object = analysis_.object(id);
  if (object.kind == ObjectKind::kClass) return true;
  if (object.root != id) return IsOne(object.root);
  const auto& makers = analysis_.MadeBy(id);
  if (object.kind == ObjectKind::kValue) return false;
  if (makers.empty()) return object.kind == ObjectKind::kLibrary && analysis_.site(object.site).statement >= 2;
  const auto& [first, statement] = makers[0];
  const bool is_once = IsOnce(first, statement) && std::all_of(makers.begin(), makers.end(), [&](const auto& maker) {
                         return analysis_[maker.first].method == analysis_[first].method && maker.second == statement;
                       });
  if (is_once) return true;
  if (makers.size() != 1 || many_[makers[0].first.value()]) return false;
  return !analysis_[makers[0].first].code->statements[makers[0].second].in_loop;
}

std::string ThreadModel::NameOf(RootId id) const {
  const Root& root = roots_[id];
  const auto& types = analysis_.program().types();
  switch (root.kind) {
    case RootKind::kMain:
      return "main";
    case RootKind::kOutside:
      return "a caller";
    case RootKind::kInitialiser:
      return "a class initialiser";
    default: {
      MethodId method = analysis_[root.entries[0]].method;
      return fmt::format("{}.{}", classfile::DottedName(types[types[method].owner].name), types.NameOf(method));
    }
  }
}

}  // namespace raddle::threads
