// Record: the native state of a variable that does not fit into its word, and the pool that records come from.
//
// A record consists of stamps, a lock, and one *part* for each enabled detector, laid out one after the other. The pool
// is told once how large the parts are and how they are made. Their content is the detectors' own (detect/detector.h).
//
// The stamps are the record's fast path. Slot s uses stamps[s mod 8]. A stamp has the form of a shadow word that is
// read or written, so the shim asks AlreadySeen() of it too; it reads stamps without the lock. A write clears all
// stamps but its own. So does the first access of another thread after a write: until then the writer was alone with
// the variable, some detectors (eraser) do not look at that time, and so the writer's next access is news to them.
// Slots that share a stamp evict each other, which costs time and nothing else.
//
// Elements of an array that have the same past share a record; `shares` counts the words beyond the first that name it.
// Such a record is never changed: an access makes a copy of it (touch.h) and drops the word's share. A common record
// (common_records.h) is shared by an unknown number of words, for good.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/shadow_word.h"
#include "runtime/spin_lock.h"

namespace raddle::runtime {

class Record {
 public:
  static constexpr Slot kStamps = 8;
  static constexpr int32_t kCommon = 1 << 30;  // the shim knows it, too

  static Record* FromWord(uint64_t word) {
    assert(TagOf(word) == WordTag::kRecord);
    return reinterpret_cast<Record*>(word & ((uint64_t{1} << kAddressBits) - 1));
  }
  uint64_t word() const {
    uint64_t address = reinterpret_cast<uint64_t>(this);
    assert(address >> kAddressBits == 0);
    return address | kRecordBit;
  }

  std::atomic<uint64_t> stamps[kStamps];  // first, so that the shim finds them at the address itself
  std::atomic<int32_t> shares{0};         // after the stamps; the shim does the counting for words of arrays
  SpinLock lock;                          // guards the parts, and changes to the stamps

  std::byte* part(size_t offset) { return reinterpret_cast<std::byte*>(this) + offset; }

  bool Seen(Stamp thread, AccessKind kind) const {
    return AlreadySeen(stamps[thread.slot() % kStamps].load(std::memory_order_relaxed), thread, kind);
  }

  bool IsShared() const { return shares.load(std::memory_order_acquire) > 0; }
  bool IsCommon() const { return shares.load(std::memory_order_relaxed) >= kCommon; }

  // Whether the thread that took its slot at this stamp was the last to write, or the only one to read, and nobody else
  // has read since.
  bool IsOwn(Stamp first);

  // After an access that all detectors have been told of. Requires the lock.
  void Restamp(Stamp thread, AccessKind kind);

  // A new record also stands for accesses of another slot, which has no stamp here.
  void NoteOthers() { alone = kMany; }

  uint16_t alone = kNobody;  // the only slot to touch it since the last write, or kMany; guarded by lock
  bool live = false;         // for the pool only

 private:
  static constexpr uint16_t kNobody = 0xFFFF, kMany = 0xFFFE;
  static_assert(kSlots < kMany);
};

static_assert(offsetof(Record, stamps) == 0 && offsetof(Record, shares) == 64);
static_assert(sizeof(std::atomic<uint64_t>) == 8);

// How to make and end one detector's part.
struct PartLayout {
  size_t size = 0;
  void (*make)(void*) = nullptr;                       // null: zeroed memory is a new part
  void (*end)(void*) = nullptr;                        // null: nothing to end
  void (*copy)(void* to, const void* from) = nullptr;  // onto a part that was made; null: byte by byte
};

class RecordPool {
 public:
  explicit RecordPool(std::vector<PartLayout> parts);
  ~RecordPool();
  RecordPool(const RecordPool&) = delete;

  // Any thread. A record that never got into a word, or whose object is dead, is given back.
  Record* Make();
  Record* Copy(Record* record);
  void GiveBack(Record* record);  // does nothing for a common one

  // False if there are too many already. The record must be in no word yet.
  bool MakeCommon(Record* record);

  size_t offset(size_t part) const { return offsets_[part]; }
  size_t record_size() const { return record_size_; }
  size_t live() const;

 private:
  static constexpr size_t kAlignment = 64, kFirstSlab = 4, kSlab = 256;  // records
  static constexpr uint32_t kMostCommon = 1 << 16;

  void AddSlab();
  void EndParts(Record* record);

  const std::vector<PartLayout> parts_;
  std::vector<size_t> offsets_;
  size_t record_size_;

  std::atomic<uint32_t> common_{0};

  mutable std::mutex mutex_;
  std::vector<std::pair<std::byte*, size_t>> slabs_;  // memory and number of records; guarded by mutex_
  std::vector<Record*> free_;                         // guarded by mutex_
  size_t live_ = 0;                                   // guarded by mutex_
};

}  // namespace raddle::runtime
