#include "weave/weaver.h"

#include <fmt/format.h>

#include "classfile/attributes.h"
#include "classfile/descriptor.h"
#include "weave/method_references.h"
#include "weave/method_weaver.h"
#include "weave/object_weaver.h"
#include "weave/serial_version.h"
#include "weave/view_weaver.h"

namespace raddle::weave {
namespace {

using classfile::AttributeKind;
using classfile::ClassFile;
using classfile::Member;

// `transient` keeps serialisation from writing it, `synthetic` keeps reflection's users from minding it.
std::vector<std::string> AddShadowFields(ClassFile& file, bool volatiles_only) {
  std::vector<std::string> names;
  if (file.Has(classfile::kInterface)) return names;
  const size_t count = file.fields.size();
  for (size_t i = 0; i < count; ++i) {
    const Member field = file.fields[i];
    if (field.Has(classfile::kStatic) || field.Has(classfile::kFinal)) continue;
    if (volatiles_only && !field.Has(classfile::kVolatile)) continue;
    const uint16_t visibility = field.access & (classfile::kPublic | classfile::kPrivate | classfile::kProtected);
    names.push_back(
        fmt::format("{}{}", file.NameOf(field), field.Has(classfile::kVolatile) ? kChannelSuffix : kShadowSuffix));
    file.AddField(visibility | classfile::kTransient | classfile::kSynthetic, names.back(), "J");
  }
  return names;
}

StaticField::Kind KindOf(const ClassFile& file, const Member& field) {
  if (field.Has(classfile::kVolatile)) return StaticField::Kind::kVolatile;
  if (!field.Has(classfile::kFinal)) return StaticField::Kind::kPlain;
  const bool reference = classfile::TypeDescriptor{file.DescriptorOf(field)}.IsReference();
  return reference ? StaticField::Kind::kFinalReference : StaticField::Kind::kFinalPrimitive;
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
  Woven woven;
  if (file.Has(classfile::kModule)) return Error{"a module descriptor has no code"};
  if (plan.SectionsOnly() && !plan.sections->Concerns(file)) return woven;
  if (plan.references != nullptr) RADDLE_CHECK(SpellOutReferences(file, *plan.references));
  std::vector<ObjectMethod> objects;
  bool declares_word = false;
  if (plan.objects) {
    RADDLE_TRY(objects, AnalyseObjects(file, plan.object));
    declares_word = DeclaresObjectWord(file, plan);
    woven.has_object_word = declares_word || (plan.has_object_word && plan.has_object_word(file.SuperName()));
  }
  const bool declares_view_word = plan.views && DeclaresObjectWord(file, plan);
  if (plan.fields || plan.order || declares_word || declares_view_word) RADDLE_CHECK(KeepSerialVersion(file));
  if (plan.fields || plan.order) woven.shadows = AddShadowFields(file, !plan.fields);
  if (declares_word) AddObjectWord(file);
  if (declares_view_word) AddViewWord(file);
  for (const Member& field : file.fields) {
    const bool safe = field.Has(classfile::kFinal) || field.Has(classfile::kVolatile);
    const bool instance = !field.Has(classfile::kStatic) && !field.Has(classfile::kSynthetic);
    if (plan.views && !safe && instance) woven.plain.emplace_back(file.NameOf(field));
    if (plan.objects && safe && !field.Has(classfile::kStatic)) woven.safe.emplace_back(file.NameOf(field));
    if (field.Has(classfile::kStatic)) woven.statics.push_back({std::string(file.NameOf(field)), KindOf(file, field)});
  }
  const std::string source_file = SourceFileOf(file);
  if (plan.allocations != nullptr) plan.allocations->AddHandles(file.pool);
  atoms::ClassMarks marks;
  if (plan.sections != nullptr && plan.sections->Mentions(file.Name())) {
    marks = plan.sections->Match(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    if (!marks.problem.empty()) woven.notes.push_back(marks.problem);
  }
  bool changed = false;
  for (size_t i = 0; i < file.methods.size(); ++i) {
    Member& method = file.methods[i];
    if (Find(method.attributes, AttributeKind::kCode) == nullptr) continue;
    const SiteMethod place{std::string(file.Name()), std::string(file.NameOf(method)),
                           std::string(file.DescriptorOf(method)), source_file, class_id};
    SectionContext sections;
    for (const atoms::Mark& mark : marks.marks) {
      if (mark.method == i) sections.marks.push_back(mark);
    }
    const MethodObjects found{plan.objects ? &objects[i] : nullptr, declares_word, woven.has_object_word};
    Result<bool> done = WeaveMethod(file, method, plan, place, sites, sections, found);
    if (!done) {
      woven.notes.push_back(fmt::format("method {}.{} was not woven: {}", classfile::DottedName(file.Name()),
                                        classfile::ReadableMethod(place.method, place.descriptor),
                                        done.error().ToString()));
      continue;
    }
    changed |= *done;
    woven.section_sites.insert(woven.section_sites.end(), sections.sites.begin(), sections.sites.end());
    ++woven.methods;
  }
  if (plan.SectionsOnly() && !changed) return woven;
  classfile::ByteWriter writer;
  RADDLE_CHECK(WriteClass(file, writer));
  woven.bytes.assign(writer.bytes().begin(), writer.bytes().end());
  return woven;
}

}  // namespace raddle::weave
