// UnderConstruction: whether an access can be to an object whose constructor is still running in another thread.
//
// A constructor that hands its object to a timer or puts it into its parent's list has given it away, but only to those
// who look there. Whoever got it from anywhere else got it after the constructor was done: from its caller, from a
// field that the constructor does not store it to. So what a constructor does to its object is compared with accesses
// that may come by the object where the constructor left it, and not with the others.
//
// What a constructor leaves, and where, is what all methods that it calls store, whatever the order. An object's parts
// are as young as the object, if its constructor alone makes them. May miss: an object that the thread it was handed to
// hands on to callers while the constructor runs.
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

  // A constructor's access to its own object. Two of those are never to one object in two threads.
  bool IsBuilding(InstanceId instance, program::Var base) const;
  // What the variable holds of these objects, it holds only after their constructors are done.
  bool GetsLate(InstanceId instance, program::Var var, ObjectId object);

 private:
  using Place = std::pair<InstanceId, program::Var>;
  // Of an object: what is made with it, and where its constructor leaves any of that.
  struct Young {
    bool gives_up = false;
    ObjectSet parts;                       // and itself
    std::unordered_set<uint64_t> left_in;  // object and field
    std::unordered_set<FieldId> left_in_statics;
    std::unordered_set<uint64_t> late;  // variables that were searched, and hold it late
    enum { kUnknown, kLate, kEarly } callers = kUnknown;
  };

  const Young& YoungOf(ObjectId object);
  void FindParts(Young& young, ObjectId object, const std::vector<InstanceId>& entries,
                 std::vector<InstanceId>& during);
  void FindLeft(Young& young, InstanceId during) const;
  void LeaveInLibrary(Young& young, InstanceId during, uint32_t at, const program::Call& call) const;
  bool IsEarly(Young& young, std::vector<Place> pending);
  bool CallersGetEarly(Young& young);
  // Where a variable has its value from: more variables, or true if it may be an early one.
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
