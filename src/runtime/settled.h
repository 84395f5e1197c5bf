// Settled: the accesses that every thread knows of, now and for all time to come.
//
// Every later thread descends from a thread that runs now, and knows what its forebears knew. So if all running threads
// know of an access without the help of a lock, it can race with nothing that is still to come. A shadow word that
// stands for such accesses is as good as untouched. So data that is made before the threads start costs no records; nor
// does what was done before a barrier that all threads have passed.
//
// A table has, for each slot, the last clock that is settled, as a stamp; the shim reads it too. It is worked out in
// three ways:
// - when a thread starts another and no third one runs: from what it knows;
// - in a hush (hush.h);
// - while there are few threads, when one of them has learnt something: from *rows*, in which each thread says what it
//   knows. A thread that has been started but has not begun has no row yet, and a thread whose slot lies beyond the
//   rows never has one. As long as there are such threads, nothing new is settled in this way.
//
// Some threads do not count, unless they start others: those that nobody started under our eyes (the JVM's own, and
// those that native code attaches), and those that the JDK starts to serve it (most of them sleep for ever). Their
// races with what was settled are missed.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "runtime/shadow_word.h"

namespace raddle::runtime {

class Settled {
 public:
  static constexpr Slot kRows = 32;

  // Disabled for detectors that ask which thread made an access rather than what came before what.
  explicit Settled(bool enabled) : enabled_(enabled), table_(std::make_unique<std::atomic<uint64_t>[]>(kSlots)) {}

  bool enabled() const { return enabled_; }
  const void* table() const { return table_.get(); }

  // Started and Ended count the threads that run. Started: whether no other thread ran.
  bool Started() {
    ++changes_;
    ++without_row_;
    started_.store(true, std::memory_order_relaxed);
    return running_.fetch_add(1) == 0 && enabled_;
  }
  void Ended() { running_.fetch_sub(1); }
  bool NobodyRuns() const { return enabled_ && running_.load() == 0; }
  // As long as no thread was ever started, nothing that has been done can race. Afterwards it can, even if all threads
  // have ended, since nobody need have waited for them.
  bool NobodyRan() const { return enabled_ && !started_.load(std::memory_order_relaxed); }

  // From now on all threads count as knowing the slot up to `last`, whatever others set for the slot at the same time.
  void Raise(Slot slot, Clock last) {
    if (!enabled_ || last == 0) return;
    const uint64_t stamp = Stamp(slot, last).bits();
    uint64_t there = table_[slot].load(std::memory_order_relaxed);
    while (there < stamp && !table_[slot].compare_exchange_weak(there, stamp, std::memory_order_release)) {
    }
  }

  // The same; returns whether it was news.
  bool Set(Slot slot, Clock last) {
    if (last == 0) return false;
    const uint64_t stamp = Stamp(slot, last).bits();
    if (table_[slot].load(std::memory_order_relaxed) >= stamp) return false;
    Raise(slot, last);
    return true;
  }

  bool Covers(const Word& word) const { return Covers(word.slot, word.last_clock()); }
  bool Covers(const Moment& moment) const { return Covers(moment.slot(), moment.time().clock()); }

  // ---- rows

  bool HasRow(Slot slot) const { return enabled_ && slot < kRows; }
  // Sets in the owner's row the last clock of that slot which the owner knows completely.
  void Know(Slot owner, Slot slot, Clock last) { rows_[owner].known[slot].store(last, std::memory_order_release); }
  // The owner's row is filled in, and counts from now on.
  void Open(Slot owner) {
    if (HasRow(owner)) {
      rows_[owner].open.store(true);
      --without_row_;
    }
    ++changes_;
  }
  // The owner of the slot has ended, or moves to another slot and then has no row.
  void Close(Slot owner, bool moves) {
    ++changes_;
    const bool had = HasRow(owner) && rows_[owner].open.exchange(false);
    if (had && moves) ++without_row_;
    if (!had && !moves) --without_row_;
  }
  // A thread that counts although no thread started it.
  void Join() {
    ++changes_;
    ++without_row_;
  }

  // Mostly false if nothing new has been settled for long, for example because one thread sleeps for ever.
  bool IsWorthwhile() {
    if (!enabled_) return false;
    const uint32_t failed = failed_.load(std::memory_order_relaxed) + 1;
    failed_.store(failed, std::memory_order_relaxed);  // until WorkOut() resets it; a lost update does no harm
    return failed < kPatience || failed % kRarely == 0;
  }

  // `used_slots` tells how many slots there are. It is called once it is clear which threads count; a thread that comes
  // later shows in changes_.
  template <typename Used>
  void WorkOut(Used used_slots) {
    const uint64_t before = changes_.load();
    if (without_row_.load() != 0) return;
    const Slot used = used_slots();
    if (used > kRows) return;
    std::array<Clock, kRows> least;
    least.fill(0);
    for (Slot slot = 0; slot < used; ++slot) {
      Clock all = kLastClock;
      for (Slot owner = 0; owner < used; ++owner) {
        if (owner == slot || !rows_[owner].open.load()) continue;
        all = std::min(all, rows_[owner].known[slot].load(std::memory_order_acquire));
      }
      if (all != kLastClock) least[slot] = all;  // otherwise nobody else runs, which Started() handles
    }
    if (without_row_.load() != 0 || changes_.load() != before) return;  // a thread came whose row we have not seen
    bool news = false;
    for (Slot slot = 0; slot < used; ++slot) news |= Set(slot, least[slot]);
    if (news) failed_.store(0, std::memory_order_relaxed);
  }

 private:
  bool Covers(Slot slot, Clock last) const {
    return table_[slot].load(std::memory_order_acquire) >= Stamp(slot, last).bits();
  }

  struct Row {
    std::atomic<bool> open{false};
    std::array<std::atomic<Clock>, kRows> known{};
  };

  static constexpr uint32_t kPatience = 256, kRarely = 32;

  const bool enabled_;
  std::atomic<uint32_t> failed_{0};  // times in a row that nothing new was settled
  std::atomic<int64_t> running_{0};
  std::atomic<bool> started_{false};
  std::unique_ptr<std::atomic<uint64_t>[]> table_;
  std::array<Row, kRows> rows_;
  std::atomic<int64_t> without_row_{0};  // threads that count and have no row
  std::atomic<uint64_t> changes_{0};     // counts changes to the threads that count
};

}  // namespace raddle::runtime
