// AttributeReader: the ByteReader of one attribute's body, with the pool at hand. Private to the decoders.
//
// Two things make it safe on hostile bytes. Every constant index is checked against the tag that its place demands.
// And a count is believed only if the bytes for that many entries are there: the minimum that lists still being read
// are owed is kept in owed_, so that lists nested in lists cannot each claim the same bytes. What a body can make the
// arena hold is thus a small multiple of its length, however the counts are chosen.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/arena.h"
#include "base/result.h"
#include "classfile/bytes.h"
#include "classfile/class_file.h"
#include "classfile/constant_pool.h"

namespace raddle::classfile {

class AttributeReader {
 public:
  AttributeReader(const Attribute& attribute, const ConstantPool& pool, Arena& arena)
      : bytes_(attribute.body, attribute.offset), pool_(pool), arena_(arena) {}

  uint8_t U1() { return bytes_.U1(); }
  uint16_t U2() { return bytes_.U2(); }
  uint32_t U4() { return bytes_.U4(); }
  Bytes Raw(size_t n) { return bytes_.Raw(n); }
  size_t offset() const { return bytes_.offset(); }
  size_t left() const { return bytes_.left(); }
  bool ok() const { return bytes_.ok(); }
  void FailAt(size_t offset, std::string reason) { bytes_.FailAt(offset, std::move(reason)); }
  Error error() const { return bytes_.error(); }

  const ConstantPool& pool() const { return pool_; }
  Arena& arena() { return arena_; }

  Index Constant(Tag tag) {
    Index index = U2();
    if (!pool_.Is(index, tag)) [[unlikely]]
      FailConstant(index, tag);
    return index;
  }
  Index ConstantOrZero(Tag tag) {
    Index index = U2();
    if (index != 0 && !pool_.Is(index, tag)) [[unlikely]]
      FailConstant(index, tag);
    return index;
  }
  Index Literal();   // what a ConstantValue may name, whatever the field's type
  Index Loadable();  // what ldc and its kind, and bootstrap arguments, may name

  // `count` entries, each made by read() from at least `least` bytes. The count has just been read.
  template <typename T, typename Read>
  std::span<const T> List(uint16_t count, size_t least, Read read) {
    if (count == 0) return {};
    owed_ += count * least;
    if (owed_ > left()) [[unlikely]] {
      FailCount(count);
      return {};
    }
    std::span<T> list = arena_.Allocate<T>(count);
    for (T& entry : list) {
      owed_ -= least;
      entry = read();
      if (!ok()) [[unlikely]]
        return {};
    }
    return list;
  }
  // The usual case: a two-byte count, then the entries.
  template <typename T, typename Read>
  std::span<const T> List(size_t least, Read read) {
    return List<T>(U2(), least, read);
  }
  std::span<const Index> Constants(Tag tag) {
    return List<Index>(2, [&] { return Constant(tag); });
  }

 private:
  void FailConstant(Index index, Tag wanted);
  void FailCount(uint16_t count);

  ByteReader bytes_;
  const ConstantPool& pool_;
  Arena& arena_;
  size_t owed_ = 0;
};

}  // namespace raddle::classfile
