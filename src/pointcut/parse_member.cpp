// Patterns of methods, constructors and fields.
#include <fmt/format.h>

#include "pointcut/modifiers.h"
#include "pointcut/parser.h"

namespace raddle::pointcut {
namespace {

bool IsPlainName(const TypePattern& type) {
  return type.kind == TypePattern::Kind::kName && !type.subtypes && type.dimensions == 0 && type.annotations.empty();
}

}  // namespace

bool Parser::ParseModifiers(MemberPattern& out, bool of_field) {
  while (true) {
    bool negated = Peek().Is("!");
    const Token& word = Peek(negated ? 1 : 0);
    const Modifier* modifier = word.kind == Token::Kind::kPiece ? FindModifier(word.text) : nullptr;
    if (modifier == nullptr) return true;
    if (of_field ? !modifier->of_fields : !modifier->of_methods) {
      return Fail(fmt::format("'{}' is no modifier of a {}", word.text, of_field ? "field" : "method"), word.offset);
    }
    (negated ? out.forbidden : out.required) |= modifier->flag;
    next_ += negated ? 2 : 1;
  }
}

bool Parser::ParseMethodOrConstructor(MemberPattern& out) {
  if (!ParseAnnotations(out.annotations) || !ParseModifiers(out, /*of_field=*/false)) return false;
  bool is_new = Peek().Is("new");
  if (!is_new) {
    if (!AtPiece() && !Peek().Is("(") && !Peek().Is("!") && !Peek().Is("@")) {
      return FailExpected("the type that is returned, or a constructor");
    }
    if (!ParseTypeOr(out.type)) return false;
    bool below = Peek().Is("..") && Peek(1).Is("new") && IsPlainName(out.type);
    if (below) out.type.name += "..";
    if (below ? Eat("..") : Eat(".")) {
      if (!Peek().Is("new")) return FailExpected("'new'");
      is_new = true;
      std::swap(out.declaring, out.type);
    }
  }
  if (is_new) {
    ++next_;
    out.kind = MemberPattern::Kind::kConstructor;
    out.name = "new";
  } else {
    if (Peek().Is("(") && (Peek(1).Is(")") || Peek(1).Is(".."))) {
      return FailExpected("the method's name after the type that is returned");
    }
    if (!ParseDeclaringAndName(out)) return false;
  }
  if (!Peek().Is("(")) return FailExpected("'(' and the parameters, such as (..)");
  Eat("(");
  if (!ParseParameters(out.parameters) || !Expect(")")) return false;
  return ParseThrows(out.throws);
}

bool Parser::ParseField(MemberPattern& out) {
  out.kind = MemberPattern::Kind::kField;
  if (!ParseAnnotations(out.annotations) || !ParseModifiers(out, /*of_field=*/true)) return false;
  if (!ParseTypeOr(out.type)) return false;
  if (Peek().Is(")")) return FailExpected("the field's name after its type, such as * a.B.count");
  if (!ParseDeclaringAndName(out)) return false;
  if (Peek().Is("(")) return Fail("a field has no parameters", Peek().offset);
  return true;
}

// `name`, `a.b.Type.name`, `Type+.name`, `(A || B).name`, and `a.b..name`: of all classes below a.b.
bool Parser::ParseDeclaringAndName(MemberPattern& out) {
  TypePattern type;
  uint32_t begin = Peek().offset;
  if (Peek().Is("new")) return Fail("a constructor has no type before it: write a.B.new(..)", begin);
  if (!AtPiece() && !Peek().Is("(")) return FailExpected("a member's name");
  if (Peek().Is("(") ? !ParseTypeUnary(type) : !ParseNamedType(type)) return false;
  if (Eat(".")) {
    if (!AtName() || Peek().Is("new")) return FailExpected("a member's name");
    out.name = Peek().text;
    out.declaring = std::move(type);
    ++next_;
    return true;
  }
  if (!IsPlainName(type)) {
    return FailExpected("'.' and the member's name");
  }
  size_t dot = type.name.rfind('.');
  if (dot == std::string::npos) {
    out.name = std::move(type.name);
    return true;
  }
  out.name = type.name.substr(dot + 1);
  type.name.resize(dot);
  if (type.name.ends_with('.')) type.name += '.';
  out.declaring = std::move(type);
  return true;
}

bool Parser::ParseParameters(std::vector<Argument>& out) {
  if (Peek().Is(")")) return true;
  do {
    Argument& argument = out.emplace_back();
    argument.offset = Here();
    if (Eat("..")) {
      argument.kind = Argument::Kind::kRest;
      continue;
    }
    if (!AtPiece() && !Peek().Is("(") && !Peek().Is("!") && !Peek().Is("@")) return FailExpected("a type or '..'");
    if (!ParseTypeOr(argument.type)) return false;
    if (!Eat("...")) continue;
    argument.varargs = true;
    if (!Peek().Is(")")) return FailExpected("')' after '...'");
  } while (Eat(","));
  return true;
}

bool Parser::ParseThrows(std::vector<ThrowsPattern>& out) {
  if (!Eat("throws")) return true;
  do {
    ThrowsPattern& pattern = out.emplace_back();
    pattern.negated = Peek().Is("!") && !Peek(1).Is("@") && Eat("!");
    if (!ParseTypeOr(pattern.type)) return false;
  } while (Eat(","));
  return true;
}

}  // namespace raddle::pointcut
