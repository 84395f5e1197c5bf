// ObjectSet: a set of small numbers, made for points-to sets.
//
// Most sets have a handful of members, and a few have thousands, often near one another. So up to kSmall members are a
// sorted array of numbers; more are a sorted array of 64-bit pieces of a bitmap. Union and intersection merge two
// sorted arrays in either form. 32 bytes when empty, 4 per member when small, 16 per piece when large.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace raddle::pointer {

class ObjectSet {
 public:
  static constexpr size_t kSmall = 16;

  bool empty() const { return small_.empty() && pieces_.empty(); }
  size_t size() const;
  bool Contains(uint32_t object) const;
  // Whether it was not there yet.
  bool Insert(uint32_t object);
  void Clear();

  // Adds all of `from`, and adds the members that were new to `added`, too, if it is given. Whether any were new.
  bool Unite(const ObjectSet& from, ObjectSet* added = nullptr);
  bool Intersects(const ObjectSet& other) const;
  static ObjectSet Intersection(const ObjectSet& a, const ObjectSet& b);

  template <typename Body>
  void ForEach(Body body) const {
    for (uint32_t object : small_) body(object);
    for (const Piece& piece : pieces_) {
      for (uint64_t bits = piece.bits; bits != 0; bits &= bits - 1) {
        body(piece.index * 64 + static_cast<uint32_t>(std::countr_zero(bits)));
      }
    }
  }
  std::vector<uint32_t> ToVector() const;
  // The only member, if there is exactly one.
  bool IsSingle(uint32_t& object) const;

  bool operator==(const ObjectSet& other) const;
  size_t MemoryUse() const { return small_.capacity() * 4 + pieces_.capacity() * sizeof(Piece); }

 private:
  struct Piece {
    uint32_t index;  // covers 64 * index and the next 63
    uint64_t bits;
    bool operator==(const Piece&) const = default;
  };
  bool IsSmall() const { return pieces_.empty(); }
  void MakeLarge();
  void AddPieces(const std::vector<Piece>& news);  // in ascending order

  // One of them is empty.
  std::vector<uint32_t> small_;
  std::vector<Piece> pieces_;
};

}  // namespace raddle::pointer
