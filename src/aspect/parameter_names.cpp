#include "aspect/parameter_names.h"

#include <map>

#include "classfile/attributes.h"
#include "classfile/code.h"
#include "classfile/descriptor.h"

namespace raddle::aspect {

using namespace classfile;

// By the parameters' slots: the variables that are there from the start.
Result<std::optional<std::vector<std::string>>> ParameterNames(const ClassFile& file, const Member& method) {
  using Names = std::optional<std::vector<std::string>>;
  Arena arena;
  std::vector<std::string> names;
  const MethodDescriptor descriptor(file.DescriptorOf(method));
  if (const Attribute* parameters = Find(method.attributes, AttributeKind::kMethodParameters)) {
    RADDLE_TRY(AttributeValue value, DecodeAttribute(*parameters, file.pool, arena));
    for (const MethodParameter& each : std::get_if<MethodParameters>(&value)->parameters) {
      if (each.name != 0) names.emplace_back(file.pool.Utf8(each.name));
    }
    if (names.size() == static_cast<size_t>(descriptor.ParameterCount())) return Names(std::move(names));
    names.clear();
  }
  if (descriptor.ParameterCount() == 0) return Names(std::move(names));
  const Attribute* code = Find(method.attributes, AttributeKind::kCode);
  if (code == nullptr) return Names();
  RADDLE_TRY(Code decoded, DecodeCode(*code, file.pool, arena));
  std::map<uint16_t, std::string> by_slot;
  for (const Attribute& attribute : decoded.attributes) {
    if (attribute.kind != AttributeKind::kLocalVariableTable) continue;
    RADDLE_TRY(AttributeValue value, DecodeAttribute(attribute, file.pool, arena, decoded.length));
    for (const LocalVariable& variable : std::get_if<LocalVariableTable>(&value)->variables) {
      if (variable.pc == 0) by_slot.emplace(variable.local, file.pool.Utf8(variable.name));
    }
  }
  uint16_t slot = method.Has(kStatic) ? 0 : 1;
  for (const TypeDescriptor type : descriptor) {
    const auto found = by_slot.find(slot);
    if (found == by_slot.end()) return Names();
    names.push_back(found->second);
    slot = static_cast<uint16_t>(slot + Slots(type.kind()));
  }
  return Names(std::move(names));
}

}  // namespace raddle::aspect
