// views: variables that one thread treats as one thing and another takes apart, each access under the lock.
//
// What counts as a conflict is in view_set.h. In strict mode that is the paper's definition to the letter: the views of
// all locks together, all variables, each instance for itself. By default
//   - views are compared under the same lock only, so that the sections of an inner lock do not conflict with the
//   section
//     of the outer one around them;
//   - variables that nobody has written since a second thread touched them are left out; when one of them is written
//     after all, what was seen with it is looked at again;
//   - the elements of the arrays of one type are one variable under a lock: which of them a section touches is mostly a
//     matter of data, and each choice would be a view of its own;
//   - the rules `order` and `conditional` of view_set.h hold;
//   - the same names in the same methods are one report, however many objects.
//
// A wait ends a section and begins another. What is not woven (the JDK's own state) is not seen, so not in views.
//
// What it costs the others: a section must see each variable it touches, so epochs end with acquires too
// (EngineOptions::views), and whatever is touched under a lock has a record from the first time on. Nearly every first
// access to a variable in a section takes the slow path. Itself: for each lock held an entry for each such access; at
// the end of an outermost section a sort and a look into the lock's set of views, under a lock that few share. Memory:
// eight bytes a variable, and kMostLocks sets of views; when a part of the table is full it starts anew.
//
// May miss: sections of code that did not run; variables that no thread treats as one; reads and writes back in two
// sections (Fig. 7: that is `atomrace`'s); views that a bound of view_set.h left out; locks whose views were forgotten.
//
// May falsely report: sections that are longer than they need be (§3.4); two readers, if somebody writes the variables
// at all; a branch not taken, if nobody took it under that lock.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "detect/detector.h"
#include "detect/per_thread.h"
#include "detect/views/view_set.h"

namespace raddle::detect {

class Views final : public Detector {
 public:
  Views(Reporter& reporter, Sink& sink, bool strict) : Detector(reporter), sink_(sink), strict_(strict) {}

  std::string_view name() const override { return "views"; }
  Grade grade() const override { return Grade::kPredicted; }
  runtime::PartLayout part() const override { return PartOf<Part>(); }
  bool CanForget(std::span<const Past>, const Now&) const override { return true; }  // only what no lock was held for
  void Remember(void* part, const Past& past) override;
  void OnAccess(void* part, const Now& now) override;

  bool wants_events() const override { return true; }
  void OnAcquire(ThreadState& thread, LockId lock, event::LockMode mode, event::Manner manner) override;
  void OnRelease(ThreadState& thread, LockId lock, event::LockMode mode) override;
  void OnEnd(ThreadState& thread) override { threads_.Drop(thread.id()); }

 private:
  static constexpr size_t kShards = 64, kMostLocks = size_t{1} << 16, kMostElements = size_t{1} << 10;

  struct Part {
    uint32_t number = 0;  // of the variable; 0: none yet
    ThreadId first;
    bool shared = false, written = false;  // since it is shared
    enum class Kind : uint8_t { kNotAsked, kVariable, kElement } kind = Kind::kNotAsked;
  };
  struct Block {
    LockId lock;
    uint32_t modes = 0;  // in how many of them it is held
    runtime::Moment last;
    View touched;

    void Add(uint32_t variable) {
      if (touched.empty() || touched.back() != variable) touched.push_back(variable);
    }
  };
  struct Elements {
    uint32_t number = 0;  // as a variable
    bool written = false;
  };
  struct Thread {
    std::vector<Block> blocks;
    std::unordered_map<uint64_t, Elements> elements;  // by lock and name: what it knows of elements_
  };
  struct Variable {
    VariableId name;
    bool written = false;
    std::vector<LockId> locks;  // in whose views it is
  };
  struct Shard {
    std::mutex mutex;
    std::unordered_map<LockId, ViewSet> sets;  // guarded by mutex
  };

  LockId SetOf(LockId lock) const { return strict_ ? LockId() : lock; }
  Shard& ShardOf(LockId lock) { return shards_[lock.value() % kShards]; }
  void Touch(Part& part, ThreadId thread, bool write);
  bool IsElement(Part& part, VariableId name);
  void OnElement(const Part& part, const Now& now);
  uint32_t NewVariable(VariableId name, bool written);  // requires mutex_
  void End(ThreadState& thread, Block block);
  void LookAgain(uint32_t variable);
  ViewSet::Rules MakeRules();
  ViewSet::Report Into(std::vector<ViewConflict>& found, LockId lock);
  bool IsNew(const Divergence& conflict);  // requires mutex_

  Sink& sink_;
  const bool strict_;
  PerThread<Thread> threads_;
  std::array<Shard, kShards> shards_;

  std::mutex mutex_;                                 // taken inside a shard's; guards what follows
  std::vector<Variable> variables_;                  // by number, less one
  std::unordered_map<uint64_t, uint32_t> elements_;  // their numbers, by lock and name
  std::unordered_set<uint64_t> reported_;
};

}  // namespace raddle::detect
