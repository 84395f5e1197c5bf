#include "atoms/section.h"

#include <algorithm>

namespace raddle::atoms {

Allowed Serialisable(Op first, Op last) {
  // A write that nobody but us may overwrite unseen needs no readers between; every other pair needs no writers.
  if (first == Op::kWrite && last == Op::kWrite) return {.read = false, .write = true};
  return {.read = true, .write = false};
}

std::string Variable::ToString() const {
  return kind == Kind::kField ? owner + "." + name : owner;
}

std::string MethodName::ToString() const {
  return class_name + "." + name + descriptor;
}

uint64_t HashOf(std::string_view class_bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (char c : class_bytes) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  return hash == 0 ? 1 : hash;  // 0 is for "not known"
}

uint64_t Repository::StampOf(std::string_view class_name) const {
  const auto found = std::lower_bound(classes.begin(), classes.end(), class_name,
                                      [](const ClassStamp& each, std::string_view name) { return each.name < name; });
  return found != classes.end() && found->name == class_name ? found->hash : 0;
}

bool IsWritable(std::string_view name) {
  return !name.empty() && std::none_of(name.begin(), name.end(), [](char c) {
    return (static_cast<unsigned char>(c) <= ' ') || c == '#' || c == '(' || c == ')' || c == 0x7f;
  });
}

std::string_view NameOf(Kind kind) {
  constexpr std::string_view kWords[] = {
#define X(name, word, what) word,
      RADDLE_SECTION_KINDS(X)
#undef X
  };
  return kWords[static_cast<size_t>(kind)];
}

std::string_view NameOf(Op op) {
  return op == Op::kRead ? "read" : "write";
}

}  // namespace raddle::atoms
