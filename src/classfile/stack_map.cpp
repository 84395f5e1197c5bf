#include "classfile/stack_map.h"

#include <fmt/format.h>

namespace raddle::classfile {
namespace {

class StackMapReader {
 public:
  StackMapReader(const Attribute& attribute, const ConstantPool& pool, Arena& arena)
      : reader_(attribute.body, attribute.offset), pool_(pool), arena_(arena) {}

  Result<StackMapTable> Run() {
    const uint16_t count = reader_.U2();
    if (count > reader_.left()) reader_.Fail("more frames than bytes");
    if (!reader_.ok()) return reader_.error();
    const std::span<StackMapEntry> entries = arena_.Allocate<StackMapEntry>(count);
    for (StackMapEntry& entry : entries) {
      if (!reader_.ok()) break;
      entry = ReadEntry();
    }
    if (reader_.ok() && !reader_.AtEnd()) reader_.Fail("bytes behind the last frame");
    if (!reader_.ok()) return reader_.error();
    return StackMapTable{entries};
  }

 private:
  StackMapEntry ReadEntry() {
    StackMapEntry entry{reader_.U1(), 0, {}, {}};
    const uint8_t type = entry.type;
    if (type <= kSameLast) {
      entry.offset_delta = type;
    } else if (type <= kSameOneStackLast) {
      entry.offset_delta = type - (kSameLast + 1);
      entry.stack = ReadTypes(1);
    } else if (type < kSameOneStackExtended) {
      reader_.FailAt(reader_.offset() - 1, fmt::format("reserved frame type {}", type));
    } else {
      entry.offset_delta = reader_.U2();
      if (type == kSameOneStackExtended) {
        entry.stack = ReadTypes(1);
      } else if (type == kFull) {
        entry.locals = ReadTypes(reader_.U2());
        entry.stack = ReadTypes(reader_.U2());
      } else if (type > kSameExtended) {
        entry.locals = ReadTypes(type - kSameExtended);
      }
    }
    return entry;
  }

  std::span<const VerificationType> ReadTypes(uint16_t count) {
    if (count > reader_.left()) {
      reader_.Fail("more types than bytes");
      return {};
    }
    const std::span<VerificationType> types = arena_.Allocate<VerificationType>(count);
    for (VerificationType& type : types) {
      type = {static_cast<VerificationTag>(reader_.U1()), 0};
      if (type.tag > VerificationTag::kUninitialized) {
        reader_.FailAt(reader_.offset() - 1, fmt::format("unknown verification type {}", static_cast<int>(type.tag)));
      }
      if (type.tag >= VerificationTag::kObject) type.data = reader_.U2();
      if (type.tag == VerificationTag::kObject && reader_.ok() && !pool_.Is(type.data, Tag::kClass)) {
        reader_.FailAt(reader_.offset() - 2, fmt::format("constant {} is not a Class", type.data));
      }
    }
    return types;
  }

  ByteReader reader_;
  const ConstantPool& pool_;
  Arena& arena_;
};

void WriteTypes(std::span<const VerificationType> types, ByteWriter& writer) {
  for (const VerificationType& type : types) {
    writer.U1(static_cast<uint8_t>(type.tag));
    if (type.tag >= VerificationTag::kObject) writer.U2(type.data);
  }
}

}  // namespace

Result<StackMapTable> DecodeStackMap(const Attribute& attribute, const ConstantPool& pool, Arena& arena) {
  return StackMapReader(attribute, pool, arena).Run();
}

void WriteEntry(const StackMapEntry& entry, ByteWriter& writer) {
  writer.U1(entry.type);
  if (entry.type >= kSameOneStackExtended) writer.U2(entry.offset_delta);
  if (entry.type == kFull) writer.U2(static_cast<uint16_t>(entry.locals.size()));
  WriteTypes(entry.locals, writer);
  if (entry.type == kFull) writer.U2(static_cast<uint16_t>(entry.stack.size()));
  WriteTypes(entry.stack, writer);
}

void EncodeStackMap(const StackMapTable& table, ByteWriter& writer) {
  writer.U2(static_cast<uint16_t>(table.entries.size()));
  for (const StackMapEntry& entry : table.entries) WriteEntry(entry, writer);
}

}  // namespace raddle::classfile
