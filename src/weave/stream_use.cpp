#include "weave/stream_use.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

bool IsStream(std::string_view type) {
  return type.starts_with("java/util/stream/") && type.ends_with("Stream");
}

// Constants, locals and fields that functions are made of; and what javac does to see that they are not null.
bool OnlyPushes(Op op) {
  const bool constant_or_local = op >= Op::aconst_null && op <= Op::aload_3;
  return constant_or_local || op == Op::invokedynamic || op == Op::getstatic || op == Op::getfield || op == Op::dup ||
         op == Op::pop || op == Op::checkcast;
}

// Static methods that make a function or box a number.
bool MakesArgument(const MemberRef& method) {
  return method.owner == "java/util/stream/Collectors" || method.owner == "java/util/Comparator" ||
         method.owner == "java/util/Objects" || method.owner == "java/util/function/Function" ||
         method.owner == "java/util/function/Predicate" ||
         (method.owner.starts_with("java/lang/") && method.name == "valueOf");
}

}  // namespace

bool GivesStream(const MemberRef& method) {
  const std::string_view result = method.descriptor.substr(method.descriptor.find(')') + 1);
  return result.starts_with('L') && IsStream(result.substr(1, result.size() - 2));
}

namespace {

// Whether a stream of elements may leave some of them alone where this is called: it stops early, or asks how many
// there are.
bool MayLeaveSome(std::string_view name) {
  constexpr std::array kSome = {"allMatch", "anyMatch",  "count", "findAny",  "findFirst",
                                "limit",    "noneMatch", "skip",  "takeWhile"};
  return std::ranges::find(kSome, name) != kSome.end();
}

bool IsUsedAtOnce(const ClassFile& file, const Code& code, uint32_t i, bool all) {
  while (++i < code.instructions.size()) {
    const Instruction& next = code.instructions[i];
    if (OnlyPushes(next.op)) continue;
    if (next.op != Op::invokeinterface && next.op != Op::invokestatic) return false;
    const MemberRef method = file.pool.Member(next.index);
    if (next.op == Op::invokestatic && MakesArgument(method)) continue;
    if (next.op == Op::invokestatic || !IsStream(method.owner)) return false;
    if (all && MayLeaveSome(method.name)) return false;
    if (!GivesStream(method)) return method.name != "iterator" && method.name != "spliterator";
  }
  return false;
}

}  // namespace

bool IsUsedAtOnce(const ClassFile& file, const Code& code, uint32_t i) {
  return IsUsedAtOnce(file, code, i, false);
}

bool ReadsAllAtOnce(const ClassFile& file, const Code& code, uint32_t i) {
  return IsUsedAtOnce(file, code, i, true);
}

}  // namespace raddle::weave
