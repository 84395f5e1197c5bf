#include "classfile/reencode.h"

#include "classfile/attributes.h"
#include "classfile/code.h"
#include "classfile/stack_map.h"

namespace raddle::classfile {
namespace {

Result<void> ReencodeBody(const Attribute& attribute, const ConstantPool& pool, Arena& scratch, ByteWriter& writer) {
  switch (attribute.kind) {
    case AttributeKind::kCode: {
      RADDLE_TRY(const Code code, DecodeCode(attribute, pool, scratch));
      return EncodeCode(code, pool, scratch, writer);
    }
    case AttributeKind::kStackMapTable: {
      RADDLE_TRY(const StackMapTable table, DecodeStackMap(attribute, pool, scratch));
      EncodeStackMap(table, writer);
      return {};
    }
    default: {
      RADDLE_TRY(const AttributeValue value, DecodeAttribute(attribute, pool, scratch));
      EncodeAttribute(value, writer);
      return {};
    }
  }
}

}  // namespace

Result<void> ReencodeAttributes(const Attributes& attributes, const ConstantPool& pool, Place place, Arena& scratch,
                                ByteWriter& writer) {
  writer.U2(static_cast<uint16_t>(attributes.size()));
  for (const Attribute& attribute : attributes) {
    writer.U2(attribute.name);
    const size_t length = writer.ReserveLength();
    RADDLE_CHECK(ReencodeBody(attribute, pool, scratch, writer));
    writer.PatchLength(length);
    if (place != Place::kCode) scratch.Reset();  // within Code the instructions being written lie in it
  }
  return {};
}

}  // namespace raddle::classfile
