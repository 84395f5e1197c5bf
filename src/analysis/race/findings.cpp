#include "race/findings.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "classfile/descriptor.h"
#include "race/from_static.h"

namespace raddle::race {

using report::Finding;

namespace {

struct Witness {
  const Access* first;
  const Access* second;
  ObjectId object;
  RootId first_root, second_root;
  uint64_t guesses;  // at what both calls on the paths run, and at which objects both accesses are to
  bool is_set_up;    // one of the threads may be about to start the other
};

constexpr size_t kFirstFew = 5;      // findings of one variable that come first
constexpr uint64_t kFewGuesses = 8;  // so many more make a finding less likely, whatever its locks
constexpr size_t kMostPairs = 8;
constexpr size_t kMostPaths = 4;    // to one access
constexpr size_t kMostTries = 100;  // at further pairs: contexts of the one with contexts of the other

// The first two names of a class's package, which stand for whose it is: com/acme of com/acme/bank/Teller.
std::string PackageIn(std::string_view class_name) {
  const std::string_view package = class_name.substr(0, class_name.rfind('/') + 1);
  const size_t first = package.find('/');
  return std::string(first == package.npos ? "" : package.substr(0, package.find('/', first + 1)));
}

class Maker {
 public:
  Maker(const PointerAnalysis& analysis, const threads::ThreadModel& threads, const Stages& stages,
        std::string_view main)
      : analysis_(analysis),
        threads_(threads),
        stages_(stages),
        paths_(analysis, threads, stages.locks()),
        from_static_(analysis, threads),
        own_package_(PackageIn(main)) {}

  Findings Make(size_t limit, Doubts doubts) {
    // Fields are a variable each; arrays and library objects are told apart by what they are, so that a finding is
    // about one type.
    using Key = std::tuple<std::string, MethodId, MethodId>;
    struct Group {
      Witness witness;
      uint32_t variable;
      uint64_t count = 0;
      std::vector<Pair> pairs = {};  // the first few
    };
    std::map<Key, Group> groups;
    const std::vector<Pair> sorted = ByMethods();
    for (size_t begin = 0, end; begin < sorted.size(); begin = end) {
      const auto key = MethodsOf(sorted[begin]);
      for (end = begin; end < sorted.size() && MethodsOf(sorted[end]) == key;) ++end;
      const std::span<const Pair> pairs(sorted.begin() + static_cast<std::ptrdiff_t>(begin), end - begin);
      for (const Pair& pair : pairs) {
        const VariableAccesses& of = stages_.variables()[pair.variable];
        bool is_field = of.variable.kind == Variable::kField || of.variable.kind == Variable::kStatic;
        std::optional<Witness> witness = FindWitness(pair);
        if (!witness) continue;
        const std::string& name = NameIn(pair.variable, witness->object);
        auto [group, is_new] = groups.try_emplace({name, std::get<1>(key), std::get<2>(key)});
        if (is_new) group->second = {*witness, pair.variable};
        group->second.count += is_field ? pairs.size() : 1;
        if (is_field) group->second.pairs.assign(pairs.begin(), pairs.begin() + std::min(pairs.size(), kMostPairs));
        if (!is_field && group->second.pairs.size() < kMostPairs) group->second.pairs.push_back(pair);
        if (is_field) break;  // the others differ in nothing that is shown
      }
    }
    // Whoever reads them starts at the top: those beyond the limit are only counted. First those that contradict their
    // author, then, where there are doubts, those of the program's own code, then those that are not doubtful, then
    // those that are less of a guess, then those where some access holds a lock; fields before arrays and collections.
    // Findings of one variable stay together, ranked by the best of them (§2.3), up to a few; those beyond come after
    // the few of all others. What hundreds of pairs of methods seem to share is either understood after the first few,
    // or it is one kind of list or array that the analysis cannot tell apart, and would hide the rest of the program.
    enum class Doubt : uint8_t { kOwnCode, kNone, kDoubtful };
    using Rank = std::tuple<bool, Doubt, uint64_t, bool, bool, bool>;
    std::map<std::string, Rank> best;
    struct Ranked {
      size_t round;
      Rank variable_rank;
      std::string variable;  // arrays and library objects: with where they are made
      Key key;
      Rank rank;
      const Group* group;
      auto Order() const { return std::tie(round, variable_rank, variable, rank, key); }
      bool operator<(const Ranked& other) const { return Order() < other.Order(); }
    };
    std::vector<Ranked> ranked;
    Findings findings;
    for (auto& [key, group] : groups) {
      const VariableAccesses& of = stages_.variables()[group.variable];
      bool is_promised = of.variable.field && IsPromised(of.variable.field);
      const bool is_own = doubts != Doubts::kNone && IsOfOwnCode(of, group.witness);
      const bool is_doubtful =
          doubts != Doubts::kNone && !is_promised && !is_own && !FindOneThing(of, group.witness, group.pairs);
      if (is_doubtful && doubts == Doubts::kLeftOut) {
        ++findings.doubtful;
        continue;
      }
      bool some_lock = !Statistics(group.variable, group.witness.object).locks.empty();
      bool both_write =
          of.places[group.witness.first->place].is_write && of.places[group.witness.second->place].is_write;
      const uint64_t guesses = group.witness.guesses / kFewGuesses + !IsOne(group.witness.object);
      const Doubt doubt = is_own ? Doubt::kOwnCode : is_doubtful ? Doubt::kDoubtful : Doubt::kNone;
      Rank rank = {!is_promised, doubt, guesses, !some_lock, !of.variable.field, !both_write};
      const std::string variable = of.variable.field ? std::get<0>(key) : analysis_.Describe(group.witness.object);
      auto [first, is_new] = best.try_emplace(variable, rank);
      if (!is_new) first->second = std::min(first->second, rank);
      ranked.push_back({0, Rank(), variable, key, rank, &group});
    }
    for (Ranked& one : ranked) one.variable_rank = best.at(one.variable);
    std::sort(ranked.begin(), ranked.end());
    std::unordered_map<std::string, size_t> of_variable;
    for (Ranked& one : ranked) one.round = of_variable[one.variable]++ < kFirstFew ? 0 : 1;
    std::sort(ranked.begin(), ranked.end());
    findings.left_out = ranked.size() - std::min(ranked.size(), limit);
    std::unordered_map<std::string, size_t> shown;  // by id: lambdas of one method are taken for one
    for (size_t i = 0; i < ranked.size() - findings.left_out; ++i) {
      const Group& group = *ranked[i].group;
      Finding made = MakeFinding(group.witness, group.variable, std::get<0>(ranked[i].key), group.count);
      AddPairs(made, group.pairs, group.witness.object);
      made.is_doubtful = std::get<1>(ranked[i].rank) == Doubt::kDoubtful;
      const auto [before, is_new] = shown.try_emplace(made.id, findings.shown.size());
      if (is_new) {
        findings.shown.push_back(std::move(made));
      } else {
        findings.shown[before->second].count += made.count;
      }
    }
    return findings;
  }

 private:
  std::tuple<uint32_t, MethodId, MethodId> MethodsOf(const Pair& pair) const {
    const std::vector<Place>& places = stages_.variables()[pair.variable].places;
    MethodId a = places[pair.first].method, b = places[pair.second].method;
    return {pair.variable, std::min(a, b), std::max(a, b)};
  }

  std::vector<Pair> ByMethods() const {
    std::vector<Pair> all = stages_.unlocked();
    std::stable_sort(all.begin(), all.end(), [&](const Pair& a, const Pair& b) { return MethodsOf(a) < MethodsOf(b); });
    return all;
  }

  // As NameOf, made once.
  const std::string& NameIn(uint32_t variable, ObjectId object) {
    const Variable& of = stages_.variables()[variable].variable;
    auto [found, is_new] = names_.try_emplace({variable, of.field ? kStatics : object});
    if (is_new) found->second = NameOf(analysis_, of, object);
    return found->second;
  }

  // Accesses in contexts that the stages let through; there are some, or the pair would not be there.
  // To this object, if one is named; then without much effort.
  std::optional<Witness> FindWitness(const Pair& pair, ObjectId wanted = pointer::kNoNode) {
    const VariableAccesses& of = stages_.variables()[pair.variable];
    const std::vector<std::vector<uint32_t>>& by_place = ByPlace(pair.variable);
    size_t tries = 0;
    std::optional<Witness> fallback;
    for (uint32_t i : by_place[pair.first]) {
      for (uint32_t j : by_place[pair.second]) {
        if ((fallback || wanted != pointer::kNoNode) && ++tries > kMostTries) return fallback;
        const Access& a = of.accesses[i];
        const Access& b = of.accesses[j];
        if (stages_.IsStillLocal(of.variable, a) || stages_.IsStillLocal(of.variable, b)) continue;
        const auto parallel = stages_.ParallelRoots(a, b);
        if (parallel.empty()) continue;
        for (ObjectId object : ObjectSet::Intersection(a.objects, b.objects).ToVector()) {
          if (wanted != pointer::kNoNode && object != wanted) continue;
          if (!stages_.IsEscaping(object) || stages_.HaveCommonLock(of.variable, a, b, object)) continue;
          if (stages_.AreApart(of.variable, a, b, object)) continue;
          Witness witness = LikeliestThreads(a, b, object, parallel);
          if (!witness.is_set_up) return witness;
          if (!fallback) fallback = witness;
        }
      }
    }
    return fallback;
  }

  Witness LikeliestThreads(const Access& a, const Access& b, ObjectId object,
                           const std::vector<std::pair<RootId, RootId>>& parallel) {
    auto guesses = [&](const std::pair<RootId, RootId>& roots) {
      return paths_.Guesses(roots.first, a.instance) + paths_.Guesses(roots.second, b.instance);
    };
    auto is_set_up = [&](const std::pair<RootId, RootId>& roots) {
      return threads_.MayStartLater(roots.second, roots.first, a.instance, a.statement) ||
             threads_.MayStartLater(roots.first, roots.second, b.instance, b.statement);
    };
    auto order = [&](const std::pair<RootId, RootId>& roots) { return std::pair(is_set_up(roots), guesses(roots)); };
    std::pair<RootId, RootId> best = parallel[0];
    for (const auto& roots : parallel) {
      if (order(roots) < order(best)) best = roots;
    }
    auto objects = [](const Access& access) -> uint64_t {
      return std::bit_width(std::max<size_t>(access.objects.size(), 1) - 1);
    };
    return {&a, &b, object, best.first, best.second, guesses(best) + objects(a) + objects(b), is_set_up(best)};
  }

  bool IsOfOwnCode(const VariableAccesses& of, const Witness& witness) const {
    const auto& types = analysis_.program().types();
    auto is_own = [&](const Access* access) {
      return PackageIn(types[types[of.places[access->place].method].owner].name) == own_package_;
    };
    return is_own(witness.first) || is_own(witness.second);
  }

  bool IsOne(ObjectId object) const { return object == kStatics || threads_.IsOne(object); }

  // A witness whose accesses are to one thing, if there is one among these pairs.
  bool FindOneThing(const VariableAccesses& of, Witness& witness, const std::vector<Pair>& pairs) {
    if (AreToOneThing(of, witness)) return true;
    for (const Pair& pair : pairs) {
      std::optional<Witness> other = FindWitness(pair, witness.object);
      if (!other || !AreToOneThing(of, *other)) continue;
      witness = *other;
      return true;
    }
    return false;
  }

  // A lock that one way to the access lacks protects nothing, but that way may be one that is never gone: a call that
  // runs, as far as is known, any of many methods. If each of the likely ways has it, that is likelier.
  bool IsLockedOnItsWays(const VariableAccesses& of, const Witness& witness) {
    const auto firsts = LikelyWays(witness.first_root, witness.first->instance);
    const auto seconds = LikelyWays(witness.second_root, witness.second->instance);
    return std::ranges::all_of(firsts, [&](const std::vector<uint32_t>& first) {
      return std::ranges::all_of(seconds, [&](const std::vector<uint32_t>& second) {
        return stages_.HaveCommonLockOn(of.variable, *witness.first, first, *witness.second, second, witness.object);
      });
    });
  }

  std::vector<std::vector<uint32_t>> LikelyWays(RootId root, InstanceId instance) {
    std::vector<std::vector<uint32_t>> ways = paths_.SeveralTo(root, instance, kMostPaths);
    ways.push_back(paths_.EdgesTo(root, instance));
    return ways;
  }

  bool AreToOneThing(const VariableAccesses& of, const Witness& witness) {
    const Access &first = *witness.first, &second = *witness.second;
    if (witness.is_set_up || IsLockedOnItsWays(of, witness)) return false;
    if (IsOne(witness.object) && first.objects.size() == 1 && second.objects.size() == 1) return true;
    const FromStatic::Place place = from_static_.Of(first.instance, first.base);
    return !place.empty() && place == from_static_.Of(second.instance, second.base);
  }

  // Those first that are the least of a guess.
  const std::vector<std::vector<uint32_t>>& ByPlace(uint32_t variable) {
    auto [found, is_new] = by_place_.try_emplace(variable);
    if (is_new) {
      const VariableAccesses& of = stages_.variables()[variable];
      found->second.resize(of.places.size());
      std::vector<uint64_t> guesses(of.accesses.size(), ~uint64_t{0});
      for (uint32_t i = 0; i < of.accesses.size(); ++i) {
        found->second[of.accesses[i].place].push_back(i);
        for (RootId root : threads_.RootsOf(of.accesses[i].instance)) {
          guesses[i] = std::min(guesses[i], paths_.Guesses(root, of.accesses[i].instance));
        }
      }
      for (auto& accesses : found->second) {
        std::stable_sort(accesses.begin(), accesses.end(),
                         [&](uint32_t i, uint32_t j) { return guesses[i] < guesses[j]; });
      }
    }
    return found->second;
  }

  Finding MakeFinding(const Witness& witness, uint32_t variable, const std::string& name, uint64_t count) {
    const VariableAccesses& of = stages_.variables()[variable];
    Finding finding;
    finding.kind = report::Kind::kDataRace;
    finding.grade = report::Grade::kSuspected;
    finding.detectors = {"check"};
    finding.variable = name;
    finding.count = count;
    const auto& types = analysis_.program().types();
    finding.object = witness.object != kStatics
                         ? analysis_.Describe(witness.object)
                         : "class " + classfile::DottedName(types[types[of.variable.field].owner].name);
    finding.accesses.push_back(MakeAccess(of, *witness.first, witness.first_root));
    finding.accesses.push_back(MakeAccess(of, *witness.second, witness.second_root));
    finding.statistics = Statistics(variable, witness.object);
    if (of.variable.field) {
      const program::Guard* guard = stages_.annotations().GuardOf(of.variable.field);
      if (guard != nullptr) finding.advice = Advice(of, witness, *guard, finding);
    }
    report::Complete(finding);
    return finding;
  }

  // The pairs of paths that lead to it (Fig. 2 of the paper has six): each pair of places by each pair of ways there.
  // Which of the two threads came by which of two ways to the same two places makes no difference.
  void AddPairs(Finding& finding, const std::vector<Pair>& pairs, ObjectId object) {
    using Half = std::pair<std::string, std::vector<std::string>>;  // the place, how it was reached
    std::set<std::array<Half, 2>> seen;
    auto is_news = [&](const report::Access& a, const report::Access& b) {
      Half x = {a.stack[0], {a.stack.begin() + 1, a.stack.end()}},
           y = {b.stack[0], {b.stack.begin() + 1, b.stack.end()}};
      if (y.first < x.first) std::swap(x.first, y.first);
      if (y.second < x.second) std::swap(x.second, y.second);
      return seen.insert({x, y}).second;
    };
    is_news(finding.accesses[0], finding.accesses[1]);
    finding.pairs = {{finding.accesses[0], finding.accesses[1]}};
    for (const Pair& pair : pairs) {
      if (finding.pairs.size() == kMostPairs) break;
      std::optional<Witness> witness = FindWitness(pair, object);
      if (!witness) continue;
      const VariableAccesses& of = stages_.variables()[pair.variable];
      report::Access first = MakeAccess(of, *witness->first, witness->first_root);
      report::Access second = MakeAccess(of, *witness->second, witness->second_root);
      for (auto& one : Ways(*witness->first, witness->first_root)) {
        for (auto& other : Ways(*witness->second, witness->second_root)) {
          first.stack = one;
          second.stack = other;
          if (finding.pairs.size() < kMostPairs && is_news(first, second)) finding.pairs.push_back({first, second});
        }
      }
    }
    if (finding.pairs.size() == 1) finding.pairs.clear();
  }

  std::vector<std::vector<std::string>> Ways(const Access& access, RootId root) {
    return paths_.Several(root, access.instance, access.statement, kMostPaths);
  }

  // Its class or its guard says that it is safe: a finding here contradicts its
  // author.
  bool IsPromised(FieldId field) const {
    program::Annotations& annotations = stages_.annotations();
    return annotations.GuardOf(field) != nullptr || annotations.IsThreadSafe(analysis_.program().types()[field].owner);
  }

  std::string Advice(const VariableAccesses& of, const Witness& witness, const program::Guard& guard,
                     const Finding& finding) const {
    size_t at = stages_.HoldsGuard(of.variable, *witness.first, guard) ? 1 : 0;
    const report::Access& access = finding.accesses[at];
    return fmt::format("it is declared @GuardedBy(\"{}\"): take that at {}:{} too", guard.text, access.file,
                       access.line);
  }

  report::Access MakeAccess(const VariableAccesses& of, const Access& access, RootId root) {
    const auto& types = analysis_.program().types();
    const Place& place = of.places[access.place];
    report::Access made;
    bool is_call = of.variable.kind == Variable::kContents;
    made.op = is_call && !place.is_write ? report::Op::kRead : place.is_write ? report::Op::kWrite : report::Op::kRead;
    made.thread = threads_.NameOf(root);
    ClassId owner = types[place.method].owner;
    made.class_name = classfile::DottedName(types[owner].name);
    made.method = types.NameOf(place.method);
    made.descriptor = types.DescriptorOf(place.method);
    made.file = analysis_.program().SourceFile(owner);
    uint16_t bci = analysis_[access.instance].code->statements[access.statement].bci;
    made.line = static_cast<uint32_t>(analysis_.program().Line(place.method, bci));
    made.stack = paths_.To(root, access.instance, access.statement);
    made.locks = LockNames(of.variable, access);
    return made;
  }

  std::vector<std::string> LockNames(const Variable& variable, const Access& access) {
    std::vector<std::string> names;
    const Protection protection = stages_.ProtectionOf(variable, access);
    const auto& types = analysis_.program().types();
    auto add = [&](std::string name) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
    };
    for (const locks::ObjectLock& lock : protection.objects) {
      const pointer::Object& object = analysis_.object(lock.object);
      std::string name = classfile::DottedName(types[object.type].name);
      const bool is_lock = analysis_.program().model().RoleOf(types, object.type, "lock") == program::Role::kLock;
      if (lock.hold == locks::Hold::kShared) name += " (reading)";
      if (lock.hold == locks::Hold::kMonitor && is_lock) name += " (monitor)";
      add((object.kind == pointer::ObjectKind::kClass ? "class " : "") + name);
    }
    for (const Protection::Relative& lock : protection.relatives) {
      if (lock.kind == Protection::Relative::kGlobal && lock.path.root == locks::LockPath::kClass) {
        add("class " + classfile::DottedName(types[ClassId(lock.path.number)].name));
      }
    }
    // Known only by where it is, not by what: better than "no lock". A flag that is set for good cannot be taken.
    const bool has_other = std::any_of(protection.relatives.begin(), protection.relatives.end(), [&](const auto& lock) {
      const locks::LockPath& path = lock.path;
      FieldId last = path.root == locks::LockPath::kStatic ? FieldId(path.number) : FieldId();
      if (!path.fields.empty()) last = path.fields.back();
      return !(lock.hold == locks::Hold::kShared && last && stages_.locks().IsFlag(last));
    });
    if (names.empty() && has_other) add("a lock that goes with the object");
    return names;
  }

  // How often which lock is held where this variable is accessed: what advice is made from.
  const report::Statistics& Statistics(uint32_t variable, ObjectId object) {
    auto [found, is_new] = statistics_.try_emplace({variable, object});
    if (!is_new) return found->second;
    const VariableAccesses& of = stages_.variables()[variable];
    report::Statistics& statistics = found->second;
    std::map<std::string, uint64_t> held;
    for (const Access& access : of.accesses) {
      if (!access.objects.Contains(object) || stages_.IsStillLocal(of.variable, access)) continue;
      if (threads_.RootsOf(access.instance).empty()) continue;
      ++statistics.accesses;
      for (const std::string& lock : LockNames(of.variable, access)) ++held[lock];
    }
    for (const auto& [lock, times] : held) statistics.locks.push_back({lock, times});
    return statistics;
  }

  const PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  const Stages& stages_;
  CallPaths paths_;
  FromStatic from_static_;
  const std::string own_package_;
  std::map<uint32_t, std::vector<std::vector<uint32_t>>> by_place_;
  std::map<std::pair<uint32_t, ObjectId>, report::Statistics> statistics_;
  std::map<std::pair<uint32_t, ObjectId>, std::string> names_;  // by variable and object
};

}  // namespace

Findings MakeFindings(const PointerAnalysis& analysis, const threads::ThreadModel& threads, const Stages& stages,
                      size_t limit, Doubts doubts, std::string_view main) {
  return Maker(analysis, threads, stages, main).Make(limit, doubts);
}

}  // namespace raddle::race
