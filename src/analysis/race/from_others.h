// FromOthers: which objects a thread can get from another thread, as far as its own code can ask for them.
//
// An object that several threads can reach is not therefore one that several threads use. A connection that hands
// itself to a timer is in a list that everybody can reach, but the threads that make connections only put them there,
// and never take one out. So each of them works on those it made itself, and two such threads work on different ones,
// although they are one abstract object. What a thread gets from others comes
//   - with its start: what it runs on, what was captured, what it is called with;
//   - out of static fields, and out of the fields of objects that it got from others;
//   - out of fields of its own objects, if somebody else has got those and stores there;
//   - out of futures and other objects of the library that escape, and out of collections that somebody else has got.
// Everything else it made, or has from a pool that lends it (lenders.h). Flow-insensitive, a fixed point over all
// threads. Callers of an open program get everything.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "race/access.h"
#include "race/lenders.h"
#include "threads/thread_model.h"

namespace raddle::race {

class FromOthers {
 public:
  FromOthers(const PointerAnalysis& analysis, const threads::ThreadModel& threads, const ObjectSet& escaping,
             const Lenders& lenders);

  // Whether a thread of this root may have one of these that it did not make.
  bool MayGet(threads::RootId root, ObjectId object) const;
  // Every thread may get everything.
  bool gives_up() const { return gives_up_; }

 private:
  using RootId = threads::RootId;
  void FindStores();
  void FindUses(InstanceId instance, const program::Call& call);
  bool IsFilledByCalls(ObjectId bag) const;
  bool Visit(RootId root, InstanceId instance);
  bool VisitLoad(RootId root, InstanceId instance, const program::Statement& statement, uint32_t field);
  bool VisitLibraryCall(RootId root, InstanceId instance, uint32_t at, const program::Call& call);
  bool VisitCallback(RootId root, const pointer::CallEdge& edge);
  bool GivesOut(InstanceId instance, const program::Call& call) const;
  ObjectSet ReturnedByOurs(InstanceId instance, uint32_t at, const program::Call& call) const;
  bool IsLent(InstanceId instance, const program::Call& call, ObjectId object) const;
  bool IsMadeAt(ObjectId object, InstanceId instance, uint32_t statement) const;
  bool IsOpen(RootId root, ObjectId object) const;
  bool IsOpenToOthers(RootId root, InstanceId instance, const program::Call& call) const;
  ObjectSet HeldBelow(const ObjectSet& objects) const;

  const PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  const ObjectSet& escaping_;
  const Lenders& lenders_;
  bool gives_up_ = false;
  std::vector<ObjectSet> got_;                                 // by root
  std::unordered_map<uint64_t, std::vector<RootId>> storers_;  // by object and field
  std::unordered_map<ObjectId, std::vector<RootId>> users_;    // of collections
  ObjectSet wrapped_;                                          // by other collections
  std::unordered_map<ObjectId, ObjectSet> views_;              // of objects that have some
  uint64_t steps_ = 0;
};

}  // namespace raddle::race
