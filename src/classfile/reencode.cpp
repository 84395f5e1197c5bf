#include "classfile/reencode.h"

#include "classfile/code.h"
#include "classfile/stack_map.h"

namespace raddle::classfile {
namespace {

Result<void> ReencodeBody(const Attribute& attribute, const ConstantPool& pool, Arena& scratch, ByteWriter& writer,
                          uint32_t code_length) {
  if (attribute.kind == AttributeKind::kCode) {
    RADDLE_TRY(const Code code, DecodeCode(attribute, pool, scratch));
    return EncodeCode(code, pool, scratch, writer);
  }
  if (attribute.kind == AttributeKind::kStackMapTable) {
    RADDLE_TRY(const StackMapTable table, DecodeStackMap(attribute, pool, scratch));
    EncodeStackMap(table, writer);
    return {};
  }
  RADDLE_TRY(const AttributeValue value, DecodeAttribute(attribute, pool, scratch, code_length));
  if (const auto* record = std::get_if<Record>(&value)) {
    writer.U2(static_cast<uint16_t>(record->components.size()));
    for (const RecordComponent& component : record->components) {
      writer.U2(component.name);
      writer.U2(component.descriptor);
      RADDLE_CHECK(ReencodeAttributes(component.attributes, pool, scratch, writer));
    }
    return {};
  }
  EncodeAttribute(value, writer);
  return {};
}

}  // namespace

Result<void> ReencodeAttributes(std::span<const Attribute> attributes, const ConstantPool& pool, Arena& scratch,
                                ByteWriter& writer, uint32_t code_length) {
  writer.U2(static_cast<uint16_t>(attributes.size()));
  for (const Attribute& attribute : attributes) {
    writer.U2(attribute.name);
    const size_t length = writer.ReserveLength();
    RADDLE_CHECK(ReencodeBody(attribute, pool, scratch, writer, code_length));
    writer.PatchLength(length);
  }
  return {};
}

}  // namespace raddle::classfile
