#include "weave/weaver.h"

#include <fmt/format.h>

#include "classfile/attributes.h"
#include "classfile/descriptor.h"
#include "weave/method_weaver.h"
#include "weave/serial_version.h"

namespace raddle::weave {
namespace {

using classfile::AttributeKind;
using classfile::ClassFile;
using classfile::Member;

// `transient` keeps serialisation from writing it, `synthetic` keeps reflection's users from minding it.
void AddShadowFields(ClassFile& file) {
  if (file.Has(classfile::kInterface)) return;
  const size_t count = file.fields.size();
  for (size_t i = 0; i < count; ++i) {
    const Member field = file.fields[i];
    if (field.Has(classfile::kStatic) || field.Has(classfile::kFinal)) continue;
    const uint16_t visibility = field.access & (classfile::kPublic | classfile::kPrivate | classfile::kProtected);
    file.AddField(visibility | classfile::kTransient | classfile::kSynthetic,
                  fmt::format("{}{}", file.NameOf(field), kShadowSuffix), "J");
  }
}

std::string SourceFileOf(const ClassFile& file) {
  const classfile::Attribute* attribute = Find(file.attributes, AttributeKind::kSourceFile);
  if (attribute == nullptr || attribute->body.size() != 2) return {};
  const auto index = static_cast<classfile::Index>(attribute->body[0] << 8 | attribute->body[1]);
  return file.pool.Is(index, classfile::Tag::kUtf8) ? std::string(file.pool.Utf8(index)) : std::string();
}

}  // namespace

Result<Woven> WeaveClass(classfile::Bytes bytes, const Plan& plan, uint32_t class_id, SiteTable& sites) {
  RADDLE_TRY(ClassFile file, classfile::ReadClass(bytes));
  if (file.Has(classfile::kModule)) return Error{"a module descriptor has no code"};
  if (plan.fields) {
    RADDLE_CHECK(KeepSerialVersion(file));
    AddShadowFields(file);
  }
  Woven woven;
  const std::string source_file = SourceFileOf(file);
  for (Member& method : file.methods) {
    if (Find(method.attributes, AttributeKind::kCode) == nullptr) continue;
    const SiteMethod place{std::string(file.Name()), std::string(file.NameOf(method)),
                           std::string(file.DescriptorOf(method)), source_file, class_id};
    if (Result<void> done = WeaveMethod(file, method, plan, place, sites); !done) {
      woven.notes.push_back(fmt::format("method {}.{} was not woven: {}", classfile::DottedName(file.Name()),
                                        classfile::ReadableMethod(place.method, place.descriptor),
                                        done.error().ToString()));
      continue;
    }
    ++woven.methods;
  }
  classfile::ByteWriter writer;
  RADDLE_CHECK(WriteClass(file, writer));
  woven.bytes.assign(writer.bytes().begin(), writer.bytes().end());
  return woven;
}

}  // namespace raddle::weave
