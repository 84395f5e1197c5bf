// Ownership: accesses that the same code makes in several threads, but to different things.
//
// The pointer analysis has one object for all that an allocation site makes, and one element for all elements of an
// array. So a worker that is started in a loop seems to race with itself on everything it has. It does not where
//   - it runs on an object that was made for it, or captured such an object, and the access is to that object or to a
//     part that was made together with it (own);
//   - it captured one element of an array or collection, in a loop over that;
//   - the object came out of a queue, which gives each object to one taker only (taken);
//   - the thread made the object itself, because it can get no such object from others (from_others.h), or because that
//     is where the variable has it from (own_making.h);
//   - the element's index comes from a number of the thread's own: a captured loop variable, a field of its object, the
//     argument that a parallel stream passes (index).
//
// Both accesses of a pair must have such a claim. May miss: two workers that were explicitly given the same object or
// the same number.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "locks/lock_state.h"
#include "race/access.h"
#include "race/from_others.h"
#include "race/own_making.h"
#include "race/taken.h"
#include "threads/thread_model.h"

namespace raddle::race {

using threads::RootId;

struct Claim {
  static constexpr uint32_t kNoFamily = ~uint32_t{0};
  uint32_t family = kNoFamily;  // of threads: the method that they run
  bool is_own = false;
  bool is_taken = false;
  bool is_kept = false;                         // swapped.h
  bool is_own_making = false;                   // from_others.h, own_making.h
  bool is_building = false, gets_late = false;  // under_construction.h
  bool has_own_index = false;
  bool has_constant_index = false;
  uint32_t index = 0;  // shape or constant
  uint32_t end = 0;    // of constants
  auto operator<=>(const Claim&) const = default;

  bool IsApartFrom(const Claim& other) const;
};

class Ownership {
 public:
  Ownership(const PointerAnalysis& analysis, const threads::ThreadModel& threads, locks::LockState& locks,
            const std::unordered_set<FieldId>& unstable, const ObjectSet& escaping, const Assumptions& assumptions);

  Claim ClaimOf(const Access& access, ObjectId object) const;
  // Whether the claim may differ from object to object.
  bool DependsOnObject(const Access& access) const;
  // Notes on what was assumed.
  std::vector<std::string> Notes() const;

 private:
  using Mask = uint64_t;  // parameters, the first 64
  struct OfRoot {
    std::unordered_map<InstanceId, Mask> own;
    std::unordered_set<ObjectId> objects;  // objects that its threads own
  };

  void FindHolders();
  bool HasOneHolder(uint32_t family, ObjectId object) const;
  uint32_t FamilyOf(RootId root) const;
  void FindOwn(RootId root);
  Mask OwnAtEntry(RootId root, const pointer::CallEdge& start, InstanceId entry);
  bool IsDealtOut(RootId root, const std::vector<ObjectId>& objects, ObjectId lambda, program::Var captured) const;
  const program::Call* CollectingCall(const pointer::CallEdge& start) const;
  bool IsSuppliedTwice(const pointer::CallEdge& start, InstanceId entry, program::Var parameter) const;
  bool IsHandedOver(const pointer::CallEdge& start, InstanceId entry, program::Var parameter) const;
  bool IsReceiverOwn(RootId root, const pointer::CallEdge& start) const;
  Mask OwnArguments(RootId root, Mask own, InstanceId caller, const pointer::CallEdge& edge) const;
  bool IsOwnNumber(const program::MethodCode& code, program::NumberId number, Mask own) const;
  bool IsOwnPart(RootId root, ObjectId object) const;
  bool RunsForOwn(RootId root, InstanceId instance, int depth) const;
  bool FieldDiffers(FieldId field) const;

  const PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  locks::LockState& locks_;
  const std::unordered_set<FieldId>& unstable_;
  std::vector<OfRoot> roots_;
  // By family and object: the start whose thread can reach the object from what it runs on; none if several can.
  std::unordered_map<uint64_t, uint32_t> holders_;
  Swapped swapped_;
  Taken taken_;
  Lenders lenders_;
  FromOthers from_others_;
  mutable OwnMaking own_making_;
  mutable std::unordered_map<FieldId, bool> differs_;
};

}  // namespace raddle::race
