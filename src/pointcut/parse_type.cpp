// Type and annotation patterns.
#include <fmt/format.h>

#include "classfile/descriptor.h"
#include "pointcut/modifiers.h"
#include "pointcut/parser.h"

namespace raddle::pointcut {
namespace {

TypePattern Compound(TypePattern::Kind kind, Offset offset) {
  TypePattern type;
  type.kind = kind;
  type.name.clear();
  type.offset = offset;
  return type;
}

}  // namespace

bool Parser::Whole(TypePattern& out) {
  if (!ParseTypeOr(out)) return false;
  return Peek().kind == Token::Kind::kEnd || FailExpected("'&&', '||' or the end");
}

bool Parser::ParseTypeOr(TypePattern& out) {
  Depth depth(*this);
  if (depth.TooDeep()) return Fail("too many parentheses inside each other", Peek().offset);
  if (!ParseTypeAnd(out)) return false;
  if (!Peek().Is("||")) return true;
  TypePattern either = Compound(TypePattern::Kind::kOr, out.offset);
  either.operands.push_back(std::move(out));
  while (Eat("||")) {
    if (!ParseTypeAnd(either.operands.emplace_back())) return false;
  }
  out = std::move(either);
  return true;
}

bool Parser::ParseTypeAnd(TypePattern& out) {
  if (!ParseTypeUnary(out)) return false;
  if (!Peek().Is("&&")) return true;
  TypePattern both = Compound(TypePattern::Kind::kAnd, out.offset);
  both.operands.push_back(std::move(out));
  while (Eat("&&")) {
    if (!ParseTypeUnary(both.operands.emplace_back())) return false;
  }
  out = std::move(both);
  return true;
}

bool Parser::ParseTypeUnary(TypePattern& out) {
  Depth depth(*this);
  if (depth.TooDeep()) return Fail("too many '!' one after the other", Peek().offset);
  Offset offset = Here();
  if (Peek().Is("!") && !Peek(1).Is("@")) {
    Eat("!");
    out = Compound(TypePattern::Kind::kNot, offset);
    out.operands.resize(1);
    return ParseTypeUnary(out.operands[0]);
  }
  std::vector<AnnotationPattern> annotations;
  if (!ParseAnnotations(annotations)) return false;
  if (Peek().Is("(")) {
    if (!annotations.empty()) return Fail("annotations of a parameter are not supported", offset.value);
    Eat("(");
    if (!ParseTypeOr(out) || !Expect(")")) return false;
    // Parentheses around a single name change nothing, unless what follows would change its meaning.
    bool followed = Peek().Is("+") || Peek().Is("[");
    if (followed && (out.subtypes || out.dimensions != 0 || out.kind == TypePattern::Kind::kNot)) {
      return Fail("'+' and '[]' cannot follow a group that has them already or begins with '!'", Peek().offset);
    }
    return ParseSuffixes(out);
  }
  if (!ParseNamedType(out)) return false;
  out.annotations = std::move(annotations);
  out.offset = offset;
  return true;
}

bool Parser::ParseNamedType(TypePattern& out) {
  out = TypePattern();
  out.offset = Here();
  return ParseDotted(out.name) && ParseSuffixes(out);
}

// Pieces with . or .. between them. Type arguments may follow any piece: the class file knows only erased types, so
// they are read and left out.
bool Parser::ParseDotted(std::string& out) {
  out.clear();
  // Java's own words would be read as what they are once the pattern is printed.
  bool reserved = FindModifier(Peek().text) != nullptr || Peek().Is("new") || Peek().Is("throws");
  if (!AtName() || reserved) return FailExpected("a type");
  while (true) {
    if (!AtName()) return FailExpected("a name or '*'");
    out += Peek().text;
    ++next_;
    if (!SkipGenerics()) return false;
    bool dots = Peek().Is("..");
    if (!dots && !Peek().Is(".")) return true;
    if (Peek(1).Is("new")) return true;
    out += Peek().text;
    ++next_;
  }
}

bool Parser::SkipGenerics() {
  uint32_t begin = Peek().offset;
  if (!Eat("<")) return true;
  int open = 1;
  while (open > 0) {
    const Token& token = Peek();
    if (token.kind == Token::Kind::kEnd || token.Is("(") || token.Is(")")) return Fail("'<' without its '>'", begin);
    if (token.Is("<")) ++open;
    if (token.Is(">")) --open;
    ++next_;
  }
  return true;
}

// + and [] in either order: `Foo+[]` and `Foo[]+` are arrays of Foo and its subtypes.
bool Parser::ParseSuffixes(TypePattern& out) {
  while (true) {
    uint32_t at = Peek().offset;
    if (Eat("+")) {
      if (out.subtypes) return Fail("a second '+'", at);
      out.subtypes = true;
    } else if (Eat("[")) {
      if (!Expect("]")) return false;
      if (out.dimensions == classfile::kMaxDimensions) return Fail("an array of more than 255 dimensions", at);
      ++out.dimensions;
    } else {
      return true;
    }
  }
}

bool Parser::ParseAnnotations(std::vector<AnnotationPattern>& out) {
  while (Peek().Is("@") || (Peek().Is("!") && Peek(1).Is("@"))) {
    AnnotationPattern& annotation = out.emplace_back();
    annotation.negated = Eat("!");
    Eat("@");
    if (Eat("(")) {
      if (!ParseTypeOr(annotation.type) || !Expect(")")) return false;
      continue;
    }
    if (!AtPiece()) return FailExpected("an annotation's type");
    annotation.type.offset = Here();
    if (!ParseDotted(annotation.type.name)) return false;
    // `@Foo (A || B)` is an annotated group; `@Foo(x = 1)` asks for a value.
    if (Peek().Is("(") && (Peek(2).Is("=") || Peek(1).Is(")"))) {
      return Fail("values of annotations are not supported: only the type counts", Peek().offset);
    }
  }
  return true;
}

}  // namespace raddle::pointcut
