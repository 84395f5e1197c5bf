#include "classfile/attribute_reader.h"

#include <fmt/format.h>

namespace raddle::classfile {

Index AttributeReader::Literal() {
  Index index = U2();
  switch (pool_.tag(index)) {
    case Tag::kInteger:
    case Tag::kFloat:
    case Tag::kLong:
    case Tag::kDouble:
    case Tag::kString:
      break;
    default:
      if (ok()) FailAt(offset() - 2, fmt::format("constant {} is not a number or String", index));
  }
  return index;
}

Index AttributeReader::Loadable() {
  Index index = U2();
  if (!pool_.IsLoadable(index) && ok()) FailAt(offset() - 2, fmt::format("constant {} is not loadable", index));
  return index;
}

// Out of line: the only places where text is made.
void AttributeReader::FailConstant(Index index, Tag wanted) {
  if (!ok()) return;
  std::string_view name = TagName(wanted);
  FailAt(offset() - 2, fmt::format("constant {} is not {} {}", index, name.starts_with('I') ? "an" : "a", name));
}

void AttributeReader::FailCount(uint16_t count) {
  if (!ok()) return;
  FailAt(offset(), fmt::format("{} entries do not fit into the {} bytes left", count, left()));
}

}  // namespace raddle::classfile
