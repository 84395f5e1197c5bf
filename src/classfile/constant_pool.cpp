#include "classfile/constant_pool.h"

#include <fmt/format.h>

#include <bit>
#include <cassert>

namespace raddle::classfile {
namespace {

uint16_t LoadU2(const uint8_t* at) { return static_cast<uint16_t>(at[0] << 8 | at[1]); }

uint32_t LoadU4(const uint8_t* at) {
  uint32_t value;
  std::memcpy(&value, at, 4);
  return __builtin_bswap32(value);
}

uint64_t LoadU8(const uint8_t* at) { return uint64_t{LoadU4(at)} << 32 | LoadU4(at + 4); }

// Bytes behind the tag; 0 for Utf8, whose length is its own, and for what is no tag.
int BodySize(Tag tag) {
  switch (tag) {
    case Tag::kClass:
    case Tag::kString:
    case Tag::kMethodType:
    case Tag::kModule:
    case Tag::kPackage:
      return 2;
    case Tag::kMethodHandle:
      return 3;
    case Tag::kInteger:
    case Tag::kFloat:
    case Tag::kFieldref:
    case Tag::kMethodref:
    case Tag::kInterfaceMethodref:
    case Tag::kNameAndType:
    case Tag::kDynamic:
    case Tag::kInvokeDynamic:
      return 4;
    case Tag::kLong:
    case Tag::kDouble:
      return 8;
    default:
      return 0;
  }
}

bool TakesTwo(Tag tag) { return tag == Tag::kLong || tag == Tag::kDouble; }

bool HandleFits(uint8_t kind, Tag reference) {
  switch (static_cast<HandleKind>(kind)) {
    case HandleKind::kGetField:
    case HandleKind::kGetStatic:
    case HandleKind::kPutField:
    case HandleKind::kPutStatic:
      return reference == Tag::kFieldref;
    case HandleKind::kInvokeVirtual:
    case HandleKind::kNewInvokeSpecial:
      return reference == Tag::kMethodref;
    case HandleKind::kInvokeStatic:
    case HandleKind::kInvokeSpecial:
      return reference == Tag::kMethodref || reference == Tag::kInterfaceMethodref;
    case HandleKind::kInvokeInterface:
      return reference == Tag::kInterfaceMethodref;
  }
  return false;
}

}  // namespace

std::string_view TagName(Tag tag) {
  switch (tag) {
    case Tag::kNone: return "nothing";
    case Tag::kUtf8: return "Utf8";
    case Tag::kInteger: return "Integer";
    case Tag::kFloat: return "Float";
    case Tag::kLong: return "Long";
    case Tag::kDouble: return "Double";
    case Tag::kClass: return "Class";
    case Tag::kString: return "String";
    case Tag::kFieldref: return "Fieldref";
    case Tag::kMethodref: return "Methodref";
    case Tag::kInterfaceMethodref: return "InterfaceMethodref";
    case Tag::kNameAndType: return "NameAndType";
    case Tag::kMethodHandle: return "MethodHandle";
    case Tag::kMethodType: return "MethodType";
    case Tag::kDynamic: return "Dynamic";
    case Tag::kInvokeDynamic: return "InvokeDynamic";
    case Tag::kModule: return "Module";
    case Tag::kPackage: return "Package";
  }
  return "?";
}

// Finds an entry by its bytes, tag included. The keys are views of the entries themselves, which do not move.
struct ConstantPool::Interner {
  std::unordered_map<std::string_view, Index> by_bytes;
};

ConstantPool::ConstantPool() : entries_(1, Entry{nullptr, Tag::kNone}) {}
ConstantPool::ConstantPool(ConstantPool&&) noexcept = default;
ConstantPool& ConstantPool::operator=(ConstantPool&&) noexcept = default;
ConstantPool::~ConstantPool() = default;

Result<ConstantPool> ConstantPool::Read(ByteReader& reader) {
  ConstantPool pool;
  const uint8_t* begin_of_file = nullptr;
  const size_t count_offset = reader.offset();
  const uint16_t count = reader.U2();
  if (!reader.ok()) return reader.error();
  if (count == 0) return Error{"constant pool count is 0", count_offset};
  const size_t entries_offset = reader.offset();
  begin_of_file = reader.Raw(0).data();

  pool.entries_.resize(count);
  for (uint32_t i = 1; i < count && reader.ok(); ++i) {
    const Tag tag = static_cast<Tag>(reader.U1());
    int size = BodySize(tag);
    if (tag == Tag::kUtf8) {
      const uint8_t* at = reader.Raw(2).data();
      if (!reader.ok()) break;
      reader.Raw(LoadU2(at));
      pool.entries_[i] = {at, tag};
      continue;
    }
    if (size == 0) {
      if (reader.ok()) {
        reader.FailAt(reader.offset() - 1, fmt::format("constant {} has unknown tag {}", i, static_cast<int>(tag)));
      }
      break;
    }
    pool.entries_[i] = {reader.Raw(size).data(), tag};
    if (TakesTwo(tag) && ++i == count) reader.Fail("the last constant takes two places but only one is left");
  }
  if (!reader.ok()) return reader.error();
  pool.original_ = Bytes(begin_of_file, reader.offset() - entries_offset);

  for (uint32_t i = 1; i < count; ++i) {
    const Entry& entry = pool.entries_[i];
    auto check = [&](uint16_t index, Tag wanted) { return pool.Is(index, wanted); };
    bool fits = true;
    switch (entry.tag) {
      case Tag::kClass:
      case Tag::kString:
      case Tag::kMethodType:
      case Tag::kModule:
      case Tag::kPackage:
        fits = check(LoadU2(entry.at), Tag::kUtf8);
        break;
      case Tag::kNameAndType:
        fits = check(LoadU2(entry.at), Tag::kUtf8) && check(LoadU2(entry.at + 2), Tag::kUtf8);
        break;
      case Tag::kFieldref:
      case Tag::kMethodref:
      case Tag::kInterfaceMethodref:
        fits = check(LoadU2(entry.at), Tag::kClass) && check(LoadU2(entry.at + 2), Tag::kNameAndType);
        break;
      case Tag::kDynamic:
      case Tag::kInvokeDynamic:
        fits = check(LoadU2(entry.at + 2), Tag::kNameAndType);
        break;
      case Tag::kMethodHandle:
        fits = HandleFits(entry.at[0], pool.tag(LoadU2(entry.at + 1)));
        break;
      default:
        break;
    }
    if (!fits) {
      return Error{fmt::format("constant {} ({}) refers to a constant of the wrong kind", i, TagName(entry.tag)),
                   entries_offset + static_cast<size_t>(entry.at - begin_of_file) - 1};
    }
  }
  return pool;
}

bool ConstantPool::IsMemberRef(Index i) const {
  const Tag t = tag(i);
  return t == Tag::kFieldref || t == Tag::kMethodref || t == Tag::kInterfaceMethodref;
}

bool ConstantPool::IsLoadable(Index i) const {
  switch (tag(i)) {
    case Tag::kInteger:
    case Tag::kFloat:
    case Tag::kLong:
    case Tag::kDouble:
    case Tag::kClass:
    case Tag::kString:
    case Tag::kMethodHandle:
    case Tag::kMethodType:
    case Tag::kDynamic:
      return true;
    default:
      return false;
  }
}

uint16_t ConstantPool::Half(Index i, size_t offset) const { return LoadU2(entries_[i].at + offset); }

std::string_view ConstantPool::Utf8(Index i) const {
  assert(Is(i, Tag::kUtf8));
  return {reinterpret_cast<const char*>(entries_[i].at + 2), Half(i, 0)};
}

int32_t ConstantPool::Integer(Index i) const {
  assert(Is(i, Tag::kInteger));
  return static_cast<int32_t>(LoadU4(entries_[i].at));
}

float ConstantPool::Float(Index i) const {
  assert(Is(i, Tag::kFloat));
  return std::bit_cast<float>(LoadU4(entries_[i].at));
}

int64_t ConstantPool::Long(Index i) const {
  assert(Is(i, Tag::kLong));
  return static_cast<int64_t>(LoadU8(entries_[i].at));
}

double ConstantPool::Double(Index i) const {
  assert(Is(i, Tag::kDouble));
  return std::bit_cast<double>(LoadU8(entries_[i].at));
}

std::string_view ConstantPool::ClassName(Index i) const {
  assert(Is(i, Tag::kClass) || Is(i, Tag::kModule) || Is(i, Tag::kPackage));
  return Utf8(Half(i, 0));
}

std::string_view ConstantPool::String(Index i) const {
  assert(Is(i, Tag::kString));
  return Utf8(Half(i, 0));
}

NameAndType ConstantPool::GetNameAndType(Index i) const {
  assert(Is(i, Tag::kNameAndType));
  return {Utf8(Half(i, 0)), Utf8(Half(i, 2))};
}

MemberRef ConstantPool::Member(Index i) const {
  assert(IsMemberRef(i));
  const NameAndType member = GetNameAndType(Half(i, 2));
  return {ClassName(Half(i, 0)), member.name, member.descriptor};
}

HandleRef ConstantPool::MethodHandle(Index i) const {
  assert(Is(i, Tag::kMethodHandle));
  return {static_cast<HandleKind>(entries_[i].at[0]), Half(i, 1)};
}

std::string_view ConstantPool::MethodType(Index i) const {
  assert(Is(i, Tag::kMethodType));
  return Utf8(Half(i, 0));
}

DynamicRef ConstantPool::Dynamic(Index i) const {
  assert(Is(i, Tag::kDynamic) || Is(i, Tag::kInvokeDynamic));
  const NameAndType site = GetNameAndType(Half(i, 2));
  return {Half(i, 0), site.name, site.descriptor};
}

Index ConstantPool::Add(Tag tag, Bytes body) {
  if (interner_ == nullptr) {
    interner_ = std::make_unique<Interner>();
    interner_->by_bytes.reserve(entries_.size() * 2);
    for (uint32_t i = 1; i < entries_.size(); ++i) {
      const Entry& entry = entries_[i];
      if (entry.tag == Tag::kNone) continue;
      const size_t size = entry.tag == Tag::kUtf8 ? 2u + LoadU2(entry.at) : BodySize(entry.tag);
      // The first of two equal entries wins.
      interner_->by_bytes.try_emplace({reinterpret_cast<const char*>(entry.at - 1), size + 1}, static_cast<Index>(i));
    }
  }
  std::vector<uint8_t> bytes;
  bytes.reserve(body.size() + 1);
  bytes.push_back(static_cast<uint8_t>(tag));
  bytes.insert(bytes.end(), body.begin(), body.end());
  const std::string_view key(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (auto found = interner_->by_bytes.find(key); found != interner_->by_bytes.end()) return found->second;

  const size_t places = TakesTwo(tag) ? 2 : 1;
  if (entries_.size() + places > 0xffff) {
    overflowed_ = true;
    return 0;
  }
  const Index index = static_cast<Index>(entries_.size());
  added_.push_back(std::move(bytes));  // moving a vector keeps its bytes where they are, so `key` stays good
  entries_.push_back({added_.back().data() + 1, tag});
  if (places == 2) entries_.push_back({nullptr, Tag::kNone});
  interner_->by_bytes.emplace(key, index);
  return index;
}

namespace {

// Up to eight big-endian bytes on the stack, for the body of an entry to be added.
class Body {
 public:
  Body& U1(uint8_t value) {
    bytes_[size_++] = value;
    return *this;
  }
  Body& U2(uint16_t value) { return U1(value >> 8).U1(value & 0xff); }
  Body& U4(uint32_t value) { return U2(value >> 16).U2(value & 0xffff); }
  operator Bytes() const { return {bytes_, size_}; }

 private:
  uint8_t bytes_[8];
  size_t size_ = 0;
};

}  // namespace

Index ConstantPool::AddUtf8(std::string_view text) {
  if (text.size() > 0xffff) {
    overflowed_ = true;
    return 0;
  }
  std::vector<uint8_t> body{static_cast<uint8_t>(text.size() >> 8), static_cast<uint8_t>(text.size())};
  body.insert(body.end(), text.begin(), text.end());
  return Add(Tag::kUtf8, body);
}

Index ConstantPool::AddInteger(int32_t value) { return Add(Tag::kInteger, Body().U4(value)); }

Index ConstantPool::AddFloat(float value) { return Add(Tag::kFloat, Body().U4(std::bit_cast<uint32_t>(value))); }

Index ConstantPool::AddLong(int64_t value) {
  const auto bits = static_cast<uint64_t>(value);
  return Add(Tag::kLong, Body().U4(bits >> 32).U4(bits & 0xffffffff));
}

Index ConstantPool::AddDouble(double value) {
  const auto bits = std::bit_cast<uint64_t>(value);
  return Add(Tag::kDouble, Body().U4(bits >> 32).U4(bits & 0xffffffff));
}

Index ConstantPool::AddClass(std::string_view name) { return Add(Tag::kClass, Body().U2(AddUtf8(name))); }

Index ConstantPool::AddString(std::string_view text) { return Add(Tag::kString, Body().U2(AddUtf8(text))); }

Index ConstantPool::AddNameAndType(std::string_view name, std::string_view descriptor) {
  const Index name_index = AddUtf8(name);
  return Add(Tag::kNameAndType, Body().U2(name_index).U2(AddUtf8(descriptor)));
}

Index ConstantPool::AddMember(Tag tag, std::string_view owner, std::string_view name, std::string_view descriptor) {
  const Index owner_index = AddClass(owner);
  return Add(tag, Body().U2(owner_index).U2(AddNameAndType(name, descriptor)));
}

Index ConstantPool::AddMethodHandle(HandleKind kind, Index reference) {
  return Add(Tag::kMethodHandle, Body().U1(static_cast<uint8_t>(kind)).U2(reference));
}

Index ConstantPool::AddMethodType(std::string_view descriptor) {
  return Add(Tag::kMethodType, Body().U2(AddUtf8(descriptor)));
}

Index ConstantPool::AddDynamic(Tag tag, uint16_t bootstrap, std::string_view name, std::string_view descriptor) {
  return Add(tag, Body().U2(bootstrap).U2(AddNameAndType(name, descriptor)));
}

void ConstantPool::Write(ByteWriter& writer) const {
  writer.U2(static_cast<uint16_t>(entries_.size()));
  writer.Raw(original_);
  for (const std::vector<uint8_t>& entry : added_) writer.Raw(entry);
}

}  // namespace raddle::classfile
