// CheckBindings: every parameter gets its value once.
#include <fmt/format.h>

#include <map>

#include "pointcut/named.h"

namespace raddle::pointcut {
namespace {

using Bound = std::map<std::string, uint32_t>;  // name, and where

Result<Bound> BoundIn(const Pointcut& pointcut) {
  Bound bound;
  for (const Argument& argument : pointcut.arguments) {
    if (argument.kind != Argument::Kind::kBinding) continue;
    if (!bound.emplace(argument.name, argument.offset.value).second) {
      return Error{fmt::format("{} is bound twice", argument.name), argument.offset.value};
    }
  }
  for (size_t i = 0; i < pointcut.operands.size(); ++i) {
    RADDLE_TRY(Bound inner, BoundIn(pointcut.operands[i]));
    switch (pointcut.kind) {
      case Pointcut::Kind::kNot:
        if (!inner.empty()) {
          auto [name, at] = *inner.begin();
          return Error{fmt::format("{} is bound under '!', where it has no value", name), at};
        }
        break;
      case Pointcut::Kind::kOr: {
        if (i == 0) {
          bound = std::move(inner);
          break;
        }
        for (const auto& [has, lacks] : {std::pair(&bound, &inner), std::pair(&inner, &bound)}) {
          for (const auto& [name, at] : *has) {
            if (lacks->contains(name)) continue;
            return Error{fmt::format("{} is bound on one side of '||' only", name), at};
          }
        }
        break;
      }
      default:
        for (const auto& [name, at] : inner) {
          if (!bound.emplace(name, at).second) return Error{fmt::format("{} is bound twice", name), at};
        }
    }
  }
  return bound;
}

}  // namespace

Result<void> CheckBindings(const Pointcut& pointcut, std::span<const Formal> formals) {
  RADDLE_TRY(Bound bound, BoundIn(pointcut));
  for (const Formal& formal : formals) {
    if (bound.contains(formal.name)) continue;
    return Error{fmt::format("{} gets no value: bind it with this({}), target({}) or args({})", formal.name,
                             formal.name, formal.name, formal.name),
                 pointcut.offset.value};
  }
  return {};
}

}  // namespace raddle::pointcut
