#include "runtime/record.h"

#include <cstring>
#include <new>

namespace raddle::runtime {

void Record::Restamp(Stamp thread, AccessKind kind) {
  auto slot = static_cast<uint16_t>(thread.slot());
  Slot own = slot % kStamps;
  bool write = kind == AccessKind::kWrite;
  if (write || (alone != slot && alone != kMany)) {
    for (Slot i = 0; i < kStamps; ++i) {
      if (i != own) stamps[i].store(0, std::memory_order_relaxed);
    }
    alone = write || alone == kNobody ? slot : kMany;
  }
  // A read after a write of the same epoch leaves the stronger stamp.
  if (Seen(thread, kind)) return;
  stamps[own].store(SeenWord(thread, kind), std::memory_order_relaxed);
}

bool Record::IsOwn(Stamp first) {
  if (IsCommon()) return false;
  const std::lock_guard<SpinLock> guard(lock);
  return alone == first.slot() && stamps[first.slot() % kStamps].load(std::memory_order_relaxed) >= first.bits();
}

RecordPool::RecordPool(std::vector<PartLayout> parts) : parts_(std::move(parts)) {
  size_t size = sizeof(Record);
  for (const PartLayout& part : parts_) {
    size = (size + 7) & ~size_t{7};
    offsets_.push_back(size);
    size += part.size;
  }
  record_size_ = (size + kAlignment - 1) & ~(kAlignment - 1);
}

RecordPool::~RecordPool() {
  for (auto [memory, records] : slabs_) {
    for (size_t i = 0; i < records; ++i) {
      auto* record = reinterpret_cast<Record*>(memory + i * record_size_);
      if (record->live) EndParts(record);
    }
    ::operator delete(memory, std::align_val_t{kAlignment});
  }
}

void RecordPool::EndParts(Record* record) {
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].end != nullptr) parts_[i].end(record->part(offsets_[i]));
  }
  record->live = false;
}

// Requires mutex_.
void RecordPool::AddSlab() {
  size_t records = slabs_.empty() ? kFirstSlab : kSlab, bytes = records * record_size_;
  auto* memory = static_cast<std::byte*>(::operator new(bytes, std::align_val_t{kAlignment}));
  std::memset(memory, 0, bytes);
  slabs_.emplace_back(memory, records);
  for (size_t i = records; i > 0; --i) free_.push_back(reinterpret_cast<Record*>(memory + (i - 1) * record_size_));
}

Record* RecordPool::Make() {
  Record* record;
  {
    std::lock_guard guard(mutex_);
    if (free_.empty()) AddSlab();
    record = free_.back();
    free_.pop_back();
    ++live_;
  }
  std::memset(static_cast<void*>(record), 0, record_size_);
  new (record) Record;
  record->live = true;
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].make != nullptr) parts_[i].make(record->part(offsets_[i]));
  }
  return record;
}

Record* RecordPool::Copy(Record* record) {
  Record* copy = Make();
  std::lock_guard guard(record->lock);
  for (Slot i = 0; i < Record::kStamps; ++i) {
    copy->stamps[i].store(record->stamps[i].load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
  copy->alone = record->alone;
  for (size_t i = 0; i < parts_.size(); ++i) {
    std::byte* to = copy->part(offsets_[i]);
    const std::byte* from = record->part(offsets_[i]);
    if (parts_[i].copy != nullptr) {
      parts_[i].copy(to, from);
    } else {
      std::memcpy(to, from, parts_[i].size);
    }
  }
  return copy;
}

bool RecordPool::MakeCommon(Record* record) {
  if (common_.load(std::memory_order_relaxed) >= kMostCommon) return false;
  common_.fetch_add(1, std::memory_order_relaxed);
  record->shares.store(Record::kCommon, std::memory_order_relaxed);
  return true;
}

void RecordPool::GiveBack(Record* record) {
  if (record->IsCommon()) return;
  EndParts(record);
  std::lock_guard guard(mutex_);
  free_.push_back(record);
  --live_;
}

size_t RecordPool::live() const {
  std::lock_guard guard(mutex_);
  return live_;
}

}  // namespace raddle::runtime
