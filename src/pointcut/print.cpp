#include "pointcut/print.h"

#include <span>
#include <string_view>

#include "pointcut/modifiers.h"

namespace raddle::pointcut {
namespace {

std::string_view NameOf(Pointcut::Kind kind) {
  switch (kind) {
#define X(text, name, content)  \
  case Pointcut::Kind::k##name: \
    return #text;
    RADDLE_POINTCUTS(X)
#undef X
    case Pointcut::Kind::kAnd:
    case Pointcut::Kind::kOr:
    case Pointcut::Kind::kNot:
    case Pointcut::Kind::kNamed:
      break;
  }
  return {};
}

// How tightly the pattern's outermost operator binds: || 0, && 1, all else 2.
int Strength(const TypePattern& type) {
  if (type.subtypes || type.dimensions != 0) return 2;
  return type.kind == TypePattern::Kind::kOr ? 0 : type.kind == TypePattern::Kind::kAnd ? 1 : 2;
}

std::string Inside(const TypePattern& type, int strength) {
  return Strength(type) < strength ? "(" + Print(type) + ")" : Print(type);
}

std::string Joined(const std::vector<TypePattern>& operands, std::string_view mark, int strength) {
  std::string text;
  for (const TypePattern& operand : operands) {
    if (!text.empty()) text += mark;
    text += Inside(operand, strength);
  }
  return text;
}

std::string Annotations(const std::vector<AnnotationPattern>& annotations) {
  std::string text;
  for (const AnnotationPattern& annotation : annotations) {
    bool plain = annotation.type.kind == TypePattern::Kind::kName && annotation.type.annotations.empty() &&
                 !annotation.type.subtypes && annotation.type.dimensions == 0;
    text += annotation.negated ? "!@" : "@";
    text += plain ? annotation.type.name : "(" + Print(annotation.type) + ")";
    text += ' ';
  }
  return text;
}

std::string Print(const Argument& argument) {
  switch (argument.kind) {
    case Argument::Kind::kRest:
      return "..";
    case Argument::Kind::kBinding:
      return argument.name;
    case Argument::Kind::kType:
      break;
  }
  return Inside(argument.type, argument.varargs ? 2 : 0) + (argument.varargs ? "..." : "");
}

std::string List(const std::vector<Argument>& arguments) {
  std::string text;
  for (const Argument& argument : arguments) {
    if (!text.empty()) text += ", ";
    text += Print(argument);
  }
  return text;
}

// A type in front of other words: compounds in parentheses, and annotated ones, which would be read as the member's
// own.
std::string Plain(const TypePattern& type) {
  bool group = Strength(type) < 2 || !type.annotations.empty();
  return group ? "(" + Print(type) + ")" : Print(type);
}

// `!@A T` would be a T that is not annotated.
std::string Negated(std::string text) {
  return text.starts_with('@') ? "!(" + text + ")" : "!" + text;
}

}  // namespace

std::string Print(const TypePattern& type) {
  std::string text;
  switch (type.kind) {
    case TypePattern::Kind::kName:
      text = Annotations(type.annotations) + type.name;
      break;
    case TypePattern::Kind::kNot:
      text = Negated(Inside(type.operands[0], 2));
      break;
    case TypePattern::Kind::kAnd:
      text = Joined(type.operands, " && ", 2);
      break;
    case TypePattern::Kind::kOr:
      text = Joined(type.operands, " || ", 1);
      break;
  }
  bool suffixed = type.subtypes || type.dimensions != 0;
  if (suffixed && type.kind != TypePattern::Kind::kName) text = "(" + text + ")";
  if (type.subtypes) text += '+';
  for (int i = 0; i < type.dimensions; ++i) text += "[]";
  return text;
}

std::string Print(const MemberPattern& member) {
  std::string text = Annotations(member.annotations);
  for (const Modifier& modifier : kModifiers) {
    bool applies = member.kind == MemberPattern::Kind::kField ? modifier.of_fields : modifier.of_methods;
    if (!applies) continue;
    if ((member.required & modifier.flag) != 0) text.append(modifier.text) += ' ';
    if ((member.forbidden & modifier.flag) != 0) text.append("!").append(modifier.text) += ' ';
  }
  if (member.kind != MemberPattern::Kind::kConstructor) text += Plain(member.type) + " ";
  if (!member.declaring.IsAny()) {
    bool negated = member.declaring.kind == TypePattern::Kind::kNot;
    text += (negated ? "(" + Print(member.declaring) + ")" : Plain(member.declaring));
    if (!text.ends_with("..")) text += '.';
  }
  text += member.name;
  if (member.kind == MemberPattern::Kind::kField) return text;
  text += "(" + List(member.parameters) + ")";
  std::string_view mark = " throws ";
  for (const ThrowsPattern& pattern : member.throws) {
    text += mark;
    mark = ", ";
    // `throws !A` says that no A is thrown, `throws (!A)` that something else is; `!A || B` would be read as !(A || B).
    bool group = pattern.type.kind == TypePattern::Kind::kNot || (!pattern.negated && Strength(pattern.type) < 2);
    std::string type = group ? "(" + Print(pattern.type) + ")" : Print(pattern.type);
    text += pattern.negated ? Negated(std::move(type)) : type;
  }
  return text;
}

std::string Print(const Pointcut& pointcut) {
  switch (pointcut.kind) {
    case Pointcut::Kind::kNot: {
      const Pointcut& operand = pointcut.operands[0];
      bool group = operand.kind == Pointcut::Kind::kAnd || operand.kind == Pointcut::Kind::kOr;
      return group ? "!(" + Print(operand) + ")" : "!" + Print(operand);
    }
    case Pointcut::Kind::kAnd:
    case Pointcut::Kind::kOr: {
      std::string text;
      for (const Pointcut& operand : pointcut.operands) {
        if (!text.empty()) text += pointcut.kind == Pointcut::Kind::kAnd ? " && " : " || ";
        bool group = operand.kind == Pointcut::Kind::kOr;
        text += group ? "(" + Print(operand) + ")" : Print(operand);
      }
      return text;
    }
    case Pointcut::Kind::kNamed:
      return pointcut.name + "(" + List(pointcut.arguments) + ")";
    case Pointcut::Kind::kCall:
    case Pointcut::Kind::kExecution:
    case Pointcut::Kind::kInitialization:
    case Pointcut::Kind::kWithinCode:
    case Pointcut::Kind::kGet:
    case Pointcut::Kind::kSet:
    case Pointcut::Kind::kVolatileGet:
    case Pointcut::Kind::kVolatileSet:
      return std::string(NameOf(pointcut.kind)) + "(" + Print(pointcut.member) + ")";
    case Pointcut::Kind::kHandler:
    case Pointcut::Kind::kStaticInitialization:
    case Pointcut::Kind::kWithin:
    case Pointcut::Kind::kArrayGet:
    case Pointcut::Kind::kArraySet:
      return std::string(NameOf(pointcut.kind)) + "(" + Print(pointcut.type) + ")";
    case Pointcut::Kind::kThis:
    case Pointcut::Kind::kTarget:
    case Pointcut::Kind::kArgs:
    case Pointcut::Kind::kLock:
    case Pointcut::Kind::kUnlock:
    case Pointcut::Kind::kFork:
    case Pointcut::Kind::kJoin:
    case Pointcut::Kind::kMaybeShared:
      return std::string(NameOf(pointcut.kind)) + "(" + List(pointcut.arguments) + ")";
  }
  return {};
}

}  // namespace raddle::pointcut
