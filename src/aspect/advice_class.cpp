#include "aspect/advice_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "aspect/parameter_names.h"
#include "classfile/attributes.h"
#include "classfile/descriptor.h"

namespace raddle::aspect {
namespace {

using namespace classfile;

constexpr std::string_view kPackage = "Lorg/aspectj/lang/annotation/";

using Elements = std::map<std::string, std::string, std::less<>>;

struct AspectAnnotation {
  std::string name;  // "Before"
  Elements elements;
};

Result<std::vector<AspectAnnotation>> AspectAnnotationsOf(const ClassFile& file, const Attributes& attributes) {
  std::vector<AspectAnnotation> found;
  Arena arena;
  const Attribute* attribute = Find(attributes, AttributeKind::kRuntimeVisibleAnnotations);
  if (attribute == nullptr) return found;
  RADDLE_TRY(AttributeValue value, DecodeAttribute(*attribute, file.pool, arena));
  for (const Annotation& annotation : std::get_if<Annotations>(&value)->annotations) {
    const std::string_view type = file.pool.Utf8(annotation.type);
    if (!type.starts_with(kPackage) || !type.ends_with(';')) continue;
    AspectAnnotation each{std::string(type.substr(kPackage.size(), type.size() - kPackage.size() - 1)), {}};
    for (const ElementPair& pair : annotation.pairs) {
      if (pair.value->tag == 's')
        each.elements[std::string(file.pool.Utf8(pair.name))] = file.pool.Utf8(pair.value->first);
    }
    found.push_back(std::move(each));
  }
  return found;
}

std::string Trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

std::vector<std::string> SplitNames(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    names.push_back(Trimmed(text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return names;
}

std::optional<AdviceKind> KindOf(std::string_view annotation) {
  if (annotation == "Before") return AdviceKind::kBefore;
  if (annotation == "After") return AdviceKind::kAfter;
  if (annotation == "AfterReturning") return AdviceKind::kAfterReturning;
  if (annotation == "AfterThrowing") return AdviceKind::kAfterThrowing;
  return std::nullopt;
}

bool MeansNothing(std::string_view annotation) {
  return annotation == "SuppressAjWarnings" || annotation == "AdviceName" || annotation == "RequiredTypes";
}

Error NotSupported(std::string_view annotation) {
  const bool around = annotation == "Around";
  return Error{fmt::format("@{} is not supported{}", annotation,
                           around ? ": advice runs before or after what the program does, never instead of it" : "")};
}

Result<void> ReadMethod(const ClassFile& file, const Member& method, AdviceClass& into) {
  if (method.Has(kSynthetic)) return {};  // javac copies the annotations to bridges
  RADDLE_TRY(std::vector<AspectAnnotation> annotations, AspectAnnotationsOf(file, method.attributes));
  for (AspectAnnotation& annotation : annotations) {
    if (MeansNothing(annotation.name)) continue;
    const std::optional<AdviceKind> advice = KindOf(annotation.name);
    if (!advice && annotation.name != "Pointcut") return NotSupported(annotation.name);
    RADDLE_CHECK(CheckMethodDescriptor(file.DescriptorOf(method)));
    AnnotatedMethod read;
    read.kind = advice ? AnnotatedMethod::Kind::kAdvice : AnnotatedMethod::Kind::kPointcut;
    read.advice = advice.value_or(AdviceKind::kBefore);
    read.name = file.NameOf(method);
    read.descriptor = file.DescriptorOf(method);
    read.access = method.access;
    Elements& elements = annotation.elements;
    read.expression = !elements["pointcut"].empty() ? elements["pointcut"] : elements["value"];
    read.outcome = read.advice == AdviceKind::kAfterThrowing ? elements["throwing"] : elements["returning"];
    RADDLE_TRY(read.names, ParameterNames(file, method));
    if (!elements["argNames"].empty()) read.names = SplitNames(elements["argNames"]);
    into.methods.push_back(std::move(read));
  }
  return {};
}

}  // namespace

std::string AnnotatedMethod::Readable() const {
  return ReadableMethod(name, descriptor);
}

std::string AdviceClass::Readable() const {
  return DottedName(name);
}

const AnnotatedMethod* AdviceClass::FindPointcut(std::string_view wanted) const {
  for (const AnnotatedMethod& method : methods) {
    if (method.kind == AnnotatedMethod::Kind::kPointcut && method.name == wanted) return &method;
  }
  return nullptr;
}

Result<AdviceClass> ReadAdviceClass(const ClassFile& file) {
  AdviceClass read;
  read.name = file.Name();
  read.super = file.SuperName();
  read.access = file.access;
  RADDLE_TRY(std::vector<AspectAnnotation> annotations, AspectAnnotationsOf(file, file.attributes));
  for (AspectAnnotation& annotation : annotations) {
    if (MeansNothing(annotation.name)) continue;
    if (annotation.name != "Aspect") return NotSupported(annotation.name).In(read.Readable());
    read.is_aspect = true;
    const std::string per = Trimmed(annotation.elements["value"]);
    if (!per.empty() && per != "issingleton()") {
      return Error{fmt::format("@Aspect(\"{}\") is not supported: there is one instance of an aspect", per)}.In(
          read.Readable());
    }
  }
  for (const Member& field : file.fields) {
    RADDLE_TRY(std::vector<AspectAnnotation> on_field, AspectAnnotationsOf(file, field.attributes));
    if (!on_field.empty()) {
      return NotSupported(on_field[0].name).In(fmt::format("{}.{}", read.Readable(), file.NameOf(field)));
    }
  }
  for (const Member& method : file.methods) {
    if (file.NameOf(method) == "<init>" && file.DescriptorOf(method) == "()V") read.can_be_made = true;
    if (Result<void> done = ReadMethod(file, method, read); !done) {
      return done.error().In(
          fmt::format("{}.{}", read.Readable(), ReadableMethod(file.NameOf(method), file.DescriptorOf(method))));
    }
  }
  return read;
}

}  // namespace raddle::aspect
