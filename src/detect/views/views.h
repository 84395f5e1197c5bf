// views: variables that one thread treats as one thing and another takes apart, each access under the lock.
//
// view_set.h says what counts as a conflict. In strict mode that is the paper's definition to the letter: the views of
// all locks together, all variables, each instance for itself. By default
// - views are compared under the same lock only, so that the sections of an inner lock do not conflict with the section
//   of the outer lock around them;
// - variables that nobody has written since a second thread touched them are left out; when one of them is written
//   after all, what was seen with it is looked at again;
// - the elements of all arrays of one type are one variable under a lock: mostly the data decides which elements a
//   section touches, and each choice would be a view of its own;
// - the rules `order`, `conditional` and `gate` of view_set.h hold;
// - the same names in the same methods are one report, however many objects there are; and two methods get no more than
//   kMostAlike reports, since what a section touches may vary as much as the data.
//
// A wait ends a section and begins another. What is not woven (the JDK's own state) is not seen, so it is in no view.
//
// There are two ways to tell the detector what happens. Over a trace it is told as a Detector. A section must then see
// each variable that it touches, so epochs end with acquires too (EngineOptions::views), and whatever is touched under
// a lock has a record from the first time on; what is written under a lock outside of constructors is no constant. In a
// live run (EngineOptions::sections_told) this is not needed: whoever makes the events notes what a thread touches
// while it holds a lock, and tells of a section when it is over (OnSection), except for sections that were told before
// and would change nothing. Then accesses without any lock are not known at all. An object counts as shared when
// another thread than its maker touches it in a section; something without a maker does when a second thread touches
// it. Under a lock that only one thread has taken nothing can conflict, and most locks stay like that: the latest
// sections of such a lock wait, unlooked at, for a second thread.
//
// Memory: kMostLocks sets of views. When a part of the table is full, locks of one thread alone are forgotten; if that
// is not enough, that part starts anew. When there are more than kMostVariables variables, everything starts anew.
//
// May miss: sections of code that did not run; variables that no thread treats as one; reads and writes back in two
// sections (Fig. 7: that is `atomrace`'s); views that a bound of view_set.h left out; locks whose views were forgotten.
// In a live run also: sections that their thread made kMostWaiting others ago, before anybody else took the lock, and
// never again; sections of different windows (runtime/windows.h), where there are windows; variables that are written
// only without a lock.
//
// May falsely report: sections that are longer than they need be (§3.4); two readers, if somebody writes the variables
// at all; a branch not taken, if nobody took it under that lock.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "detect/detector.h"
#include "detect/per_thread.h"
#include "detect/views/view_set.h"

namespace raddle::detect {

class Views final : public Detector {
 public:
  Views(Reporter& reporter, Sink& sink, bool strict) : Detector(reporter), sink_(sink), strict_(strict) {}

  // A variable that a section touched.
  struct Touched {
    uint64_t object;  // whoever tells has numbered them; 0: none, a static
    VariableId name;
    bool write;
    bool by_maker;  // of the object; true where that is nobody's

    friend bool operator==(const Touched&, const Touched&) = default;
  };
  // Locks are in groups, whichever whoever tells has put them in: those that he has to tell of again are named by it.
  static constexpr uint32_t kGroups = 64;
  // The thread gives up the lock now. The gates: those that it took before and has held for writing all along. The
  // site: where, or none. Telling the same again changes nothing until what is visible to the thread changes, or
  // `stale` was called for it and the lock's group.
  enum class Fate : uint8_t { kNoted, kWaits, kNoRoom };
  Fate OnSection(ThreadState& thread, LockId lock, uint32_t group, std::vector<LockId> gates,
                 std::span<const Touched> touched, SiteId site);
  std::function<void(ThreadId, uint32_t)> stale = [](ThreadId, uint32_t) {
  };  // no thread: all, of all groups; with locks held
  void OnGone(LockId lock);  // nobody will ever take it again
  // All is forgotten, if there are more variables than that: what was told so far and what is told from now on is not
  // compared.
  void StartAnew(size_t most = 0);

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
  static constexpr size_t kMostVariables = size_t{1} << 17, kMostWaiting = 16;
  static constexpr uint32_t kMostAlike = 4, kMostStacks = 16, kMostUnplaced = 8192, kEach = 16;

  struct Part {
    uint32_t number = 0;  // of the variable; 0: none yet
    ThreadId first;
    bool shared = false, written = false;  // since it is shared
    enum class Kind : uint8_t { kNotAsked, kVariable, kElement } kind = Kind::kNotAsked;
  };
  struct Block {
    LockId lock;
    uint32_t modes = 0;   // in how many of them it is held
    bool shared = false;  // one of these was for reading
    std::vector<LockId> gates;
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
  struct Visited {
    uint32_t times = 0;  // that somebody looked
    Place last;
  };
  struct Thread {
    std::vector<Block> blocks;
    std::unordered_map<uint64_t, Elements> elements;  // by lock and name: what it knows of elements_
    std::unordered_map<SiteId, Visited> visited;      // where it ended sections
  };
  struct Variable {
    VariableId name;
    bool written = false;
    std::vector<LockId> locks;  // in whose views it is
  };
  // What is known of an object's variable, where sections are told.
  struct Member {
    uint32_t number = 0;  // 0: those of the elements count
    ThreadId first;
    bool shared = false, written = false;
    std::optional<uint32_t> changed;  // by the first thread, before it was shared, under a lock of that group
  };
  // A section that was told.
  struct Told {
    ThreadId thread;
    LockId lock;
    uint32_t group;
    std::vector<LockId> gates;
    std::vector<Touched> touched;
    runtime::Moment last;
    runtime::VectorClock seen;
    SiteId site;
    Place at;  // none: nobody has looked
  };
  struct Lock {
    ThreadId first;  // who has told of it
    uint32_t group = 0;
    std::unique_ptr<ViewSet> set;  // null: nobody else has
    std::vector<Told> waiting;     // until then
  };
  struct Shard {
    std::mutex mutex;
    std::unordered_map<LockId, Lock> locks;  // guarded by mutex
  };

  LockId SetOf(LockId lock) const { return strict_ ? LockId() : lock; }
  Shard& ShardOf(LockId lock) { return shards_[lock.value() % kShards]; }
  void Touch(Part& part, ThreadId thread, bool write);
  bool IsElement(Part& part, VariableId name);
  void OnElement(const Part& part, const Now& now);
  uint32_t NewVariable(VariableId name, bool written);  // requires mutex_
  Lock& LockIn(Shard& shard, LockId lock);              // requires the shard's mutex
  bool IsAlone(const Lock& lock, ThreadId thread) const {
    return !strict_ && lock.set == nullptr && lock.first == thread;
  }
  bool IsTooDear();
  // None: it waits. Else those that have waited for a second thread until now.
  std::optional<std::vector<Told>> WaitOrShare(ThreadState& thread, Told& section);
  std::vector<Told> Share(Lock& lock);  // requires the shard's mutex
  Fate Take(const Told& section, const std::function<Place()>& look);
  void End(ThreadId thread, Block block, const runtime::VectorClock& seen, SiteId site,
           const std::function<Place()>& look);
  Place PlaceAt(ThreadState& thread, SiteId site);  // where it is now
  bool HasRoom(LockId lock);
  // 0: it is new, and there is no room for it. Both require mutex_.
  uint32_t NumberOf(const Touched& each, const Told& section, bool room, View& written);
  uint32_t ElementsOf(LockId lock, VariableId name);
  void MakeStale(Lock& lock, ThreadId but);
  void LookAgain(uint32_t variable);
  ViewSet::Rules MakeRules() const;                                     // to be used with mutex_
  ViewSet::Report Into(std::vector<ViewConflict>& found, LockId lock);  // likewise
  bool IsNew(const Divergence& conflict);                               // requires mutex_
  bool IsEnough(const Section& whole, const Section& part) const;       // likewise

  Sink& sink_;
  const bool strict_;
  PerThread<Thread> threads_;
  std::atomic<uint32_t> unplaced_{0};  // sections, told live
  std::array<Shard, kShards> shards_;

  std::mutex mutex_;                                 // taken inside a shard's; guards what follows
  std::vector<Variable> variables_;                  // by number, less one
  uint64_t written_ = 1;                             // changes when one of them is, for the first time
  std::unordered_map<uint64_t, uint32_t> elements_;  // their numbers, by lock and name
  std::unordered_map<uint64_t, Member> members_;     // by object and name
  std::unordered_map<VariableId, bool> is_element_;
  std::unordered_set<uint64_t> reported_;
  std::unordered_map<uint64_t, uint32_t> reported_of_;  // how many, by the methods of a whole and a part
};

}  // namespace raddle::detect
