// MarkList: a short list of marks inside a record. 16 bytes when empty; zeroed memory is an empty list.
//
// Guarded by the record's lock. Marks stand in the order they were added.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <new>
#include <span>
#include <type_traits>

#include "detect/mark.h"

namespace raddle::detect {

class MarkList {
 public:
  MarkList() = default;
  MarkList(const MarkList&) = delete;
  MarkList& operator=(const MarkList& other) {
    if (this == &other) return *this;
    Free();
    for (const Mark& mark : other.all()) Add(mark);
    return *this;
  }
  ~MarkList() { std::free(marks_); }

  std::span<Mark> all() { return {marks_, size_}; }
  std::span<const Mark> all() const { return {marks_, size_}; }
  uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Mark& operator[](uint32_t i) { return marks_[i]; }

  void Add(const Mark& mark) {
    if (size_ == capacity_) {
      capacity_ = capacity_ == 0 ? 2 : capacity_ * 2;
      void* larger = std::realloc(static_cast<void*>(marks_), capacity_ * sizeof(Mark));
      if (larger == nullptr) std::abort();
      marks_ = static_cast<Mark*>(larger);
    }
    new (&marks_[size_++]) Mark(mark);
  }
  void Erase(uint32_t i) {
    std::copy(marks_ + i + 1, marks_ + size_, marks_ + i);
    --size_;
  }
  void Clear() { size_ = 0; }
  void Free() {
    std::free(marks_);
    marks_ = nullptr;
    size_ = capacity_ = 0;
  }

 private:
  Mark* marks_ = nullptr;
  uint32_t size_ = 0;
  uint32_t capacity_ = 0;
};

static_assert(std::is_trivially_copyable_v<Mark>);
static_assert(sizeof(MarkList) == 16);

}  // namespace raddle::detect
