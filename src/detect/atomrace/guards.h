// Guards: healing the atomic sections of fields at the cost of two compare-and-swaps each.
//
// A guard is a word outside the Java heap, one of two thousand. A variable belongs to one of them, by its field and the
// identity of its object. (Where a section begins in a call, nobody knows the object before the call; then by the field
// alone.) A thread in a section holds the guard, and any other thread that comes to the variable waits. Three things
// are done in Java (RaddleGuard.java): taking a guard that is free, giving back one that nobody asked for, and seeing
// that nobody is there. The rest is here: waiting, and what is known of those who gave up waiting.
//
//   word: thread id << 24 | depth << 4 | kAsked       0: free, and nobody has anything to be told
//
// kAsked makes everybody come here. It means that a thread waits for the guard; or has gone on without it, an
// *intrusion* upon the section that holds it; or is in a section of its own without holding the guard, a *shadow*. Two
// variables that share a guard hold each other up, which is never wrong; the hash of the object's identity tells them
// apart before anything is reported. If a thread already holds the guard, a further section on it only counts up: it is
// *nested*, and has no verdict.
//
// May miss: violations of nested sections; of sections that begin in a call and were entered without the guard. May
// falsely report: two objects with the same identity hash, one pair in two thousand million, taken for one.
//
// Any thread. Waits are those of Sections, so that nobody waits for a thread that waits for him.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "detect/atomrace/sections.h"

namespace raddle::detect::atomrace {

// Shared with RaddleGuard.java.
struct alignas(32) Guard {
  static constexpr uint64_t kAsked = 1, kOne = 16, kDepth = 0xFFFFF0;
  static constexpr int kThreadShift = 24;

  uint64_t word = 0;
  // Written and read by the thread that holds it.
  uint32_t hash = 0;     // of the object; 0: a static, or not known yet
  uint32_t site = 0;     // where the section began
  uint32_t reached = 0;  // the section that a call has brought to its end, plus 1
};
static_assert(sizeof(Guard) == 32);

class Guards {
 public:
  // Two that stand for none: one that always looks taken, and one that never does.
  static constexpr uint32_t kAlways = 0, kNever = 1, kReserved = 2;
  static constexpr uint32_t kCount = kReserved + 2048;
  using Waited = Sections::Waited;
  using TakeStack = Sections::TakeStack;
  // A section's: 0 is none, otherwise the guard's number plus 1, and how it is held.
  using Handle = uint32_t;
  static constexpr Handle kNumber = 0xFFFF, kNested = 1 << 16, kShadow = 1 << 17;
  static constexpr uint32_t kNoSection = ~uint32_t{0};

  Guards(const std::vector<atoms::Section>& sections, Sections& waits) : sections_(sections), waits_(waits) {
    guards_[kAlways].word = Guard::kAsked;
  }

  const Guard* table() const { return guards_.data(); }

  // A thread at an access whose guard is not its own.
  struct Arrival {
    uint32_t number;
    Access access;  // of its variable, the hash alone
  };
  // Before an access with which a section begins; kNoSection: one that is in none, but wants the guard all the same.
  Handle Enter(const Arrival& arrival, uint32_t section, std::chrono::nanoseconds longest, const TakeStack& stack,
               Waited& waited);
  // Before an access outside of sections.
  Waited Pass(const Arrival& arrival, std::chrono::nanoseconds longest, const TakeStack& stack);
  // A section begins anew, or at the end that is its entry. What came between before does not count any more.
  std::vector<Violation> Again(Handle handle, const Access& access, uint32_t section);
  // Behind the access with which a section ends.
  std::vector<Violation> End(Handle handle, const Access& access, uint32_t section, uint32_t end,
                             const TakeStack& stack);
  // Without a verdict.
  void Leave(Handle handle, uint64_t thread);
  void ThreadEnds(uint64_t thread);
  bool Holds(uint64_t thread) const;

 private:
  struct Intrusion {
    uint64_t owner;
    uint32_t hash;
    Intruder intruder;
  };
  struct Shadow {
    uint64_t thread;
    uint32_t section, entry_site, hash;
    std::vector<Intruder> intruders;
  };
  struct Told {
    std::vector<Intrusion> intrusions;
    std::vector<Shadow> shadows;
  };

  static uint64_t OwnerOf(uint64_t word) { return word >> Guard::kThreadShift; }
  uint64_t Load(uint32_t number) const { return __atomic_load_n(&guards_[number].word, __ATOMIC_SEQ_CST); }
  bool Swap(uint32_t number, uint64_t from, uint64_t to) {
    return __atomic_compare_exchange_n(&guards_[number].word, &from, to, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  }
  // Whom the guard is to be waited for: 0 if it is free, or was taken for the thread.
  uint64_t Ask(uint32_t number, uint64_t thread, bool take);
  Waited WaitFor(uint32_t number, uint64_t thread, bool take, std::chrono::nanoseconds longest);
  void Take(const Arrival& arrival);
  // Guarded by mutex_.
  void Intrude(const Arrival& arrival, bool upon_owner, const TakeStack& stack);
  void Release(uint32_t number, uint64_t thread);
  std::vector<Violation> Judge(uint32_t section, uint32_t end, const Access& access, uint32_t entry_site,
                               const std::vector<Intruder>& intruders) const;
  std::vector<Intruder> IntrudersUpon(uint32_t number, uint64_t thread, uint32_t hash) const;

  const std::vector<atoms::Section>& sections_;
  Sections& waits_;
  alignas(64) std::array<Guard, kCount> guards_{};
  std::mutex mutex_;                         // guards what follows; before that of Sections
  std::unordered_map<uint32_t, Told> told_;  // by number; what is in here has kAsked
};

}  // namespace raddle::detect::atomrace
