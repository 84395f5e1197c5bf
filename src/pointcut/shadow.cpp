#include "pointcut/shadow.h"

#include <fmt/format.h>

#include "classfile/descriptor.h"

namespace raddle::pointcut {

std::string_view Name(ShadowKind kind) {
  switch (kind) {
#define X(text, name)       \
  case ShadowKind::k##name: \
    return text;
    RADDLE_SHADOW_KINDS(X)
#undef X
  }
  return {};
}

std::string Print(const Shadow& shadow) {
  std::string what;
  std::string owner = shadow.owner.empty() ? std::string() : classfile::DottedName(shadow.owner);
  switch (shadow.kind) {
    case ShadowKind::kMethodExecution:
    case ShadowKind::kMethodCall:
      what = fmt::format("{} {}.{}", classfile::Readable(classfile::MethodDescriptor(shadow.descriptor).Return()),
                         owner, classfile::ReadableMethod(shadow.name, shadow.descriptor));
      break;
    case ShadowKind::kConstructorExecution:
    case ShadowKind::kInitialization:
    case ShadowKind::kConstructorCall:
      what = fmt::format("{}.{}", owner, classfile::ReadableMethod("new", shadow.descriptor));
      break;
    case ShadowKind::kFieldGet:
    case ShadowKind::kFieldSet:
      what =
          fmt::format("{} {}.{}", classfile::Readable({shadow.descriptor}), owner, classfile::Printable(shadow.name));
      break;
    case ShadowKind::kHandler:
    case ShadowKind::kStaticInitialization:
      what = owner;
      break;
    case ShadowKind::kLock:
    case ShadowKind::kUnlock:
      what = classfile::Readable({shadow.arguments[0]});
      break;
    case ShadowKind::kArrayGet:
    case ShadowKind::kArraySet:
      what = classfile::Readable({shadow.target_type});
      break;
  }
  return fmt::format("{}({})", Name(shadow.kind), what);
}

}  // namespace raddle::pointcut
