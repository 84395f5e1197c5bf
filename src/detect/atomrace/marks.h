// Marks: which thread is at which variable right now (AtomRace, §3.1 and Fig. 2).
//
// A thread that is about to access a variable, or has just done so, may leave a mark there and be held up. Another
// thread that comes to the same variable meanwhile sees the mark. If one of the two writes, both accesses happen with
// nothing to order them: a data race caught in the act. Not every access leaves a mark. An access without a mark takes
// no time in which it could be caught, so it can only be the one that meets a mark. So marks lie in a table of the few
// that exist at a moment, not in the object, and an access that need not look costs nothing here.
//
// May miss: whatever does not meet a mark. May falsely report: nothing. A mark is there from Enter to Leave. Between
// these and the access itself the marking thread does nothing that could order the access before or after anything; nor
// does an intruder between its Look and its access. So there can be no happens-before between the two, whatever the
// program synchronises with.
//
// Any thread, also one in native code: Enter and Look take one of 64 locks for a moment. What is done to a mark's owner
// in a Visit (taking its stack) is done while the owner cannot leave.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "atoms/section.h"

namespace raddle::detect::atomrace {

// A variable: an object and what of it. How objects are told apart is the caller's business (Marks::Same).
struct Variable {
  const void* object = nullptr;  // null for a static field
  uint32_t hash = 0;             // of the object's identity
  uint64_t field = 0;            // different for each field of an object, and for each static; 0 for an array element
  int64_t index = -1;            // of an array element; of what `key` names, a hash of it
  const void* key = nullptr;     // what of a collection; null: all of it, or no collection
};

struct Access {
  Variable variable;
  uint64_t thread = 0;
  uint32_t site = 0;
  bool write = false;
  atoms::Effect effect = atoms::Effect::kRead;  // on a collection
};

struct Mark {
  Access access;
  const void* owner = nullptr;  // whatever the caller wants to know of its thread
  bool met = false;             // somebody came; guarded by the table, as `cut`
  bool cut = false;             // its thread is not to wait any longer
};

class Marks {
 public:
  using SameObject = std::function<bool(const void* kept, const void* asked)>;
  using Visit = std::function<void(const Mark&)>;

  explicit Marks(SameObject same) : same_(std::move(same)) {}

  // Somebody is at the variable: visit is called for each mark that conflicts with the access. True if there was any
  // mark of another thread, also one that does not conflict.
  bool Look(const Access& access, const Visit& visit);

  // The same, and the mark is put down at the same moment, so that of two threads one sees the other. The mark must
  // stay where it is until it has left.
  bool Enter(Mark& mark, const Visit& visit);
  // Until it is time, or somebody cut it short, or, if asked for, another thread has come to the mark's variable.
  void Hold(Mark& mark, std::chrono::nanoseconds longest, bool until_met);
  // Somebody has come, or cut it short.
  bool IsOver(const Mark& mark);
  void Leave(Mark& mark);

  // Cuts short the waits of those marks of which `which` is true.
  void CutShort(const std::function<bool(const Mark&)>& which);

 private:
  struct Bucket {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<Mark*> marks;  // guarded by mutex
  };

  static bool Conflict(const Access& a, const Access& b) { return a.write || b.write; }
  bool SameVariable(const Variable& kept, const Variable& asked) const;
  bool LookIn(Bucket& bucket, const Access& access, const Visit& visit);
  Bucket& BucketOf(const Variable& variable);

  const SameObject same_;
  std::array<Bucket, 64> buckets_;
};

}  // namespace raddle::detect::atomrace
