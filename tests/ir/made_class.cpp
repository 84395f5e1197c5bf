#include "made_class.h"

#include "code_text.h"
#include "ir/printer.h"
#include "validity.h"

namespace raddle::ir {

MadeClass::MadeClass() {
  file_.major = 49;  // the last with jsr
  file_.this_class = file_.pool.AddClass("Made");
  file_.super_class = file_.pool.AddClass("java/lang/Object");
  context_ = *ClassContext::Create(file_);
}

Result<Method> MadeClass::Build(std::string_view descriptor, std::string_view code, uint16_t max_stack,
                                uint16_t max_locals) {
  return BuildBytes(descriptor, AssembleCode(code, max_stack, max_locals, file_.pool));
}

Result<Method> MadeClass::BuildBytes(std::string_view descriptor, std::vector<uint8_t> body) {
  bodies_.push_back(std::move(body));
  classfile::Member member;
  member.access = classfile::kStatic;
  member.name = file_.pool.AddUtf8("made");
  member.descriptor = file_.pool.AddUtf8(descriptor);
  member.attributes.push_back({.kind = classfile::AttributeKind::kCode,
                               .name = file_.pool.AddUtf8("Code"),
                               .offset = 0,
                               .body = bodies_.back()});
  return builder_.Build(*context_, member, arena_);
}

std::string MadeClass::Problem(std::string_view descriptor, std::string_view code, uint16_t max_stack,
                               uint16_t max_locals) {
  Result<Method> method = Build(descriptor, code, max_stack, max_locals);
  return method ? FindFlaw(*method) : method.error().reason;
}

std::string MadeClass::Text(std::string_view descriptor, std::string_view code) {
  Result<Method> method = Build(descriptor, code);
  if (!method) return method.error().ToString();
  std::string flaw = FindFlaw(*method);
  return flaw.empty() ? Print(*method) : flaw;
}

}  // namespace raddle::ir
