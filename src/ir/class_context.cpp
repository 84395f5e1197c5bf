#include "ir/class_context.h"

#include "fmt/format.h"
#include "ir/limits.h"

namespace raddle::ir {

using classfile::Index;
using classfile::Tag;

namespace {

// The entry for a constant, which may have been added to the pool after the context was made.
template <typename T>
T& Slot(std::vector<T>& table, Index constant, const classfile::ConstantPool& pool) {
  if (constant >= table.size()) table.resize(pool.size());
  return table[constant];
}

}  // namespace

ClassContext::ClassContext(const classfile::ClassFile& file) : file_(file), arena_(1024) {}

Result<std::unique_ptr<ClassContext>> ClassContext::Create(const classfile::ClassFile& file) {
  std::unique_ptr<ClassContext> context(new ClassContext(file));
  const classfile::Attribute* attribute = Find(file.attributes, classfile::AttributeKind::kBootstrapMethods);
  if (attribute != nullptr) {
    RADDLE_TRY(classfile::AttributeValue value, DecodeAttribute(*attribute, file.pool, context->arena_));
    if (const auto* methods = std::get_if<classfile::BootstrapMethods>(&value)) {
      context->bootstrap_methods_ = methods->methods;
    }
  }
  return context;
}

Result<void> ClassContext::CheckTypeCount() const {
  if (types_.size() > kMaxTypes) return Error{.reason = fmt::format("more than {} types in one class", kMaxTypes)};
  return {};
}

Result<ValueType> ClassContext::FieldType(Index field) {
  ValueType& known = Slot(fields_, field, pool());
  if (known.kind == Kind::kVoid) {
    std::string_view descriptor = pool().Member(field).descriptor;
    RADDLE_CHECK(classfile::CheckFieldDescriptor(descriptor));
    RADDLE_CHECK(CheckTypeCount());
    known = types_.Of({descriptor});
  }
  return known;
}

Result<ValueType> ClassContext::DynamicType(Index constant) {
  ValueType& known = Slot(fields_, constant, pool());
  if (known.kind == Kind::kVoid) {
    std::string_view descriptor = pool().Dynamic(constant).descriptor;
    RADDLE_CHECK(classfile::CheckFieldDescriptor(descriptor));
    known = types_.Of({descriptor});
  }
  return known;
}

Result<const Signature*> ClassContext::SignatureOf(Index constant) {
  const Signature*& known = Slot(signatures_, constant, pool());
  if (known != nullptr) return known;
  Tag tag = pool().tag(constant);
  std::string_view text = tag == Tag::kUtf8            ? pool().Utf8(constant)
                          : tag == Tag::kInvokeDynamic ? pool().Dynamic(constant).descriptor
                                                       : pool().Member(constant).descriptor;
  RADDLE_CHECK(classfile::CheckMethodDescriptor(text));
  RADDLE_CHECK(CheckTypeCount());
  classfile::MethodDescriptor descriptor(text);
  Signature* signature = arena_.Allocate<Signature>(1).data();
  std::span<ValueType> parameters = arena_.Allocate<ValueType>(static_cast<size_t>(descriptor.ParameterCount()));
  uint32_t slots = 0;
  size_t n = 0;
  for (classfile::TypeDescriptor type : descriptor) {
    parameters[n] = types_.Of(type);
    slots += static_cast<uint32_t>(classfile::Slots(parameters[n++].kind));
  }
  if (slots > 255) return Error{.reason = fmt::format("descriptor with {} slots of parameters", slots)};
  *signature = {text, parameters, types_.Of(descriptor.Return()), static_cast<uint16_t>(slots)};
  known = signature;
  return known;
}

Result<const BootstrapCall*> ClassContext::Bootstrap(Index constant) {
  const BootstrapCall*& known = Slot(bootstraps_, constant, pool());
  if (known != nullptr) return known;
  RADDLE_TRY(BootstrapCall call, DescribeBootstrap(constant, pool(), bootstrap_methods_, arena_));
  known = new (arena_.Allocate<BootstrapCall>(1).data()) BootstrapCall(call);
  return known;
}

const BootstrapCall* ClassContext::FindBootstrap(Index constant) const {
  return constant < bootstraps_.size() ? bootstraps_[constant] : nullptr;
}

}  // namespace raddle::ir
