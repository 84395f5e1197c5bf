// StillLocal: whether the object that a statement accesses is certainly known only to the current thread at that time,
// although it may escape later: this method or a caller made it and has not yet given it away.
//
// This lets constructors be checked rather than skipped (§2.4 (3) of the Chord paper), and lets factories build and
// fill objects before they publish them. The same method often works on an object both before and after that. So a
// method is solved once for each set of arguments that is local (locality.h), and the instances of the pointer analysis
// are split accordingly: the later stages (threads, locks, paths) treat the two as different methods.
//
// A method that is called with many such sets is from then on solved only for whether `this` is local. May miss:
// objects that the library publishes on its own account.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "escape/locality.h"
#include "pointer/pointer_analysis.h"

namespace raddle::escape {

class StillLocal : private Locality::World {
 public:
  // Splits the instances of the analysis.
  explicit StillLocal(pointer::PointerAnalysis& analysis);

  // The instances have been split again.
  void AddCopies(const std::vector<pointer::InstanceId>& origins);

  // For an access whose base object is `base`. Where a call does not name a base, it is the receiver or one of the
  // arguments.
  bool IsLocal(pointer::InstanceId instance, uint32_t statement, program::Var base) const;

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  static constexpr size_t kMostVariants = 8;

  // A method, solved for one set of local arguments.
  struct Variant {
    Locality locality;
    std::unordered_set<uint32_t> callers = {};
    bool is_queued = false;
  };

  void FindFacts();
  void FindMixed();
  void Solve();
  void SolveOnce();
  void Split();
  uint32_t GetVariant(MethodId method, Mask mask);
  void Queue(uint32_t variant);
  bool IsPlain(const pointer::CallEdge& edge) const;
  std::optional<Callback> AsCallback(const pointer::CallEdge& edge) const;
  Mask MaskAtEntry(const pointer::CallEdge& edge) const;

  const Summary& Enter(uint32_t caller, MethodId callee, Mask mask, const std::vector<Relation>& relations) override;
  bool IsStored(uint32_t asker, Locality::From from, pointer::FieldKey field, const pointer::ObjectSet& of,
                bool is_first) override;
  void Store(Locality::From from, pointer::FieldKey field, const pointer::ObjectSet& of) override;

  pointer::PointerAnalysis& analysis_;
  std::unordered_map<MethodId, MethodFacts> facts_;
  std::deque<Variant> variants_;
  std::unordered_map<MethodId, std::vector<std::pair<Mask, uint32_t>>> variants_of_;
  std::vector<uint32_t> pending_;
  // A field: the objects for which something is stored in it, and who asked about which objects.
  struct Stores {
    pointer::ObjectSet objects;
    std::vector<std::pair<uint32_t, const pointer::ObjectSet*>> askers;
  };
  std::unordered_map<pointer::FieldKey, Stores> stores_[2];  // by where the stored object comes from
  std::vector<uint32_t> variant_of_;                         // by instance
};

}  // namespace raddle::escape
