#include "classfile/class_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "classfile/reencode.h"

namespace raddle::classfile {
namespace {

struct KnownAttribute {
  std::string_view name;
  AttributeKind kind;
  uint8_t places;
};

// By the length of their names, which tells nearly all of them apart.
constexpr auto kKnownAttributes = [] {
  std::array known = {
#define X(name, places) KnownAttribute{#name, AttributeKind::k##name, places},
      RADDLE_ATTRIBUTES(X)
#undef X
  };
  std::sort(known.begin(), known.end(),
            [](const KnownAttribute& a, const KnownAttribute& b) { return a.name.size() < b.name.size(); });
  return known;
}();
constexpr size_t kLongestName = kKnownAttributes.back().name.size();

// Where the names of a length begin.
constexpr auto kFirstOfLength = [] {
  std::array<uint8_t, kLongestName + 2> first{};
  for (size_t length = 0; length < first.size(); ++length) {
    while (first[length] < kKnownAttributes.size() && kKnownAttributes[first[length]].name.size() < length) {
      ++first[length];
    }
  }
  return first;
}();

std::vector<Member> ReadMembers(ByteReader& reader, const ConstantPool& pool, Place place) {
  const uint16_t count = reader.U2();
  std::vector<Member> members;
  members.reserve(std::min<size_t>(count, reader.left() / 8));  // a member takes eight bytes at least
  for (uint16_t i = 0; i < count && reader.ok(); ++i) {
    Member& member = members.emplace_back();
    member.access = reader.U2();
    member.name = reader.U2();
    member.descriptor = reader.U2();
    if (reader.ok() && (!pool.Is(member.name, Tag::kUtf8) || !pool.Is(member.descriptor, Tag::kUtf8))) {
      reader.FailAt(reader.offset() - 4, "name or descriptor is not a Utf8 constant");
    }
    member.attributes = ReadAttributes(reader, pool, place);
  }
  return members;
}

}  // namespace

AttributeKind AttributeKindOf(std::string_view name, Place place) {
  if (name.size() > kLongestName) return AttributeKind::kUnknown;
  for (size_t i = kFirstOfLength[name.size()]; i < kFirstOfLength[name.size() + 1]; ++i) {
    const KnownAttribute& known = kKnownAttributes[i];
    if (known.name != name) continue;
    return (known.places & static_cast<uint8_t>(place)) != 0 ? known.kind : AttributeKind::kUnknown;
  }
  return AttributeKind::kUnknown;
}

Attributes ReadAttributes(ByteReader& reader, const ConstantPool& pool, Place place) {
  const uint16_t count = reader.U2();
  Attributes attributes;
  if (count == 0) return attributes;
  attributes.reserve(std::min<size_t>(count, reader.left() / 6));  // an attribute takes six bytes at least
  for (uint16_t i = 0; i < count && reader.ok(); ++i) {
    const Index name = reader.U2();
    if (reader.ok() && !pool.Is(name, Tag::kUtf8)) {
      reader.FailAt(reader.offset() - 2, fmt::format("attribute name {} is not a Utf8 constant", name));
      break;
    }
    const uint32_t length = reader.U4();
    const auto offset = static_cast<uint32_t>(reader.offset());
    const Bytes body = reader.Raw(length);
    if (!reader.ok()) break;
    attributes.push_back({AttributeKindOf(pool.Utf8(name), place), name, offset, body});
  }
  return attributes;
}

void WriteAttributes(const Attributes& attributes, ByteWriter& writer) {
  writer.U2(static_cast<uint16_t>(attributes.size()));
  for (const Attribute& attribute : attributes) {
    writer.U2(attribute.name);
    writer.U4(static_cast<uint32_t>(attribute.body.size()));
    writer.Raw(attribute.body);
  }
}

const Attribute* Find(const Attributes& attributes, AttributeKind kind) {
  for (const Attribute& attribute : attributes) {
    if (attribute.kind == kind) return &attribute;
  }
  return nullptr;
}

Result<ClassFile> ReadClass(Bytes bytes) {
  ByteReader reader(bytes);
  ClassFile file;
  if (reader.U4() != 0xcafebabe && reader.ok()) return Error{"not a class file: no 0xCAFEBABE at its start", 0};
  file.minor = reader.U2();
  file.major = reader.U2();
  if (reader.ok() && (file.major < kMinMajor || file.major > kMaxMajor)) {
    return Error{fmt::format("class file version {} is outside {} to {}", file.major, kMinMajor, kMaxMajor), 6};
  }
  RADDLE_TRY(file.pool, ConstantPool::Read(reader));

  const size_t header = reader.offset();
  file.access = reader.U2();
  file.this_class = reader.U2();
  file.super_class = reader.U2();
  if (reader.ok() && !file.pool.Is(file.this_class, Tag::kClass)) return Error{"this_class is not a Class", header + 2};
  if (reader.ok() && file.super_class != 0 && !file.pool.Is(file.super_class, Tag::kClass)) {
    return Error{"super_class is not a Class", header + 4};
  }
  const uint16_t interfaces = reader.U2();
  for (uint16_t i = 0; i < interfaces && reader.ok(); ++i) {
    file.interfaces.push_back(reader.U2());
    if (reader.ok() && !file.pool.Is(file.interfaces.back(), Tag::kClass)) {
      reader.FailAt(reader.offset() - 2, "interface is not a Class");
    }
  }
  file.fields = ReadMembers(reader, file.pool, Place::kField);
  file.methods = ReadMembers(reader, file.pool, Place::kMethod);
  if (file.major == 45 && file.minor < 3) {
    // Before 45.3 the fields of Code were shorter. No compiler that was released wrote such files: carried, not
    // decoded.
    for (Member& method : file.methods) {
      for (Attribute& attribute : method.attributes) attribute.kind = AttributeKind::kUnknown;
    }
  }
  file.attributes = ReadAttributes(reader, file.pool, Place::kClass);
  if (reader.ok() && !reader.AtEnd()) reader.Fail("bytes behind the end of the class");
  if (!reader.ok()) return reader.error();
  return file;
}

Member& ClassFile::AddField(uint16_t flags, std::string_view name, std::string_view descriptor) {
  return fields.emplace_back(Member{flags, pool.AddUtf8(name), pool.AddUtf8(descriptor), {}});
}

Member& ClassFile::AddMethod(uint16_t flags, std::string_view name, std::string_view descriptor) {
  return methods.emplace_back(Member{flags, pool.AddUtf8(name), pool.AddUtf8(descriptor), {}});
}

Result<void> WriteClass(const ClassFile& file, ByteWriter& writer, WriteMode mode) {
  if (file.pool.overflowed()) return Error{"the constant pool would pass 65535 entries"};
  if (file.fields.size() > 0xffff || file.methods.size() > 0xffff) return Error{"more than 65535 members"};
  Arena scratch;
  auto write = [&](const Attributes& attributes) -> Result<void> {
    if (mode == WriteMode::kReencode) {
      scratch.Reset();
      return ReencodeAttributes(attributes, file.pool, scratch, writer);
    }
    WriteAttributes(attributes, writer);
    return {};
  };
  writer.U4(0xcafebabe);
  writer.U2(file.minor);
  writer.U2(file.major);
  file.pool.Write(writer);
  writer.U2(file.access);
  writer.U2(file.this_class);
  writer.U2(file.super_class);
  writer.U2(static_cast<uint16_t>(file.interfaces.size()));
  for (const Index interface : file.interfaces) writer.U2(interface);
  for (const std::vector<Member>* members : {&file.fields, &file.methods}) {
    writer.U2(static_cast<uint16_t>(members->size()));
    for (const Member& member : *members) {
      writer.U2(member.access);
      writer.U2(member.name);
      writer.U2(member.descriptor);
      RADDLE_CHECK(write(member.attributes));
    }
  }
  return write(file.attributes);
}

}  // namespace raddle::classfile
