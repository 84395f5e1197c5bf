// Sections: which atomic sections threads are in, and which threads come between (AtomRace, §3.2 and Fig. 3).
//
// A thread enters a section at its first access of the variable and leaves it at an end, where the verdict is given: it
// is an atomicity violation if another thread has meanwhile made an access that this end does not allow. The sections
// of every thread are watched, not only those of the first thread that came. A section belongs to an *activation*, one
// call of the method that it lies in: when the call returns or throws, the sections it has opened are closed without a
// verdict. If a section is already open on the same variable, entering it again only counts. If an end is also the
// entry (a loop), the verdict of the old section comes before the new one begins.
//
// On a collection an access is a call, which takes effect at some moment before it is over, perhaps after taking a lock
// of its own. So a section is open from the return of its first call to the beginning of its last, and another thread's
// call came between only if all of it did.
//
// Healing: a thread that is about to do what an open section does not allow, or to enter one on the same variable,
// waits until that section is closed, for as long as the caller says. Nobody waits for a thread that waits for him,
// directly or through others; so threads that hold each other up go on at once. A *guest* is an access outside of all
// sections that one of them would not allow: while it lasts, no section on its variable begins.
//
// May miss: accesses that the caller was not told of. May falsely report: nothing, if the sections are right.
//
// Any thread. One lock, held for a moment; there are few sections.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "atoms/section.h"
#include "detect/atomrace/marks.h"
#include "event/ids.h"

namespace raddle::detect::atomrace {

struct Intruder {
  uint64_t thread = 0;
  uint32_t site = 0;
  bool write = false;
  atoms::Effect effect = atoms::Effect::kRead;
  StackId stack;
};

struct Violation {
  uint32_t section = 0;
  uint32_t end = 0;
  uint64_t thread = 0;
  uint32_t entry_site = 0;
  std::vector<Intruder> intruders;  // those that the end does not allow
};

class Sections {
 public:
  using SameObject = Marks::SameObject;
  using Keep = std::function<const void*(const void*)>;
  using Drop = std::function<void(const void*)>;
  using TakeStack = std::function<StackId()>;
  // The thread that another one waits for by means of the program's own, where these can be asked: 0 is none or not
  // known, kAnybody one that nobody can name.
  using WaitsForWhom = std::function<uint64_t(uint64_t thread)>;
  static constexpr uint64_t kAnybody = ~uint64_t{0};
  using Activation = int32_t;  // 0: none

  struct References {
    SameObject same;
    SameObject same_key;
    Keep keep;  // of an object or key that came with an access: a reference that lasts until it is given to `drop`
    Drop drop;
    WaitsForWhom waits_for = nullptr;
  };

  // The sections must outlive this.
  Sections(const std::vector<atoms::Section>& sections, References references);

  Activation NewActivation();
  // How many sections and guests there are now on variables of a kind, and calls in which one may begin or end; to be
  // read by anybody at any time.
  using Kind = atoms::Variable::Kind;
  const int32_t* open_on(Kind kind) const { return &open_on_[static_cast<size_t>(kind)]; }

  // Where a section begins at an access.
  struct Beginning {
    uint32_t section;
    Activation activation;
  };
  // How a wait for others went.
  enum class Waited : uint8_t { kNot, kUntilFree, kTooLong, kDeadlock };

  // Before an access: waits, if asked to, while others are in a section that does not allow it (or in any, if it begins
  // one itself); then tells those that it intrudes upon, whose evidence is `stack`, taken only then; then begins what
  // it begins. A guest stays until Passed.
  Waited Arrive(const Access& access, const std::vector<Beginning>& beginnings, std::chrono::nanoseconds longest,
                const TakeStack& stack, bool guest = false);
  // The same around a call on a collection. A call that throws is never over: the thread's next one sees to that.
  Waited BeginCall(const Access& access, const std::vector<Beginning>& beginnings, std::chrono::nanoseconds longest,
                   bool guest = false);
  void EndCall(uint64_t thread, const TakeStack& stack);
  // Whether some section on a variable of this name does not allow the access.
  bool IsUnwelcome(const std::string& variable, const Access& access) const;

  // Before an access with which a section may end, and behind it.
  void Reach(uint32_t section, uint32_t end, const Access& access);
  std::vector<Violation> Passed(uint64_t thread);

  // Without a verdict: one section, or all of an activation.
  void Exit(uint64_t thread, Activation activation, std::optional<uint32_t> section);
  void ThreadEnds(uint64_t thread);

  // The calls that a scope is in (points that are calls), by section and end; kEntry is the entry. Healing, whoever
  // makes the call with which a section begins waits here: later it may hold a lock that others need to get out.
  static constexpr int32_t kEntry = -1;
  Waited Calling(uint64_t thread, Activation activation, uint32_t section, int32_t end,
                 std::chrono::nanoseconds longest);
  void Called(uint64_t thread, Activation activation, uint32_t section, int32_t end);
  // 0: the thread is not in such a call.
  Activation CallOf(uint64_t thread, uint32_t section, int32_t end);

  // Waits while `owner` names a thread, which it is asked for under the lock of this; who makes the answer another one
  // calls Released.
  Waited WaitForOwner(uint64_t thread, std::chrono::nanoseconds longest, const std::function<uint64_t()>& owner);
  void Released();

  // A thread in a section waits for a lock that `owner` holds: who waits for it should not, if he is that owner.
  void Blocked(uint64_t thread, uint64_t owner);
  void Unblocked(uint64_t thread);
  bool InSection(uint64_t thread);

 private:
  static constexpr uint32_t kGuest = ~uint32_t{0};  // in place of a section

  struct Open {
    uint32_t section;
    Activation activation;
    Access entry;
    uint64_t serial = 0;  // no two times that a section was begun have the same
    uint32_t depth = 1;
    bool just_entered = true;  // the entry's own access is not over
    bool in_entry_call = false;
    int32_t ending = -1;  // the end whose access is under way
    std::vector<Intruder> intruders;
  };
  // A call that is under way, and a section of another thread that was open when it began.
  struct Intrusion {
    uint64_t owner;
    uint64_t serial;
    Access access;
  };
  struct Call {
    Activation activation;
    uint32_t section;
    int32_t end;
  };
  struct ThreadSections {
    std::vector<Open> open;
    std::vector<Call> calls;
    std::vector<Intrusion> intrusions;
    uint64_t waits_for = 0;  // another thread
  };

  bool SameVariable(const Variable& kept, const Variable& asked) const;
  int32_t& CountOf(Kind kind) { return open_on_[static_cast<size_t>(kind)]; }
  int32_t& Count(uint32_t section) { return CountOf(sections_[section].variable.kind); }
  int32_t& Count(const Open& open);
  bool Permits(uint32_t section, const atoms::End& end, bool write, atoms::Effect effect) const;
  bool Allowed(const Open& open, const Access& access) const;
  bool IsLoop(uint32_t section) const;
  // ask: also by means of the program's own.
  bool WaitsFor(uint64_t thread, uint64_t other, bool ask) const;
  // A thread that is in a section which does not allow the access; 0 if there is none.
  uint64_t InTheWay(const Access& access, bool entering) const;
  // A thread that is in, or about to enter, a section on a variable of the same name.
  uint64_t AtTheGate(uint64_t thread, uint32_t section) const;
  template <typename Owner>
  Waited WaitWhile(std::unique_lock<std::mutex>& lock, uint64_t thread, std::chrono::nanoseconds longest, Owner owner);
  void Enter(const Beginning& beginning, const Access& access, bool call);
  void Add(const Beginning& beginning, const Access& access, bool call);
  void Intrude(const Access& access, const TakeStack& stack);
  static void Note(Open& open, const Access& access, const TakeStack& stack);
  void ForgetWhatFailed(uint64_t thread);
  void Close(ThreadSections& thread, size_t i);
  template <typename Test>
  void EraseCalls(ThreadSections& thread, Test test);
  void Forget(uint64_t thread);

  const std::vector<atoms::Section>& sections_;
  std::unordered_map<std::string, std::vector<uint32_t>> by_variable_;  // the sections on it
  const References refs_;
  std::atomic<Activation> last_activation_ = 0;
  std::mutex mutex_;  // guards what follows
  std::condition_variable closed_;
  std::unordered_map<uint64_t, ThreadSections> threads_;  // those that are in a section, a call, or wait
  uint64_t last_serial_ = 0;
  int32_t open_on_[3] = {};  // by kind; written with care, since others read it without the lock
};

}  // namespace raddle::detect::atomrace
