#include "pointcut/type_oracle.h"

#include <utility>

#include "classfile/attributes.h"
#include "classfile/descriptor.h"

namespace raddle::pointcut {
namespace {

using namespace classfile;

class Reader {
 public:
  explicit Reader(const ClassFile& file) : file_(file) {}

  Result<void> ReadAnnotations(const Attributes& attributes, std::vector<std::string>& out) {
    for (const Attribute& attribute : attributes) {
      if (attribute.kind != AttributeKind::kRuntimeVisibleAnnotations &&
          attribute.kind != AttributeKind::kRuntimeInvisibleAnnotations) {
        continue;
      }
      RADDLE_TRY(AttributeValue value, DecodeAttribute(attribute, file_.pool, arena_));
      for (const Annotation& annotation : std::get_if<Annotations>(&value)->annotations) {
        std::string_view type = file_.pool.Utf8(annotation.type);
        if (type.size() > 2 && type.front() == 'L') out.emplace_back(type.substr(1, type.size() - 2));
      }
    }
    return {};
  }

  Result<MemberFacts> ReadMember(const Member& member) {
    MemberFacts facts{
        std::string(file_.NameOf(member)), std::string(file_.DescriptorOf(member)), member.access, {}, {}};
    RADDLE_CHECK(ReadAnnotations(member.attributes, facts.annotations));
    if (const Attribute* exceptions = Find(member.attributes, AttributeKind::kExceptions)) {
      RADDLE_TRY(AttributeValue value, DecodeAttribute(*exceptions, file_.pool, arena_));
      for (Index index : std::get_if<IndexList>(&value)->indices) {
        facts.exceptions.emplace_back(file_.pool.ClassName(index));
      }
    }
    return facts;
  }

  // InnerClasses names the class of a member class; EnclosingMethod that of a local or anonymous one.
  Result<std::string> Enclosing() {
    if (const Attribute* inner = Find(file_.attributes, AttributeKind::kInnerClasses)) {
      RADDLE_TRY(AttributeValue value, DecodeAttribute(*inner, file_.pool, arena_));
      for (const InnerClass& entry : std::get_if<InnerClasses>(&value)->classes) {
        bool is_self = file_.pool.ClassName(entry.inner) == file_.Name();
        if (is_self && entry.outer != 0) return std::string(file_.pool.ClassName(entry.outer));
      }
    }
    if (const Attribute* method = Find(file_.attributes, AttributeKind::kEnclosingMethod)) {
      RADDLE_TRY(AttributeValue value, DecodeAttribute(*method, file_.pool, arena_));
      return std::string(file_.pool.ClassName(std::get_if<EnclosingMethod>(&value)->owner));
    }
    return std::string();
  }

 private:
  const ClassFile& file_;
  Arena arena_;
};

}  // namespace

Result<ClassFacts> FactsOf(const ClassFile& file) {
  Reader reader(file);
  ClassFacts facts;
  facts.name = file.Name();
  facts.access = file.access;
  facts.super = file.SuperName();
  for (Index interface : file.interfaces) facts.interfaces.emplace_back(file.pool.ClassName(interface));
  RADDLE_CHECK(reader.ReadAnnotations(file.attributes, facts.annotations));
  RADDLE_TRY(facts.enclosing, reader.Enclosing());
  for (const Member& field : file.fields) {
    RADDLE_TRY(MemberFacts read, reader.ReadMember(field));
    facts.fields.push_back(std::move(read));
  }
  for (const Member& method : file.methods) {
    RADDLE_TRY(MemberFacts read, reader.ReadMember(method));
    // What does not even have a descriptor cannot be matched, and iterating over it would mean nothing.
    if (CheckMethodDescriptor(read.descriptor)) facts.methods.push_back(std::move(read));
  }
  return facts;
}

}  // namespace raddle::pointcut
