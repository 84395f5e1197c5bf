#include "detect/touch.h"

#include <mutex>

namespace raddle::detect {

using runtime::Clock;
using runtime::CommonRecords;
using runtime::History;
using runtime::LocksetPair;
using runtime::Record;
using runtime::Runtime;
using runtime::SlotData;
using runtime::SlotLocksets;
using runtime::TagOf;
using runtime::Time;
using runtime::Word;
using runtime::WordTag;

namespace {

std::vector<runtime::PartLayout> Layouts(const std::vector<std::unique_ptr<Detector>>& detectors) {
  std::vector<runtime::PartLayout> layouts;
  for (const auto& detector : detectors) layouts.push_back(detector->part());
  return layouts;
}

// The accesses a word stands for, oldest first: at most a write and a read after it.
class Memory {
 public:
  Memory(Runtime& runtime, const Word& word, const VariableKey& variable, uint32_t object)
      : runtime_(runtime), slot_(runtime.slots[word.slot]), variable_(variable), object_(object) {
    const LocksetPair locks = slot_.locksets.At(word.lock_index, word.clock);
    if (word.tag == WordTag::kRead) {
      Add(AccessKind::kRead, word.clock, locks.read);
    } else if (word.tag == WordTag::kWritten) {
      Add(AccessKind::kWrite, word.clock, locks.write);
      Add(AccessKind::kRead, word.last_clock(), locks.read);
      // A read in the write's own epoch is not in the word, only in the history, if it came after the write at all.
      bool in_word = word.read > 0;
      if (!in_word && !(past_[1].mark.exact && past_[1].mark.moment.time() > past_[0].mark.moment.time())) --count_;
    }
  }

  // Accesses that are at least as late and as strong as those of the word, without asking where they were made.
  static Memory AtMost(Runtime& runtime, const Word& word) {
    static constexpr VariableKey kNone;
    Memory memory(runtime, word.slot, kNone);
    const LocksetPair locks = memory.slot_.locksets.At(word.lock_index, word.clock);
    auto add = [&](AccessKind kind, Clock clock) {
      memory.past_[memory.count_++].mark = {.moment = Moment(word.slot, Time(clock, runtime::kLastStep)),
                                            .locks = kind == AccessKind::kWrite ? locks.write : locks.read,
                                            .site = {},
                                            .stack = {},
                                            .kind = kind,
                                            .exact = false};
    };
    if (word.tag == WordTag::kWritten) add(AccessKind::kWrite, word.clock);
    add(AccessKind::kRead, word.last_clock());
    return memory;
  }

  std::span<const Past> past() const { return {past_.data(), count_}; }

 private:
  Memory(Runtime& runtime, runtime::Slot slot, const VariableKey& variable)
      : runtime_(runtime), slot_(runtime.slots[slot]), variable_(variable), object_(0) {}

  void Add(AccessKind kind, Clock clock, LocksetId locks) {
    History::Found found = slot_.history.Find(variable_, kind, clock, object_);
    if (!found.same_object) found.step = 0;  // another object's tells where it was, not when
    Past& past = past_[count_++];
    past.mark = {.moment = Moment(slot_.index(), Time(clock, found.step == 0 ? 1 : found.step)),
                 .locks = locks,
                 .site = found.site,
                 .stack = found.stack,
                 .kind = kind,
                 .exact = found.step != 0};
    if (found.step == 0) {
      const SiteId site = slot_.light.Find(variable_.name, kind, slot_.index(), clock, runtime_.name_of_site);
      if (site.valid()) past.mark.site = site, past.mark.stack = {};
    }
    past.thread = slot_.ThreadAt(clock);
    if (kind == AccessKind::kWrite) past.writers_clock = slot_.history.ClockAt(Time(clock, found.step));
  }

  Runtime& runtime_;
  SlotData& slot_;
  const VariableKey& variable_;
  const uint32_t object_;
  std::array<Past, 2> past_;
  size_t count_ = 0;
};

// One access on its way from word to word.
class Toucher {
 public:
  Toucher(Runtime& runtime, DetectorSet& detectors, ThreadState& thread, AccessKind kind, const AccessInfo& info)
      : runtime_(runtime),
        detectors_(detectors),
        now_{thread,
             {.moment = Moment(thread.slot().index(), thread.NextStep()),
              .locks = thread.locks(),
              .site = info.site,
              .stack = info.stack,
              .kind = kind},
             info.variable,
             info.carries_objects},
        object_(info.object),
        leaves_records_(info.counted && runtime.settled.enabled()) {
    runtime.windows.Note(thread.slot().in_window, now_.mark.moment.time());
  }

  uint64_t First() {
    uint32_t index = LockIndex();
    if (index == SlotLocksets::kDoesNotFit) return Inflate(std::span<const Past>());
    return Own(now_.mark.kind, index);
  }

  // The word is this thread's. Keeps to a word whenever one can say all that matters of both accesses.
  uint64_t Again(const Word& word) {
    const runtime::LocksetTable& sets = runtime_.locksets;
    const LocksetId held = now_.mark.locks;
    const LocksetPair then = now_.thread.slot().locksets.At(word.lock_index, word.clock);
    const Clock clock = now_.thread.clock();
    const bool write = now_.mark.IsWrite(), written = word.tag == WordTag::kWritten;

    // As strong an access in this epoch, with no lock that this one lacks: nothing new.
    const bool written_now = written && word.clock == clock, read_now = !write && word.last_clock() == clock;
    if ((written_now && sets.Subset(then.write, held)) || (read_now && sets.Subset(then.read, held))) {
      Note();
      return word.bits();
    }
    const bool takes_place_of_read = sets.Subset(held, then.read);
    if (write ? takes_place_of_read && sets.Subset(held, then.write) : takes_place_of_read && !written) {
      const uint32_t index = LockIndex();
      return index == SlotLocksets::kDoesNotFit ? Inflate(word) : Own(now_.mark.kind, index);
    }
    const bool keeps_write = !write && written && clock - word.clock <= runtime::kMaxReadDelta &&
                             then.write != runtime::kAllLocks && (word.read == 0 || takes_place_of_read);
    const uint32_t index = keeps_write ? LockIndex({then.write, held}) : SlotLocksets::kDoesNotFit;
    if (index == SlotLocksets::kDoesNotFit) return Inflate(word);
    Note();
    return Word{WordTag::kWritten, word.slot, word.clock, clock - word.clock, index}.bits();
  }

  // The word is another thread's.
  uint64_t TakeOver(const Word& word) {
    uint32_t index = LockIndex();
    // Mostly all of the epoch is known, and then nobody asks for the details.
    if (index != SlotLocksets::kDoesNotFit && detectors_.CanForget(Memory::AtMost(runtime_, word).past(), now_)) {
      return Own(now_.mark.kind, index);
    }
    Memory memory(runtime_, word, now_.variable, object_);
    if (index == SlotLocksets::kDoesNotFit || !detectors_.CanForget(memory.past(), now_)) {
      return Inflate(memory.past());
    }
    return Own(now_.mark.kind, index);
  }

  uint64_t InRecord(uint64_t word) {
    Record* record = Record::FromWord(word);
    if (leaves_records_ && detectors_.IsSettled(*record, runtime_.settled)) return First();
    if (record->IsShared()) record = detectors_.pool().Copy(record);
    return Enter(record);
  }

  uint64_t Inflate(std::span<const Past> past) {
    Record* record = detectors_.pool().Make();
    for (const Past& each : past) detectors_.Remember(*record, each);
    if (!past.empty() && past[0].mark.moment.slot() != now_.mark.moment.slot()) record->NoteOthers();
    return Enter(record);
  }
  uint64_t Inflate(const Word& word) { return Inflate(Memory(runtime_, word, now_.variable, object_).past()); }

 private:
  // The record is this variable's own.
  uint64_t Enter(Record* record) {
    if (now_.carries_objects && now_.mark.IsWrite()) Note();  // whoever takes it out asks what was known then
    std::lock_guard guard(record->lock);
    detectors_.OnAccess(*record, now_);
    record->Restamp(now_.thread.stamp(), now_.mark.kind);
    return record->word();
  }

  uint32_t LockIndex() { return LockIndex({now_.mark.locks, now_.mark.locks}); }
  uint32_t LockIndex(LocksetPair pair) { return now_.thread.slot().locksets.IndexOf(pair, now_.thread.clock()); }

  // A word that stands for this access alone.
  uint64_t Own(AccessKind kind, uint32_t index) {
    Note();
    WordTag tag = kind == AccessKind::kWrite ? WordTag::kWritten : WordTag::kRead;
    return Word{tag, now_.thread.slot().index(), now_.thread.clock(), 0, index}.bits();
  }

  // The word says when; the history says where.
  void Note() {
    now_.thread.slot().history.Record(
        {now_.mark.moment.time(), now_.variable, now_.mark.site, now_.mark.stack, now_.mark.kind, object_},
        now_.thread.full_clock());
  }

  Runtime& runtime_;
  DetectorSet& detectors_;
  const Now now_;
  const uint32_t object_;
  const bool leaves_records_;
};

}  // namespace

DetectorSet::DetectorSet(std::vector<std::unique_ptr<Detector>> detectors)
    : detectors_(std::move(detectors)), pool_(Layouts(detectors_)) {}

bool DetectorSet::CanForget(std::span<const Past> past, const Now& now) const {
  for (const auto& detector : detectors_) {
    if (!detector->CanForget(past, now)) return false;
  }
  return true;
}

bool DetectorSet::IsSettled(Record& record, const runtime::Settled& settled) const {
  std::lock_guard guard(record.lock);
  for (size_t i = 0; i < detectors_.size(); ++i) {
    if (!detectors_[i]->IsSettled(record.part(pool_.offset(i)), settled)) return false;
  }
  return true;
}

void DetectorSet::Remember(Record& record, const Past& past) {
  for (size_t i = 0; i < detectors_.size(); ++i) detectors_[i]->Remember(record.part(pool_.offset(i)), past);
}

void DetectorSet::OnAccess(Record& record, const Now& now) {
  for (size_t i = 0; i < detectors_.size(); ++i) detectors_[i]->OnAccess(record.part(pool_.offset(i)), now);
}

namespace {

uint64_t Step(Runtime& runtime, DetectorSet& detectors, ThreadState& thread, uint64_t word, AccessKind kind,
              const AccessInfo& info, bool record_only) {
  Toucher toucher(runtime, detectors, thread, kind, info);
  if (TagOf(word) == WordTag::kRecord) return toucher.InRecord(word);
  if (TagOf(word) == WordTag::kUntouched) {
    return record_only ? toucher.Inflate(std::span<const Past>()) : toucher.First();
  }
  Word plain = Word::From(word);
  if (record_only) return toucher.Inflate(plain);
  if (runtime.settled.Covers(plain)) return toucher.First();
  return plain.slot == thread.slot().index() ? toucher.Again(plain) : toucher.TakeOver(plain);
}

// Whether others may make the same step from that word: it is not this variable's own record.
bool MayBeCommon(uint64_t word) {
  return TagOf(word) != WordTag::kUntouched && (TagOf(word) != WordTag::kRecord || Record::FromWord(word)->IsCommon());
}

}  // namespace

uint64_t Touch(Runtime& runtime, DetectorSet& detectors, ThreadState& thread, uint64_t word, AccessKind kind,
               const AccessInfo& info, bool record_only) {
  if (!thread.watched()) return word;
  const bool alone =
      record_only || info.counted || kind == AccessKind::kWrite || runtime.common_after == Runtime::kNever;
  if (alone || !MayBeCommon(word)) return Step(runtime, detectors, thread, word, kind, info, record_only);
  const CommonRecords::Step step{word, thread.stamp().bits(), thread.locks(), info.site, info.variable};
  CommonRecords& common = thread.slot().common;
  common.Know(thread.full_clock(), thread.visible_clock());
  if (const uint64_t known = common.Find(step); known != 0) return known;
  const uint64_t next = Step(runtime, detectors, thread, word, kind, info, record_only);
  // The access itself may have taught the thread something.
  common.Know(thread.full_clock(), thread.visible_clock());
  if (TagOf(next) == WordTag::kRecord) {
    common.Note(step, Record::FromWord(next), detectors.pool(), runtime.common_after);
  }
  return next;
}

}  // namespace raddle::detect
