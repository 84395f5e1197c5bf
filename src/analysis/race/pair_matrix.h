// PairMatrix: a symmetric relation over the places of a variable, filled row by row from sets of places.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace raddle::race {

// A set of places that are alike, as a list and as rows of bits.
class PlaceSet {
 public:
  void Add(uint32_t place, bool is_write, size_t places) {
    all_.resize((places + 63) / 64);
    writes_.resize(all_.size());
    const uint64_t bit = uint64_t{1} << (place % 64);
    if ((all_[place / 64] & bit) != 0) return;
    all_[place / 64] |= bit;
    if (is_write) writes_[place / 64] |= bit;
    list_.push_back({place, is_write});
  }

 private:
  friend class PairMatrix;
  std::vector<std::pair<uint32_t, bool>> list_;
  std::vector<uint64_t> all_, writes_;
};

class PairMatrix {
 public:
  explicit PairMatrix(size_t size) : size_(size), words_((size + 63) / 64), bits_(size_ * words_) {}

  // Marks each of `a` with each of `b`, if one of the two writes.
  void Join(const PlaceSet& a, const PlaceSet& b) {
    JoinRows(a, b);
    if (&a != &b) JoinRows(b, a);
  }
  // The number of unordered pairs; a pair of a place with itself counts.
  uint64_t Count() const {
    uint64_t count = 0;
    for (size_t a = 0; a < size_; ++a) {
      for (size_t w = a / 64; w < words_; ++w) count += static_cast<uint64_t>(std::popcount(BitsOf(a, w)));
    }
    return count;
  }
  template <typename Body>
  void ForEach(Body body) const {
    for (size_t a = 0; a < size_; ++a) {
      for (size_t w = a / 64; w < words_; ++w) {
        for (uint64_t bits = BitsOf(a, w); bits != 0; bits &= bits - 1) {
          body(static_cast<uint32_t>(a), static_cast<uint32_t>(w * 64 + static_cast<size_t>(std::countr_zero(bits))));
        }
      }
    }
  }

 private:
  void JoinRows(const PlaceSet& a, const PlaceSet& b) {
    for (auto [place, is_write] : a.list_) {
      const std::vector<uint64_t>& with = is_write ? b.all_ : b.writes_;
      uint64_t* row = &bits_[place * words_];
      for (size_t w = 0; w < words_; ++w) row[w] |= with[w];
    }
  }
  // A word of the row, with only the bits from the diagonal on.
  uint64_t BitsOf(size_t a, size_t w) const {
    const uint64_t bits = bits_[a * words_ + w];
    return w == a / 64 ? bits & (~uint64_t{0} << (a % 64)) : bits;
  }

  size_t size_, words_;
  std::vector<uint64_t> bits_;
};

}  // namespace raddle::race
