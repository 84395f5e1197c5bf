// Stages: Chord's five sets of pairs (§2.2), each a subset of the one before.
//
//   original   two accesses of the same variable, at least one a write
//   reachable  by threads that can run at the same time, on objects that are no longer private to their maker
//   aliasing   and may be to the same object
//   escaping   which several threads may have
//   unlocked   with no lock that both are certain to hold
//
// Pairs are unordered pairs of places; a place may be paired with itself. Each stage looks for contexts in which the
// pair holds, as the paper does with its primed sets. The pairs are counted in bulk: objects that the same accesses use
// are treated as one; accesses of one object with the same times and locks form a class; classes are compared; and the
// remaining pairs are marked in a bit matrix for each variable, 64 pairs at a time. So the cost depends on the number
// of classes, not of pairs.
//
// A common lock is one of:
//   - the same path from the accessed object on both sides (its own monitor, its field `lock`), or a path from a static
//     field or class: exact, provided the fields on the path do not change after construction;
//   - the same abstract object on both sides, if it is a single object, or if there are as many of it as of the
//     accessed object (§2.2.4's shortcut). A lock that only one thread has is no common lock.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "escape/still_local.h"
#include "locks/lock_state.h"
#include "order/hand_over.h"
#include "race/access.h"
#include "race/assumptions.h"
#include "race/ownership.h"
#include "race/timings.h"
#include "race/under_construction.h"
#include "threads/thread_model.h"

namespace raddle::race {

enum class Stage : uint8_t { kOriginal, kReachable, kAliasing, kEscaping, kUnlocked };
inline constexpr size_t kStages = 5;

struct Pair {
  uint32_t variable;       // in variables()
  uint32_t first, second;  // places
};

// How an access is protected, relative to the object that it accesses.
struct Protection {
  struct Relative {
    enum Kind : uint8_t { kBelow, kAbove, kGlobal } kind;  // lock = base.rest; base = lock.rest; a static or a class
    locks::LockPath path;
    locks::Hold hold;
    auto operator<=>(const Relative&) const = default;
  };
  std::vector<locks::ObjectLock> objects;
  std::vector<Relative> relatives;
  auto operator<=>(const Protection&) const = default;
};

class Stages {
 public:
  Stages(const PointerAnalysis& analysis, const threads::ThreadModel& threads, locks::LockState& locks,
         order::HandOver& hand_over, const escape::StillLocal& still_local, const ObjectSet& escaping,
         program::Annotations& annotations, const Assumptions& assumptions);

  // False if should_stop() stopped it: then some variables were left out.
  bool Run(const std::function<bool()>& should_stop);

  uint64_t Count(Stage stage) const { return counts_[static_cast<size_t>(stage)]; }
  const std::vector<VariableAccesses>& variables() const { return variables_; }
  const std::vector<Pair>& unlocked() const { return unlocked_; }
  locks::LockState& locks() const { return locks_; }
  program::Annotations& annotations() const { return annotations_; }
  const Ownership& ownership() const { return ownership_; }

  // What the stages ask about two accesses in their contexts. First: the threads that may make them at the same time.
  std::vector<std::pair<RootId, RootId>> ParallelRoots(const Access& a, const Access& b) const;
  bool HaveCommonLock(const Variable& variable, const Access& a, const Access& b, ObjectId object) const;
  // The same along these two call paths alone (LockState::Along).
  bool HaveCommonLockOn(const Variable& variable, const Access& a, const std::vector<uint32_t>& path_a, const Access& b,
                        const std::vector<uint32_t>& path_b, ObjectId object) const;
  bool IsStillLocal(const Variable& variable, const Access& access) const;
  // The same for a constructor's object: the paper leaves such accesses out from the first stage on.
  bool IsBuilding(const Variable& variable, const Access& access) const;
  bool IsEscaping(ObjectId object) const { return object == kStatics || escaping_.Contains(object); }
  // Whether the two are certainly to different things (ownership.h), or one certainly comes before the other
  // (hand_over.h).
  bool AreApart(const Variable& variable, const Access& a, const Access& b, ObjectId object) const;
  const Protection& ProtectionOf(const Variable& variable, const Access& access) const;
  // Whether the access holds the lock that the field's @GuardedBy names.
  bool HoldsGuard(const Variable& variable, const Access& access, const program::Guard& guard) const;

 private:
  struct ClassKey {
    uint32_t timing;
    bool is_local;
    uint32_t protection, moment;
    Claim claim;
    auto operator<=>(const ClassKey&) const = default;
  };

  // Objects that no stage tells apart, represented by one of them.
  struct Alike {
    ObjectId one;
    std::vector<uint32_t> accesses;
  };
  std::vector<Alike> GroupObjects(const VariableAccesses& of, const std::vector<uint32_t>& live,
                                  const ObjectSet& built) const;
  // `built`: those of the variable's objects that a constructor accesses after giving them away.
  Claim ClaimOf(const Access& access, ObjectId object, bool is_built) const;
  Protection ProtectionBy(locks::Locks held, const Variable& variable, const Access& access) const;
  uint32_t ProtectionIdOf(const Variable& variable, const Access& access) const;
  bool ProtectionsMeet(const Protection& a, const Protection& b, ObjectId object) const;
  void RunVariable(uint32_t index);
  static std::unordered_set<FieldId> FindUnstable(const PointerAnalysis& analysis, const locks::LockState& locks);

  const PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  locks::LockState& locks_;
  order::HandOver& hand_over_;
  const escape::StillLocal& still_local_;
  const ObjectSet& escaping_;
  program::Annotations& annotations_;
  const Assumptions& assumptions_;
  std::vector<VariableAccesses> variables_;
  uint64_t counts_[kStages] = {};
  std::vector<Pair> unlocked_;
  std::unordered_set<FieldId> unstable_;  // fields that are stored to outside constructors
  Ownership ownership_;
  mutable UnderConstruction under_construction_;

  Timings timings_;
  mutable std::vector<Protection> protections_;
  mutable std::map<Protection, uint32_t> protection_ids_;
};

}  // namespace raddle::race
