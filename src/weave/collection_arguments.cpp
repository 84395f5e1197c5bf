#include "weave/collection_arguments.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "classfile/descriptor.h"
#include "weave/call_contracts.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

enum class Use : uint8_t { kNone, kRead, kWrite, kText, kFilled };

constexpr std::array<std::string_view, 8> kCollections = {
    "Ljava/util/Collection;", "Ljava/util/List;",      "Ljava/util/Set;",       "Ljava/util/Map;",
    "Ljava/lang/Iterable;",   "Ljava/util/SortedSet;", "Ljava/util/SortedMap;", "Ljava/util/PriorityQueue;"};
// Of java.util.Collections; the others wrap it, or set elements.
constexpr std::array<std::string_view, 5> kWriters = {"sort", "shuffle", "reverse", "rotate", "addAll"};
constexpr std::array<std::string_view, 6> kReaders = {"max", "min", "frequency", "binarySearch", "enumeration", "list"};
constexpr std::array<std::string_view, 6> kTexts = {"append", "print", "println", "valueOf", "toString", "hashCode"};
constexpr std::array<std::string_view, 6> kTexters = {"java/lang/StringBuilder", "java/lang/String",
                                                      "java/util/StringJoiner",  "java/util/Objects",
                                                      "java/io/PrintStream",     "java/io/PrintWriter"};

bool Has(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// A concatenation of texts has the types of what it is given.
Use OfConcatenation(std::string_view descriptor) {
  return Has(kCollections, descriptor) || descriptor.starts_with("Ljava/util/") ? Use::kText : Use::kNone;
}

Use OfArgument(const MemberRef& method, std::string_view descriptor) {
  if (descriptor == "Ljava/lang/Object;" && Has(kTexts, method.name) && Has(kTexters, method.owner)) return Use::kText;
  if (descriptor == "Ljava/lang/CharSequence;" || descriptor == "Ljava/lang/StringBuilder;") {
    return Has(kTexters, method.owner) ? Use::kText : Use::kNone;
  }
  if (!Has(kCollections, descriptor)) return Use::kNone;
  if (method.name == "drainTo") return Use::kFilled;
  if (method.owner == "java/util/Collections") {
    return Has(kWriters, method.name) ? Use::kWrite : Has(kReaders, method.name) ? Use::kRead : Use::kNone;
  }
  // The constructors of wrappers, and what reads the collection when it is used itself.
  if (method.owner.starts_with("java/util/Collections$") || method.owner.starts_with("java/util/Spliterators")) {
    return Use::kNone;
  }
  return method.owner.starts_with("java/util/") || method.owner == "java/lang/String" ? Use::kRead : Use::kNone;
}

int32_t AsIfCalled(const CallContracts& calls, Use use) {
  if (use == Use::kText) return calls.Find("toString", "()Ljava/lang/String;");
  if (use == Use::kFilled) return calls.Find("removeAll", "(Ljava/util/Collection;)Z");
  return use == Use::kWrite ? calls.Find("clear", "()V") : calls.Find("size", "()I");
}

}  // namespace

void WeaveCollectionArguments(MethodContext& context, uint32_t i) {
  const Instruction& it = context.editor.code().instructions[i];
  const bool dynamic = it.op == Op::invokedynamic;
  MemberRef method{};
  if (dynamic) {
    const DynamicRef call = context.file.pool.Dynamic(it.index);
    if (call.name != "makeConcatWithConstants" && call.name != "makeConcat") return;
    method.descriptor = call.descriptor;
  } else {
    method = context.file.pool.Member(it.index);
    if (!method.owner.starts_with("java/")) return;
  }
  const auto use_of = [&](TypeDescriptor type) {
    return dynamic ? OfConcatenation(type.text) : OfArgument(method, type.text);
  };
  bool any = false;
  for (const TypeDescriptor type : MethodDescriptor(method.descriptor)) any |= use_of(type) != Use::kNone;
  if (!any) return;
  const SavedArguments arguments(context, i, method.descriptor, false);
  Snippet& before = context.editor.Before(i);
  for (size_t each = 0; each < arguments.count(); ++each) {
    const Use use = use_of(arguments.type(each));
    const int32_t number = use == Use::kNone ? -1 : AsIfCalled(*context.plan.calls, use);
    if (number < 0) continue;
    const uint32_t site = context.NewSite(i, SiteKind::kCall);
    if (use == Use::kFilled && !context.plan.views_only) {
      TellAround(context, i, method.descriptor, arguments, each, number, site);
      continue;
    }
    arguments.Push(before, each);
    context.CallAccess(before.Push(number), site, "call", "(Ljava/lang/Object;IJI)V");
  }
}

}  // namespace raddle::weave
