// ByteReader and ByteWriter: big-endian bytes in and out.
//
// The reader never reads outside its bytes. Past the end, or after Fail(), it returns zeros and empty spans and
// remembers the first thing that went wrong, so parsing code runs straight through and asks once, at the end or
// before it trusts a count. A loop over a count read from the file must stop at !ok(), or a hostile count costs time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace raddle::classfile {

using Bytes = std::span<const uint8_t>;

class ByteReader {
 public:
  // base: the file offset of bytes[0], so that errors name offsets in the file.
  explicit ByteReader(Bytes bytes, size_t base = 0)
      : begin_(bytes.data()), at_(bytes.data()), end_(bytes.data() + bytes.size()), base_(base) {}

  uint8_t U1() { return Take(1) ? at_[-1] : 0; }
  uint16_t U2() { return Take(2) ? static_cast<uint16_t>(at_[-2] << 8 | at_[-1]) : 0; }
  uint32_t U4() {
    if (!Take(4)) return 0;
    uint32_t value;
    std::memcpy(&value, at_ - 4, 4);
    return __builtin_bswap32(value);
  }
  uint64_t U8() {
    uint64_t high = U4();
    return high << 32 | U4();
  }
  int8_t S1() { return static_cast<int8_t>(U1()); }
  int16_t S2() { return static_cast<int16_t>(U2()); }
  int32_t S4() { return static_cast<int32_t>(U4()); }
  Bytes Raw(size_t n) { return Take(n) ? Bytes(at_ - n, n) : Bytes(); }

  size_t offset() const { return base_ + position(); }
  size_t position() const { return static_cast<size_t>(at_ - begin_); }
  size_t left() const { return static_cast<size_t>(end_ - at_); }
  bool AtEnd() const { return at_ == end_; }
  bool ok() const { return reason_ == nullptr && detail_.empty(); }

  void Fail(std::string reason) { FailAt(offset(), std::move(reason)); }
  void FailAt(size_t offset, std::string reason) {
    if (!ok()) return;
    detail_ = std::move(reason);
    Stop(offset);
  }
  Error error() const { return Error{.reason = reason_ != nullptr ? reason_ : detail_, .offset = error_offset_}; }

 private:
  bool Take(size_t n) {
    if (left() < n) [[unlikely]] {
      if (ok()) {
        reason_ = "unexpected end";
        Stop(offset());
      }
      return false;
    }
    at_ += n;
    return true;
  }
  void Stop(size_t offset) {
    error_offset_ = offset;
    end_ = at_;
  }

  const uint8_t* begin_;
  const uint8_t* at_;
  const uint8_t* end_;
  size_t base_;
  size_t error_offset_ = 0;
  const char* reason_ = nullptr;
  std::string detail_;
};

class ByteWriter {
 public:
  void U1(uint8_t value) { *Grow(1) = value; }
  void U2(uint16_t value) {
    uint16_t swapped = __builtin_bswap16(value);
    std::memcpy(Grow(2), &swapped, 2);
  }
  void U4(uint32_t value) {
    uint32_t swapped = __builtin_bswap32(value);
    std::memcpy(Grow(4), &swapped, 4);
  }
  void U8(uint64_t value) {
    U4(static_cast<uint32_t>(value >> 32));
    U4(static_cast<uint32_t>(value));
  }
  void Raw(Bytes bytes) {
    if (!bytes.empty()) std::memcpy(Grow(bytes.size()), bytes.data(), bytes.size());
  }
  // Four bytes to be filled in by PatchLength once what they count has been written.
  size_t ReserveLength() {
    U4(0);
    return size_;
  }
  void PatchLength(size_t reserved) { PatchU4(reserved - 4, static_cast<uint32_t>(size_ - reserved)); }
  void PatchU4(size_t at, uint32_t value) {
    uint32_t swapped = __builtin_bswap32(value);
    std::memcpy(buffer_.data() + at, &swapped, 4);
  }
  void PatchU2(size_t at, uint16_t value) {
    uint16_t swapped = __builtin_bswap16(value);
    std::memcpy(buffer_.data() + at, &swapped, 2);
  }

  size_t size() const { return size_; }
  Bytes bytes() const { return {buffer_.data(), size_}; }
  void Clear() { size_ = 0; }
  void Reserve(size_t n) {
    if (n > buffer_.size()) buffer_.resize(n);
  }

 private:
  uint8_t* Grow(size_t n) {
    if (size_ + n > buffer_.size()) [[unlikely]] buffer_.resize(std::max(buffer_.size() * 2, size_ + n + 256));
    uint8_t* at = buffer_.data() + size_;
    size_ += n;
    return at;
  }

  std::vector<uint8_t> buffer_;
  size_t size_ = 0;
};

}  // namespace raddle::classfile
