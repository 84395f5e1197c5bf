// Locality: analyses a method whose callers passed it some arguments that are *local*, which means that nobody else
// knows them. It finds which of the method's accesses are to local objects, which arguments the method gives away, and
// what it returns.
//
// Two parts are flow-insensitive. Regions unite variables that may be connected. And a variable is *foreign* if it may
// hold something that did not come from here: from a static field, an exception, an argument that is not local, or a
// field of an object into which such things are stored. A foreign variable that is loaded from where something from
// here is stored, too, is *mixed*: nothing that it is used for counts as local, but when it gives away what it holds,
// that is followed, except into callees.
//
// One part is flow-sensitive: which variables' objects have been given away, or have something below them that has
// been. An object is given away by being stored into something foreign, thrown, handed to another thread, or passed to
// a method that gives it away.
//
// All of this only grows (more is united, foreign, given away). So methods are solved again as their callees' summaries
// grow, until the least solution is reached; still_local.h drives that.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "escape/var_set.h"
#include "ir/regions.h"
#include "pointer/pointer_analysis.h"

namespace raddle::escape {

using ir::Regions;
using Mask = uint32_t;  // of parameters, `this` first; of those beyond the last bit nothing is known

inline bool Has(Mask mask, uint32_t i) {
  return i < 32 && (mask >> i & 1) != 0;
}

// What a caller must know. The roots are the parameters and, after them, the result.
struct Relation {
  enum Kind : uint8_t { kSame, kBelow, kMeet } kind;  // one object; the second can be reached from the first; a third
  uint32_t first, second;                             // can be reached from both
  bool operator==(const Relation&) const = default;
};
struct Summary {
  Mask gives = 0;        // given away
  Mask gives_below = 0;  // something that can be reached from it is given away
  bool result_is_foreign = false;
  std::vector<Relation> relations = {};
};

// A method that the library calls in the middle of a call, on an argument that it does not keep: run() of the argument
// of doPrivileged, the function passed to forEach.
struct Callback {
  MethodId callee;
  uint32_t argument;  // of the call
  uint32_t captured;  // how many parameters it captured, if it is a function; 0: the argument is the receiver

  Mask Own(Mask of_call) const {
    if (!Has(of_call, argument)) return 0;
    return captured == 0 ? 1 : captured < 31 ? (Mask{1} << captured) - 1 : 0;
  }
  bool operator==(const Callback&) const = default;
};

// What is known of a method, whatever its arguments.
struct MethodFacts {
  const program::MethodCode* code = nullptr;
  std::vector<bool> matters;  // by Var: may hold an object other than strings and the like
  std::vector<bool> is_ours;  // by Var: may hold objects that analysed code works on, not only the library's
  std::vector<bool> is_new;   // by Var: holds what an allocation here made
  Mask matters_at_entry = 0;
  std::vector<std::vector<MethodId>> targets;  // by statement; empty unless it calls analysed code
  std::vector<bool> is_odd;                    // by statement: it runs something other than the method it names
  std::vector<bool> is_mixed;                  // by statement: some of its receivers are library objects
  std::unordered_map<uint32_t, std::vector<Callback>> callbacks = {};  // by statement; nothing else runs there
  // The objects that a variable may hold in any context; filled in when asked for.
  mutable std::unordered_map<program::Var, pointer::ObjectSet> objects = {};
};

class Locality {
 public:
  enum From : uint8_t { kElsewhere, kHere };  // where an object that is stored comes from

  // Provided by whoever solves all methods.
  class World {
   public:
    virtual ~World() = default;
    // The summary of a callee called with these local arguments, which have these relations. Registers the caller.
    virtual const Summary& Enter(uint32_t caller, MethodId callee, Mask mask,
                                 const std::vector<Relation>& relations) = 0;
    // Whether anything from `from` is stored into this field, or the elements, of one of these objects. `is_first`: the
    // asker is to be told when that changes, and the set of objects keeps its address.
    virtual bool IsStored(uint32_t asker, From from, pointer::FieldKey field, const pointer::ObjectSet& of,
                          bool is_first) = 0;
    virtual void Store(From from, pointer::FieldKey field, const pointer::ObjectSet& of) = 0;
  };

  Locality(uint32_t id, const pointer::PointerAnalysis& analysis, const MethodFacts& facts, Mask mask);

  // Whether the summary grew.
  bool Solve(World& world);
  // Says that the arguments have these relations. Whether that is news.
  bool Relate(const std::vector<Relation>& relations);

  MethodId method() const { return facts_.code->method; }
  const Summary& summary() const { return summary_; }
  // Which operands of the statement are local: what it accesses; for a call, its arguments.
  Mask LocalAt(uint32_t statement) const { return local_[statement]; }
  Mask MaskAt(uint32_t statement) const { return masks_[statement]; }

 private:
  struct State {
    VarSet given, below;
    bool Join(const State& other);
  };
  // A call: what its callees do with the local arguments.
  struct Callees {
    Mask mask = 0;
    uint64_t version = 0;  // of the regions when they were told how the arguments are related
    std::vector<const Summary*> summaries = {};
  };
  static constexpr Mask kNotYet = ~Mask{0};

  program::Var ResultRoot() const { return facts_.code->var_count; }
  bool Matters(program::Var var) const { return var != program::kNoVar && facts_.matters[var]; }
  bool IsHere(program::Var var) const { return Matters(var) && !foreign_[var]; }
  bool IsMixed(program::Var var) const { return Matters(var) && mixed_[var]; }
  bool IsTracked(program::Var var) const { return IsHere(var) || IsMixed(var); }
  bool IsLocalIn(const State& state, program::Var var) const { return IsHere(var) && !state.given[var]; }
  static pointer::FieldKey FieldOf(const program::Statement& statement);
  void SetForeign(program::Var var);
  // The variable may hold what is in the region.
  void UniteWith(program::Var var, Regions::Node region);
  const pointer::ObjectSet& ObjectsOf(program::Var base) const;
  bool HoldsArray(program::Var var) const;
  bool IsStored(World& world, From from, uint32_t at, pointer::FieldKey field, program::Var base);
  void LoadFrom(World& world, uint32_t at, program::Var result, program::Var base, pointer::FieldKey field,
                Regions::Node region);
  Callees& CalleesAt(World& world, uint32_t at);

  void Unite(World& world);
  void UniteCall(World& world, uint32_t at);
  void UniteLibraryCall(World& world, uint32_t at, const program::Call& call);
  void Apply(const Relation& relation, program::Var first, program::Var second);
  void FindMembers();
  void Give(State& state, program::Var var);
  void GiveBelow(State& state, program::Var var);
  void MarkAbove(State& state, const std::vector<Regions::Node>& nodes, bool with_them);
  void Step(World& world, State& state, uint32_t at);
  void StepCall(World& world, State& state, uint32_t at);
  void StepCallbacks(World& world, State& state, uint32_t at, const std::vector<Callback>& callbacks);
  void NarrowMask(const State& state, uint32_t at, const program::Call& call);
  uint32_t FailedBy(const program::CodeBlock& block) const;
  // One pass over the flow graph; whether a call's arguments became less local.
  bool Flow(World& world);
  std::vector<Relation> RelationsOf(const std::vector<program::Var>& roots, Mask mask);
  bool KeepsArguments(const program::Call& call) const;
  bool IsPure(const program::Call& call) const;
  bool IsOfValue(const program::Call& call) const;
  bool Makes(const program::Call& call) const;
  bool HandsOver(const program::Call& call) const;
  bool Tries(const program::Call& call) const;
  bool Copies(const program::Call& call) const;

  const uint32_t id_;
  const pointer::PointerAnalysis& analysis_;
  const MethodFacts& facts_;
  const Mask mask_;
  Regions regions_;
  std::vector<bool> foreign_, mixed_;
  bool foreign_grew_ = false;
  std::vector<Mask> masks_;  // by statement: of the arguments of a call
  std::vector<Mask> local_;  // by statement
  Summary summary_;
  std::vector<Relation> entry_relations_;
  std::vector<bool> has_asked_[2];                 // by statement: what is stored
  std::unordered_map<uint32_t, Callees> callees_;  // by statement
  // For the current regions: the members of a node, and the nodes it is directly below.
  std::vector<std::vector<program::Var>> members_;
  std::vector<std::vector<Regions::Node>> above_;
};

}  // namespace raddle::escape
