#include "weave/lines.h"

namespace raddle::weave {

using namespace classfile;

Lines::Lines(const Code& code, const ConstantPool& pool) {
  Arena arena;
  for (const Attribute& attribute : code.attributes) {
    if (attribute.kind != AttributeKind::kLineNumberTable) continue;
    const Result<AttributeValue> value = DecodeAttribute(attribute, pool, arena);
    if (!value) continue;
    if (const auto* table = std::get_if<LineNumberTable>(&*value)) {
      lines_.insert(lines_.end(), table->lines.begin(), table->lines.end());
    }
  }
}

// The entry with the greatest pc that is not past ours; tables need not be sorted.
uint16_t Lines::At(uint16_t bci) const {
  const LineNumber* best = nullptr;
  for (const LineNumber& line : lines_) {
    if (line.pc <= bci && (best == nullptr || line.pc >= best->pc)) best = &line;
  }
  return best == nullptr ? 0 : best->line;
}

}  // namespace raddle::weave
