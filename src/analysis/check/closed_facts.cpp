#include "check/closed_facts.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "atoms/section.h"
#include "classfile/descriptor.h"
#include "escape/thread_escape.h"
#include "race/access.h"
#include "race/timings.h"

namespace raddle::check {
namespace {

using facts::Argument;
using pointer::EdgeKind;
using pointer::ObjectId;
using pointer::ObjectKind;
using pointer::PointerAnalysis;
using race::Access;
using race::VariableAccesses;

class ClosedFacts {
 public:
  ClosedFacts(const PointerAnalysis& analysis, const threads::ThreadModel& threads)
      : analysis_(analysis),
        threads_(threads),
        timings_(threads),
        escaping_(escape::FindEscaping(analysis)),
        unfollowed_(Unfollowed()) {
    for (const pointer::CallEdge& edge : analysis.edges()) {
      const bool starts = edge.kind == EdgeKind::kSpawn || edge.kind == EdgeKind::kParallel;
      if (starts && (!edge.caller || threads.IsInInitialiser(edge.caller))) initialisers_start_ = true;
    }
    FindHanded();
  }

  facts::ProgramFacts Find() {
    program::Annotations none(analysis_.program());
    for (const VariableAccesses& of : race::CollectAccesses(analysis_, none, {})) FindIn(of);
    return Write();
  }

 private:
  // At any time.
  static constexpr uint32_t kAlways = ~uint32_t{0};
  // A place of the program, in all its contexts.
  struct Verdict {
    bool is_watched = false;
    bool escapes = false;
  };
  using Key = std::pair<uint32_t, uint32_t>;  // method, bytecode index

  // Accesses of one object at one time.
  struct Group {
    std::vector<uint32_t> accesses;
    bool writes = false;
  };

  // Objects that go where the analysis does not follow, with all that can be reached from them: to native methods and
  // classes that are missing, through reflection and method handles; and what exceptions hold, since those that a task
  // ends with come to whoever asks for its result.
  pointer::ObjectSet Unfollowed() const {
    program::Program& program = analysis_.program();
    const auto& types = program.types();
    pointer::ObjectSet found;
    std::vector<ObjectId> pending;
    auto add = [&](ObjectId object) {
      if (found.Insert(object)) pending.push_back(object);
    };
    for (ObjectId id = 0; id < analysis_.object_count(); ++id) {
      if (analysis_.object(id).kind == ObjectKind::kValue) add(id);
    }
    for (uint32_t i = 0; i < analysis_.instances().size(); ++i) {
      for (const program::Call& call : analysis_.instances()[i].code->calls) {
        const std::string_view owner = call.named ? types[call.named].name : std::string_view();
        const bool is_native = call.resolved && types[call.resolved].Has(classfile::kNative);
        const bool reflects = owner.starts_with("java/lang/reflect/") || owner.starts_with("java/lang/invoke/") ||
                              owner.ends_with("/misc/Unsafe");
        if (call.resolved && !reflects && !(is_native && program.IsAnalysed(call.resolved))) continue;
        for (const program::Var argument : call.arguments) {
          if (argument != program::kNoVar) analysis_.PointsTo(pointer::InstanceId(i), argument).ForEach(add);
        }
      }
    }
    while (!pending.empty()) {
      const ObjectId object = pending.back();
      pending.pop_back();
      for (const auto& [field, node] : analysis_.solver().FieldsOf(object)) {
        analysis_.solver().PointsTo(node).ForEach(add);
      }
    }
    return found;
  }

  // When the library may touch elements of an array: Arrays.fill(), clone(), an array of bytes that a stream reads.
  void FindHanded() {
    program::Program& program = analysis_.program();
    for (uint32_t i = 0; i < analysis_.instances().size(); ++i) {
      const pointer::InstanceId instance(i);
      for (const program::Call& call : analysis_.instances()[i].code->calls) {
        if (call.resolved && program.IsAnalysed(call.resolved)) continue;
        const bool has_roots = !threads_.RootsOf(instance).empty();
        for (const program::Var argument : call.arguments) {
          if (argument == program::kNoVar) continue;
          analysis_.PointsTo(instance, argument).ForEach([&](ObjectId object) {
            if (!IsArray(object) || !IsEscaping(object)) return;
            if (has_roots) handed_[object].push_back(timings_.Of(instance, call.statement));
            if (threads_.IsInInitialiser(instance)) handed_[object].push_back(kAlways);
          });
        }
      }
    }
  }

  bool IsArray(ObjectId object) const {
    const ClassId type = analysis_.object(object).type;
    return type && analysis_.program().types()[type].IsArray();
  }

  bool IsEscaping(ObjectId object) const { return object == race::kStatics || escaping_.Contains(object); }

  bool IsKnown(ObjectId object) const {
    if (object == race::kStatics) return true;
    const ObjectKind kind = analysis_.object(object).kind;
    return (kind == ObjectKind::kNew || kind == ObjectKind::kLambda) && !unfollowed_.Contains(object);
  }

  // Nobody but initialisers made it, and who uses the class comes after them.
  bool IsOfInitialisers(ObjectId object) const {
    if (object == race::kStatics) return true;
    const auto& makers = analysis_.MadeBy(object);
    return !makers.empty() && std::all_of(makers.begin(), makers.end(),
                                          [&](const auto& maker) { return threads_.RootsOf(maker.first).empty(); });
  }

  bool Meet(uint32_t a, uint32_t b) { return a == kAlways || b == kAlways || timings_.Meet(a, b); }

  void FindIn(const VariableAccesses& of) {
    std::vector<bool> watched(of.accesses.size());
    std::unordered_map<ObjectId, std::map<uint32_t, Group>> by_object;
    for (uint32_t i = 0; i < of.accesses.size(); ++i) {
      const Access& access = of.accesses[i];
      const bool is_write = of.places[access.place].is_write;
      const bool has_roots = !threads_.RootsOf(access.instance).empty();
      const uint32_t timing = has_roots ? timings_.Of(access.instance, access.statement) : kAlways;
      if (access.objects.empty() || !has_roots) watched[i] = true;
      access.objects.ForEach([&](ObjectId object) {
        if (!IsKnown(object)) watched[i] = true;
        if (!IsEscaping(object)) return;
        auto add = [&](uint32_t when) {
          Group& group = by_object[object][when];
          group.accesses.push_back(i);
          group.writes |= is_write;
        };
        if (has_roots) add(timing);
        if (threads_.IsInInitialiser(access.instance) && (initialisers_start_ || !IsOfInitialisers(object))) {
          add(kAlways);
        }
      });
    }
    for (auto& [object, groups] : by_object) {
      if (const auto handed = handed_.find(object); handed != handed_.end()) {
        for (const uint32_t when : handed->second) groups[when].writes = true;
      }
      for (auto& [when, group] : groups) {
        for (auto& [other_when, other] : groups) {
          // Of two, one writes; one alone may meet itself in another thread.
          if (!other.writes || !Meet(when, other_when)) continue;
          for (const uint32_t i : group.accesses) watched[i] = true;
          for (const uint32_t i : other.accesses) {
            if (group.writes || of.places[of.accesses[i].place].is_write) watched[i] = true;
          }
        }
      }
    }
    Judge(of, watched);
  }

  void Judge(const VariableAccesses& of, const std::vector<bool>& watched) {
    const auto& types = analysis_.program().types();
    for (uint32_t i = 0; i < of.accesses.size(); ++i) {
      const Access& access = of.accesses[i];
      const race::Place& place = of.places[access.place];
      const program::Statement& s = analysis_[access.instance].code->statements[access.statement];
      if (!s.IsAccess()) continue;  // of the library
      Verdict& verdict = verdicts_[{place.method.value(), s.bci}];
      verdict.is_watched |= watched[i];
      access.objects.ForEach([&](ObjectId object) { verdict.escapes |= IsEscaping(object); });
      // A static field of another class may have to be initialised first, which synchronises.
      if (of.variable.kind == race::Variable::kStatic && types[of.variable.field].owner != types[place.method].owner) {
        verdict.is_watched = true;
      }
    }
  }

  facts::ProgramFacts Write() {
    program::Program& program = analysis_.program();
    const auto& types = program.types();
    std::map<std::string, std::map<std::pair<std::string, std::string>, std::vector<facts::Fact>>> by_class;
    std::map<std::string, ClassId> ids;
    for (const auto& [key, verdict] : verdicts_) {
      if (verdict.is_watched) continue;
      const MethodId method(key.first);
      const ClassId owner = types[method].owner;
      const std::string name(types[owner].name);
      ids[name] = owner;
      by_class[name][{std::string(types.NameOf(method)), std::string(types.DescriptorOf(method))}].push_back(
          {static_cast<uint16_t>(key.second), verdict.escapes ? Argument::kOrdered : Argument::kUnshared});
    }
    facts::ProgramFacts all;
    for (auto& [name, methods] : by_class) {
      const auto bytes = program.class_path().Find(name);
      if (!bytes || !*bytes) continue;
      const classfile::Bytes text = (*bytes)->bytes();
      facts::ClassFacts& added = all.classes.emplace_back();
      added.name = name;
      added.hash = atoms::HashOf({reinterpret_cast<const char*>(text.data()), text.size()});
      for (auto& [method, facts] : methods) {
        std::ranges::sort(facts);
        added.methods.push_back({method.first, method.second, std::move(facts)});
      }
    }
    all.notes = Unseen();
    return all;
  }

  // What may run that was not looked at.
  std::vector<std::string> Unseen() const {
    program::Program& program = analysis_.program();
    const auto& types = program.types();
    std::set<std::string> seen;
    auto name = [&](MethodId id) {
      return fmt::format("{}.{}", classfile::DottedName(types[types[id].owner].name), types.NameOf(id));
    };
    for (const pointer::InstanceId id : analysis_.unresolved()) {
      seen.insert(fmt::format("{} loads a class by a name that is not a constant", name(analysis_[id].method)));
    }
    for (const pointer::Instance& instance : analysis_.instances()) {
      for (const program::Call& call : instance.code->calls) {
        if (!call.resolved || !types[call.resolved].Has(classfile::kNative)) continue;
        if (program.IsAnalysed(call.resolved)) seen.insert(fmt::format("{} is native", name(call.resolved)));
      }
    }
    return {seen.begin(), seen.end()};
  }

  const PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  race::Timings timings_;
  const pointer::ObjectSet escaping_, unfollowed_;
  bool initialisers_start_ = false;
  std::unordered_map<ObjectId, std::vector<uint32_t>> handed_;  // arrays
  std::map<Key, Verdict> verdicts_;
};

}  // namespace

facts::ProgramFacts FindClosedFacts(const PointerAnalysis& analysis, const threads::ThreadModel& threads) {
  return ClosedFacts(analysis, threads).Find();
}

}  // namespace raddle::check
