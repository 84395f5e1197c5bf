#include "pointcut/residue.h"

#include <fmt/format.h>

#include <utility>

#include "classfile/descriptor.h"

namespace raddle::pointcut {
namespace {

Truth Evaluate(const Residue& residue) {
  switch (residue.kind) {
    case Residue::Kind::kFalse:
      return Truth::kNo;
    case Residue::Kind::kTrue:
    case Residue::Kind::kBind:
      return Truth::kYes;
    case Residue::Kind::kInstanceOf:
    case Residue::Kind::kUnknown:
      return Truth::kMaybe;
    case Residue::Kind::kNot:
      return Not(Evaluate(residue.operands[0]));
    case Residue::Kind::kAnd:
    case Residue::Kind::kOr: {
      bool both = residue.kind == Residue::Kind::kAnd;
      Truth result = both ? Truth::kYes : Truth::kNo;
      for (const Residue& operand : residue.operands) {
        result = both ? And(result, Evaluate(operand)) : Or(result, Evaluate(operand));
      }
      return result;
    }
  }
  return Truth::kNo;
}

Residue Combine(Residue::Kind kind, Residue a, Residue b) {
  if (a.kind != kind) {
    Residue both{.kind = kind};
    both.operands.push_back(std::move(a));
    a = std::move(both);
  }
  if (b.kind == kind) {
    for (Residue& operand : b.operands) a.operands.push_back(std::move(operand));
  } else {
    a.operands.push_back(std::move(b));
  }
  return a;
}

std::string Print(const Slot& slot) {
  switch (slot.kind) {
    case Slot::Kind::kThis:
      return "this";
    case Slot::Kind::kTarget:
      return "target";
    case Slot::Kind::kArgument:
      break;
  }
  return fmt::format("arg{}", slot.index);
}

std::string PrintTree(const Residue& residue) {
  switch (residue.kind) {
    case Residue::Kind::kFalse:
      return "false";
    case Residue::Kind::kTrue:
      return "true";
    case Residue::Kind::kInstanceOf:
      return fmt::format("{} instanceof {}", Print(residue.slot), classfile::Readable({residue.type}));
    case Residue::Kind::kBind:
      return fmt::format("{} = {}", residue.name, Print(residue.slot));
    case Residue::Kind::kUnknown:
      return "unknown";
    case Residue::Kind::kNot:
      return "!(" + PrintTree(residue.operands[0]) + ")";
    case Residue::Kind::kAnd:
    case Residue::Kind::kOr:
      break;
  }
  std::string text;
  for (const Residue& operand : residue.operands) {
    if (!text.empty()) text += residue.kind == Residue::Kind::kAnd ? " && " : " || ";
    text += operand.kind == Residue::Kind::kOr ? "(" + PrintTree(operand) + ")" : PrintTree(operand);
  }
  return text;
}

}  // namespace

Verdict VerdictOf(const Residue& residue) {
  Truth truth = Evaluate(residue);
  return truth == Truth::kNo ? Verdict::kNever : truth == Truth::kYes ? Verdict::kAlways : Verdict::kMaybe;
}

Residue Of(Truth truth) {
  return {.kind = truth == Truth::kNo    ? Residue::Kind::kFalse
                  : truth == Truth::kYes ? Residue::Kind::kTrue
                                         : Residue::Kind::kUnknown};
}

Residue MakeAnd(Residue a, Residue b) {
  if (a.kind == Residue::Kind::kTrue) return b;
  if (b.kind == Residue::Kind::kTrue) return a;
  if (a.kind == Residue::Kind::kFalse || b.kind == Residue::Kind::kFalse) return Of(Truth::kNo);
  if (a.kind == Residue::Kind::kUnknown && b.kind == Residue::Kind::kUnknown) return a;
  return Combine(Residue::Kind::kAnd, std::move(a), std::move(b));
}

Residue MakeOr(Residue a, Residue b) {
  if (a.kind == Residue::Kind::kFalse) return b;
  // What is always true, with its bindings, leaves nothing for the right-hand side.
  if (b.kind == Residue::Kind::kFalse || VerdictOf(a) == Verdict::kAlways) return a;
  if (b.kind == Residue::Kind::kTrue) return b;
  if (a.kind == Residue::Kind::kUnknown && b.kind == Residue::Kind::kUnknown) return a;
  return Combine(Residue::Kind::kOr, std::move(a), std::move(b));
}

Residue MakeNot(Residue a) {
  switch (a.kind) {
    case Residue::Kind::kTrue:
      return Of(Truth::kNo);
    case Residue::Kind::kFalse:
      return Of(Truth::kYes);
    case Residue::Kind::kUnknown:
      return a;
    case Residue::Kind::kNot: {
      Residue inner = std::move(a.operands[0]);
      return inner;
    }
    default: {
      Residue result{.kind = Residue::Kind::kNot};
      result.operands.push_back(std::move(a));
      return result;
    }
  }
}

std::string Print(const Residue& residue) {
  if (residue.kind == Residue::Kind::kFalse) return "never";
  if (residue.kind == Residue::Kind::kTrue) return "always";
  return PrintTree(residue);
}

}  // namespace raddle::pointcut
