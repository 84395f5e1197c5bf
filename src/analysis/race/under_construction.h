// UnderConstruction: whether an access can be to an object whose constructor is still running in another thread.
//
// A constructor that hands its object to a timer, or puts it into its parent's list, has given it away, but only to
// code that looks there. Code that got the object from anywhere else (from its caller, from a field to which the
// constructor does not store it) got it after the constructor was done. So a constructor's accesses to its object are
// compared with accesses that may have got the object where the constructor left it, and not with the others.
//
// The places where a constructor leaves its object are all stores in the methods that it calls, in whatever order. The
// parts of an object that only its constructor makes count as under construction as long as the object does. May miss:
// a thread that was handed the object passes it on to callers while the constructor still runs.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "race/access.h"
#include "race/holding.h"
#include "threads/thread_model.h"

namespace raddle::race {

class UnderConstruction {
 public:
  UnderConstruction(const PointerAnalysis& analysis, const threads::ThreadModel& threads)
      : analysis_(analysis), threads_(threads) {}

  // Whether this is a constructor's access to its own object. Two such accesses in two threads are never to one object.
  bool IsBuilding(InstanceId instance, program::Var base) const;
  // Whether the variable holds these objects only after their constructors are done.
  bool GetsLate(InstanceId instance, program::Var var, ObjectId object);

 private:
  using Place = std::pair<InstanceId, program::Var>;
  // An object, what is made with it, and where its constructor leaves any of these.
  struct Young {
    bool gives_up = false;
    ObjectSet parts;                       // and the object itself
    std::unordered_set<uint64_t> left_in;  // object and field
    std::unordered_set<FieldId> left_in_statics;
    std::unordered_set<uint64_t> late;  // variables that were searched and get the object late
    enum { kUnknown, kLate, kEarly } callers = kUnknown;
  };

  const Young& YoungOf(ObjectId object);
  void FindParts(Young& young, ObjectId object, const std::vector<InstanceId>& entries,
                 std::vector<InstanceId>& during);
  void FindLeft(Young& young, InstanceId during) const;
  void LeaveInLibrary(Young& young, InstanceId during, uint32_t at, const program::Call& call) const;
  bool IsEarly(Young& young, std::vector<Place> pending);
  bool CallersGetEarly(Young& young);
  // Adds the variables that a value comes from. True if it may be an early one.
  bool Follow(Young& young, const Place& place, std::vector<Place>& pending);
  bool FollowParameter(Young& young, InstanceId instance, uint32_t parameter, std::vector<Place>& pending);
  bool FollowLoad(const Young& young, const Place& base, uint32_t field, std::vector<Place>& pending) const;
  bool FollowCall(const Young& young, InstanceId instance, uint32_t at, std::vector<Place>& pending) const;

  const PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  std::unordered_map<ObjectId, Young> young_;
  Definitions definitions_;
  std::unordered_set<InstanceId> entries_;       // that callers call
  std::unordered_map<InstanceId, bool> starts_;  // entries of threads
  size_t steps_ = 0;
};

}  // namespace raddle::race
