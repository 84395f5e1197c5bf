// The constant pool (JVMS §4.4).
//
// Read() checks every entry and what it refers to, so the accessors below need only the tag of the entry asked for;
// they assert it. Whoever takes an index from elsewhere in the file asks Is() first: the decoders of attributes and of
// code do, so an index found in decoded data is safe to use.
//
// The pool keeps the entries as bytes: the file's own, then those that were added. It only ever grows, so an index
// stays what it was, and writing an unchanged pool is one copy. Strings are modified UTF-8 as in the file.
//
// Adding never fails on the spot. A pool that would pass 65,535 entries, or a string that would pass 65,535 bytes,
// returns index 0 and sets overflowed(); writing such a class is an error.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "classfile/bytes.h"

namespace raddle::classfile {

enum class Tag : uint8_t {
  kNone = 0,  // index 0, and the second half of a Long or Double
  kUtf8 = 1,
  kInteger = 3,
  kFloat = 4,
  kLong = 5,
  kDouble = 6,
  kClass = 7,
  kString = 8,
  kFieldref = 9,
  kMethodref = 10,
  kInterfaceMethodref = 11,
  kNameAndType = 12,
  kMethodHandle = 15,
  kMethodType = 16,
  kDynamic = 17,
  kInvokeDynamic = 18,
  kModule = 19,
  kPackage = 20,
};

std::string_view TagName(Tag tag);

using Index = uint16_t;  // of a constant; 0 means none

struct NameAndType {
  std::string_view name;
  std::string_view descriptor;
};

struct MemberRef {
  std::string_view owner;  // internal name, or an array descriptor
  std::string_view name;
  std::string_view descriptor;
};

enum class HandleKind : uint8_t {
  kGetField = 1,
  kGetStatic,
  kPutField,
  kPutStatic,
  kInvokeVirtual,
  kInvokeStatic,
  kInvokeSpecial,
  kNewInvokeSpecial,
  kInvokeInterface,
};

struct HandleRef {
  HandleKind kind;
  Index reference;  // a Fieldref, Methodref or InterfaceMethodref
};

struct DynamicRef {
  uint16_t bootstrap;  // index into the BootstrapMethods attribute; not checked by the pool
  std::string_view name;
  std::string_view descriptor;
};

class ConstantPool {
 public:
  // From constant_pool_count to the last entry. The bytes must outlive the pool.
  static Result<ConstantPool> Read(ByteReader& reader);
  ConstantPool();
  ConstantPool(ConstantPool&&) noexcept;
  ConstantPool& operator=(ConstantPool&&) noexcept;
  ~ConstantPool();

  uint32_t size() const { return static_cast<uint32_t>(entries_.size()); }  // constant_pool_count
  Tag tag(Index i) const { return i < entries_.size() ? entries_[i].tag : Tag::kNone; }
  bool Is(Index i, Tag tag) const { return i < entries_.size() && entries_[i].tag == tag; }
  bool IsMemberRef(Index i) const;
  bool IsLoadable(Index i) const;  // what ldc, ldc_w or ldc2_w may name (§4.4, Table 4.4-C)

  std::string_view Utf8(Index i) const;
  int32_t Integer(Index i) const;
  float Float(Index i) const;
  int64_t Long(Index i) const;
  double Double(Index i) const;
  std::string_view ClassName(Index i) const;  // also Module and Package
  std::string_view String(Index i) const;
  NameAndType GetNameAndType(Index i) const;
  MemberRef Member(Index i) const;  // Fieldref, Methodref, InterfaceMethodref
  HandleRef MethodHandle(Index i) const;
  std::string_view MethodType(Index i) const;
  DynamicRef Dynamic(Index i) const;  // Dynamic or InvokeDynamic

  Index AddUtf8(std::string_view text);
  Index AddInteger(int32_t value);
  Index AddFloat(float value);
  Index AddLong(int64_t value);
  Index AddDouble(double value);
  Index AddClass(std::string_view name);
  Index AddString(std::string_view text);
  Index AddNameAndType(std::string_view name, std::string_view descriptor);
  Index AddMember(Tag tag, std::string_view owner, std::string_view name, std::string_view descriptor);
  Index AddMethodHandle(HandleKind kind, Index reference);
  Index AddMethodType(std::string_view descriptor);
  Index AddDynamic(Tag tag, uint16_t bootstrap, std::string_view name, std::string_view descriptor);

  bool overflowed() const { return overflowed_; }
  void Write(ByteWriter& writer) const;  // count and entries

 private:
  struct Entry {
    const uint8_t* at;  // just behind the tag
    Tag tag;
  };
  struct Interner;

  uint16_t Half(Index i, size_t offset) const;
  Index Add(Tag tag, Bytes body);

  std::vector<Entry> entries_;
  Bytes original_;                        // the file's entries
  std::deque<std::vector<uint8_t>> added_;  // each with its tag first
  std::unique_ptr<Interner> interner_;    // made at the first Add
  bool overflowed_ = false;
};

}  // namespace raddle::classfile
