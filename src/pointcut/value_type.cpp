// What this(), target() and args() ask: can a value of this static type be one of that type?
#include <algorithm>

#include "pointcut/primitives.h"
#include "pointcut/types.h"

namespace raddle::pointcut {
namespace {

constexpr std::string_view kObject = "Ljava/lang/Object;";

// What a simple name means even to an oracle that does not know the JDK.
constexpr std::string_view kLang[] = {
    "Boolean", "Byte",       "CharSequence", "Character", "Class",   "ClassLoader",      "Cloneable", "Comparable",
    "Double",  "Enum",       "Error",        "Exception", "Float",   "Integer",          "Iterable",  "Long",
    "Number",  "Object",     "Record",       "Runnable",  "Runtime", "RuntimeException", "Short",     "String",
    "System",  "Thread",     "ThreadLocal",  "Throwable", "Void",    "StringBuilder",    "Override",  "Deprecated",
    "Process", "ThreadGroup"};

// No package begins with a capital letter.
bool LooksLikeAClass(std::string_view internal_name) {
  std::string_view package = internal_name.substr(0, internal_name.rfind('/') + 1);
  for (size_t i = 0; i < package.size(); i = package.find('/', i) + 1) {
    if (package[i] >= 'A' && package[i] <= 'Z') return false;
  }
  return true;
}

bool IsSupertypeOfArrays(std::string_view descriptor) {
  return descriptor == kObject || descriptor == "Ljava/lang/Cloneable;" || descriptor == "Ljava/io/Serializable;";
}

}  // namespace

std::string DescriptorOf(std::string_view class_name) {
  if (class_name.starts_with('[')) return std::string(class_name);
  return "L" + std::string(class_name) + ";";
}

std::string_view ClassNameOf(std::string_view descriptor) {
  return descriptor.starts_with('L') ? descriptor.substr(1, descriptor.size() - 2) : descriptor;
}

std::string Types::Resolve(const TypePattern& exact) const {
  std::string descriptor(exact.dimensions, '[');
  for (const Primitive& primitive : kPrimitives) {
    if (primitive.name == exact.name) return descriptor + primitive.letter;
  }
  return descriptor + DescriptorOf(ResolveClass(exact.name));
}

// a.b.C.D is a/b/C/D, a/b/C$D or a/b$C$D, and each of these behind an import: the first that exists. Where nobody
// knows, classes begin with a capital letter, and packages do not.
std::string Types::ResolveClass(std::string_view name) const {
  std::vector<std::string> candidates;
  auto add = [&candidates](std::string_view dotted) {
    std::string candidate(dotted);
    std::ranges::replace(candidate, '.', '/');
    std::vector<std::string> forms = {candidate};
    for (size_t slash = candidate.rfind('/'); slash != std::string::npos; slash = candidate.rfind('/')) {
      candidate[slash] = '$';
      forms.push_back(candidate);
    }
    for (bool likely : {true, false}) {
      for (const std::string& form : forms) {
        if (LooksLikeAClass(form) == likely) candidates.push_back(form);
      }
    }
  };
  std::string_view head = name.substr(0, name.find('.'));
  for (std::string_view import : scope_.imports) {
    size_t dot = import.rfind('.');
    if (dot != std::string_view::npos && import.substr(dot + 1) == head) {
      add(std::string(import.substr(0, dot + 1)).append(name));
    } else if (import.ends_with(".*")) {
      add(std::string(import.substr(0, import.size() - 1)).append(name));
    }
  }
  size_t plain = candidates.size();
  add(name);
  size_t lang = candidates.size();
  add(std::string("java.lang.").append(name));
  for (const std::string& candidate : candidates) {
    if (Find(candidate) != nullptr) return candidate;
  }
  if (std::ranges::find(kLang, head) != std::end(kLang)) return candidates[lang];
  bool qualified = name.find('.') != std::string_view::npos && head[0] >= 'a' && head[0] <= 'z';
  return qualified ? candidates[plain] : candidates[0];
}

Truth Types::IsSubtype(std::string_view sub, std::string_view super) const {
  if (sub == super || super == kObject) return Truth::kYes;
  if (sub[0] == '[') {
    if (super[0] != '[') return Known(IsSupertypeOfArrays(super));
    sub.remove_prefix(1);
    super.remove_prefix(1);
    if (IsPrimitiveOrVoid(sub) || IsPrimitiveOrVoid(super)) return Known(sub == super);
    return IsSubtype(sub, super);
  }
  if (super[0] == '[') return Truth::kNo;
  Supertypes supertypes = SupertypesOf(ClassNameOf(sub));
  if (std::ranges::find(supertypes.names, ClassNameOf(super)) != supertypes.names.end()) return Truth::kYes;
  return supertypes.complete ? Truth::kNo : Truth::kMaybe;
}

Truth Types::IsInstance(std::string_view from, std::string_view to) const {
  if (from == to) return Truth::kYes;
  if (IsPrimitiveOrVoid(from)) {
    const Primitive* primitive = FindPrimitive(from[0]);
    if (primitive == nullptr || from == "V") return Truth::kNo;
    if (IsPrimitiveOrVoid(to)) return Known(primitive->widens_to.find(to[0]) != std::string_view::npos);
    return Known(to == kObject || ClassNameOf(to) == primitive->box);
  }
  if (IsPrimitiveOrVoid(to)) {
    const Primitive* primitive = FindPrimitive(to[0]);
    return Known(primitive != nullptr && ClassNameOf(from) == primitive->box);
  }
  Truth is = IsSubtype(from, to);
  if (is != Truth::kNo) return is;
  // Not by its static type; the object itself may know better.
  if (from[0] == '[' && to[0] == '[') {
    if (IsPrimitiveOrVoid(from.substr(1)) || IsPrimitiveOrVoid(to.substr(1))) return Truth::kNo;
    return IsInstance(from.substr(1), to.substr(1)) == Truth::kNo ? Truth::kNo : Truth::kMaybe;
  }
  if (from[0] == '[') return Truth::kNo;
  if (to[0] == '[') return IsSupertypeOfArrays(from) ? Truth::kMaybe : Truth::kNo;
  if (IsSubtype(to, from) != Truth::kNo) return Truth::kMaybe;
  const ClassFacts* is_from = Find(ClassNameOf(from));
  const ClassFacts* is_to = Find(ClassNameOf(to));
  // A subclass of the one may implement the other, unless it cannot have subclasses or both are classes.
  auto open = [](const ClassFacts* facts) { return facts == nullptr || !facts->Has(classfile::kFinal); };
  auto interface = [](const ClassFacts* facts) { return facts == nullptr || facts->Has(classfile::kInterface); };
  return open(is_from) && open(is_to) && (interface(is_from) || interface(is_to)) ? Truth::kMaybe : Truth::kNo;
}

}  // namespace raddle::pointcut
