// OwnMaking: whether the thread that runs a method made what a variable holds there, each time.
//
// FromOthers asks whether a thread can get any object of a kind from others. Here the question is about one variable. A
// thread may well find the contexts of all other threads in a list, to interrupt them, and yet work on the one it made:
//
//   Context c = new Context();   // in every thread
//   all.add(c);
//   c.push(...);                 // nobody else's, although others may find it in `all`
//
// The value is followed back to where it comes from. It is the thread's own if that is
//   - an allocation;
//   - an argument or a result that is the thread's own in all calls;
//   - a field, element or content of an object that is the thread's own, if every store there is made through an object
//     of the storing thread's own and stores such an object: then the storing thread is this thread;
//   - a ThreadLocal, if every thread puts only objects of its own there.
//
// It is not the thread's own if it comes from a static field, with the start of the thread, from a catch, or in any way
// not listed. Two threads that each hold an object of their own hold two objects. This is correct by induction on the
// steps of a run: if all values found to be a thread's own so far are its own, so is the next one. May miss: what the
// library does on its own account.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "race/access.h"
#include "race/holding.h"
#include "threads/thread_model.h"

namespace raddle::race {

class OwnMaking {
 public:
  OwnMaking(const PointerAnalysis& analysis, const threads::ThreadModel& threads);

  // Whether those of these objects that the variable holds are the thread's own.
  bool Is(InstanceId instance, program::Var var, ObjectId object);

 private:
  // A variable, as far as it holds these objects; or, with is_within, as far as the objects that it holds do.
  struct Item {
    InstanceId instance;
    program::Var var;
    ObjectId object;
    bool is_within = false;
    bool operator==(const Item&) const = default;
  };
  struct ItemHash {
    size_t operator()(const Item& item) const;
  };
  using Items = std::vector<Item>;
  using Use = std::pair<InstanceId, uint32_t>;  // a statement

  void FindUses();
  void AddUse(ObjectId object, pointer::FieldKey field, InstanceId instance, uint32_t at);
  // Adds the items that the value comes from. False if it may be another thread's.
  bool Follow(const Item& item, Items& from);
  bool FollowParameter(const Item& item, uint32_t parameter, Items& from);
  bool FollowLoad(const Item& item, program::Var base, pointer::FieldKey field, Items& from);
  bool FollowStores(ObjectId holder, pointer::FieldKey field, ObjectId object, Items& from);
  bool FollowCall(const Item& item, uint32_t at, Items& from);
  bool FollowContents(const Item& item, Items& from);
  bool FollowPuts(ObjectId bag, ObjectId object, Items& from);
  bool FollowMakers(ObjectId bag, ObjectId object, Items& from);
  bool IsCopy(const program::Call& call) const;
  bool IsMadeElsewhere(InstanceId instance, uint32_t at, ObjectId object) const;
  // Whether any analysed code runs there.
  bool FollowReturns(InstanceId instance, uint32_t at, ObjectId object, Items& from);
  bool IsThreadLocal(ObjectId bag) const;
  bool HasWithin(InstanceId instance, program::Var var, ObjectId object) const;
  bool Holds(InstanceId instance, program::Var var, ObjectId object) const;
  bool Contains(const ObjectSet& set, ObjectId object) const;

  const PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  bool gives_up_ = false;
  std::unordered_map<ObjectId, ObjectSet> views_;          // of objects that have some, themselves included
  ObjectSet wrapped_;                                      // by other collections
  std::unordered_set<InstanceId> starts_;                  // where threads and callers start
  std::unordered_map<uint64_t, std::vector<Use>> stores_;  // by object and field: statements that store there
  std::unordered_map<ObjectId, std::vector<Use>> puts_;    // calls of the library that may put something there
  std::unordered_map<uint64_t, std::vector<InstanceId>> run_elsewhere_;  // by call: what other threads run for it
  Definitions definitions_;
  std::unordered_map<Item, bool, ItemHash> known_;
  uint64_t steps_ = 0;
};

}  // namespace raddle::race
