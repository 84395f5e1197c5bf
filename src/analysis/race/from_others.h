// FromOthers: which objects a thread can get from another thread, as far as its own code can ask for them.
//
// That several threads can reach an object does not mean that several threads use it. A connection that hands itself to
// a timer is in a list that everybody can reach. But the threads that make connections only put them there and never
// take one out. So each thread works on those it made itself, and two threads work on different ones, although all are
// one abstract object. A thread gets from others
//   - what comes with its start: the object it runs on, captured variables, arguments;
//   - what it reads from static fields, and from fields of objects that it got from others;
//   - what it reads from fields of its own objects, if another thread has got those objects and stores there;
//   - what comes out of futures and other library objects that escape, and out of collections that another thread has.
//
// Every other object the thread made itself, or has from a pool that lends it (lenders.h). Flow-insensitive; a fixed
// point over all threads. Callers of an open program get everything.
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

  // Whether a thread of this root may have one of these objects that it did not make.
  bool MayGet(threads::RootId root, ObjectId object) const;
  // The analysis gave up: every thread may get everything.
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
  std::unordered_map<ObjectId, ObjectSet> views_;              // the views of objects that have some
  uint64_t steps_ = 0;
};

}  // namespace raddle::race
