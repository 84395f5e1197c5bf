// StillLocal: whether the object that a statement accesses is certain to be known to the current thread only, although
// it may escape later: it was made by this method or by a caller, and has not been given away yet.
//
// This is what lets constructors be checked rather than skipped (§2.4 (3) of the Chord paper), and objects be built and
// filled by factories before they are published. The same method often works on an object both before and after that,
// so methods are solved once for each set of arguments that is local (locality.h), and the instances of the pointer
// analysis are split accordingly: what follows (threads, locks, paths) takes the two for different methods.
//
// A method with many such sets is solved with `this` alone from then on. May miss: objects that the library makes
// public on its own account.
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

  // Of an access, whose base object is `base`. Where a call does not name it, it is the receiver's, or one of the
  // arguments'.
  bool IsLocal(pointer::InstanceId instance, uint32_t statement, program::Var base) const;

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  static constexpr size_t kMostVariants = 8;

  // A method with some arguments local.
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
  // A field: of which objects something is stored there, and who asked about which.
  struct Stores {
    pointer::ObjectSet objects;
    std::vector<std::pair<uint32_t, const pointer::ObjectSet*>> askers;
  };
  std::unordered_map<pointer::FieldKey, Stores> stores_[2];  // by where that comes from
  std::vector<uint32_t> variant_of_;                         // by instance
};

}  // namespace raddle::escape
