// Arena: memory that is given out by moving a pointer and given back all at once.
//
// For data that lives and dies together: what was decoded from one class, one method's IR. Nothing placed in it is
// destroyed, so it takes only trivially destructible types. Not thread-safe; move-only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace raddle {

class Arena {
 public:
  explicit Arena(size_t first_block = 4096) : block_size_(first_block) {}
  Arena(Arena&& other) noexcept { *this = std::move(other); }
  Arena& operator=(Arena&& other) noexcept {
    blocks_ = std::move(other.blocks_);
    next_ = std::exchange(other.next_, nullptr);
    left_ = std::exchange(other.left_, 0);
    block_size_ = other.block_size_;
    return *this;
  }

  // Uninitialised room for n objects.
  template <typename T>
  std::span<T> Allocate(size_t n) {
    static_assert(std::is_trivially_destructible_v<T>);
    return {static_cast<T*>(Take(n * sizeof(T), alignof(T))), n};
  }

  template <typename T>
  std::span<T> Copy(std::span<const T> from) {
    std::span<T> to = Allocate<T>(from.size());
    std::copy(from.begin(), from.end(), to.begin());
    return to;
  }

  template <typename T>
  std::span<T> Copy(const std::vector<T>& from) {
    return Copy(std::span<const T>(from));
  }

  std::string_view Copy(std::string_view from) {
    std::span<char> to = Copy(std::span<const char>(from.data(), from.size()));
    return {to.data(), to.size()};
  }

  // Forgets everything, keeping one block for what comes next: a loop over many classes then allocates nothing.
  void Reset() {
    if (blocks_.empty()) return;
    blocks_.front() = std::move(blocks_.back());
    blocks_.resize(1);
    next_ = blocks_.front().memory.get();
    left_ = blocks_.front().size;
  }

 private:
  struct Block {
    std::unique_ptr<std::byte[]> memory;
    size_t size;
  };

  void* Take(size_t size, size_t alignment) {
    size_t pad = -reinterpret_cast<uintptr_t>(next_) & (alignment - 1);
    if (size + pad > left_ || next_ == nullptr) [[unlikely]] {
      Grow(size + alignment);
      pad = -reinterpret_cast<uintptr_t>(next_) & (alignment - 1);
    }
    std::byte* at = next_ + pad;
    next_ = at + size;
    left_ -= size + pad;
    return at;
  }

  void Grow(size_t at_least) {
    size_t size = std::max(at_least, block_size_);
    block_size_ = std::min<size_t>(block_size_ * 2, 1 << 20);
    blocks_.push_back({std::make_unique_for_overwrite<std::byte[]>(size), size});
    next_ = blocks_.back().memory.get();
    left_ = size;
  }

  std::vector<Block> blocks_;
  std::byte* next_ = nullptr;
  size_t left_ = 0;
  size_t block_size_ = 4096;
};

}  // namespace raddle
