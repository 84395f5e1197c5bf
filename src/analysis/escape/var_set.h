// VarSet: a set of a method's variables, as bits. Joins work a word at a time, since most of the operations are joins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace raddle::escape {

class VarSet {
 public:
  class Reference {
   public:
    Reference(uint64_t& word, uint64_t bit) : word_(word), bit_(bit) {}
    Reference(const Reference&) = default;
    operator bool() const { return (word_ & bit_) != 0; }
    Reference& operator=(bool is_in) {
      word_ = is_in ? word_ | bit_ : word_ & ~bit_;
      return *this;
    }
    Reference& operator=(const Reference& other) { return *this = static_cast<bool>(other); }

   private:
    uint64_t& word_;
    uint64_t bit_;
  };

  explicit VarSet(size_t count) : words_((count + 63) / 64) {}
  bool operator[](size_t var) const { return (words_[var / 64] >> (var % 64) & 1) != 0; }
  Reference operator[](size_t var) { return {words_[var / 64], uint64_t{1} << (var % 64)}; }
  // Whether it grew.
  bool Join(const VarSet& other) {
    uint64_t news = 0;
    for (size_t i = 0; i < words_.size(); ++i) {
      news |= other.words_[i] & ~words_[i];
      words_[i] |= other.words_[i];
    }
    return news != 0;
  }

 private:
  std::vector<uint64_t> words_;
};

}  // namespace raddle::escape
