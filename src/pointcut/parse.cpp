#include "pointcut/parse.h"

#include <fmt/format.h>

#include <algorithm>

#include "pointcut/parser.h"

namespace raddle::pointcut {
namespace {

enum class Content : uint8_t { kMethodOrConstructor, kConstructor, kField, kType, kValue, kValues, kNothing };

struct Designator {
  std::string_view text;
  Pointcut::Kind kind;
  Content content;
};

constexpr Designator kDesignators[] = {
#define X(text, name, content) {#text, Pointcut::Kind::k##name, Content::content},
    RADDLE_POINTCUTS(X)
#undef X
};

// What AspectJ has and we do not, each with the way out.
constexpr struct {
  std::string_view text, reason;
} kRefused[] = {
    {"if", "if() is not supported: test in the advice itself"},
    {"cflow", "cflow() is not supported: a pointcut is decided at its own place, not by what called it"},
    {"cflowbelow", "cflowbelow() is not supported: a pointcut is decided at its own place, not by what called it"},
    {"adviceexecution", "adviceexecution() is not supported: advice is never advised"},
    {"preinitialization", "preinitialization() is not supported: use call() or initialization()"},
};

constexpr struct {
  std::string_view text, reason;
} kRefusedAnnotated[] = {
    {"within", "@within() is not supported: write within(@Annotation *)"},
    {"withincode", "@withincode() is not supported: write withincode(@Annotation * *(..))"},
    {"annotation", "@annotation() is not supported: write the annotation into call(), execution(), get() or set()"},
    {"this", "@this() is not supported: write this(Type)"},
    {"target", "@target() is not supported: write target(Type)"},
    {"args", "@args() is not supported: write args(Type)"},
};

}  // namespace

bool Parser::Eat(std::string_view mark) {
  if (!Peek().Is(mark)) return false;
  ++next_;
  return true;
}

bool Parser::Expect(std::string_view mark) {
  return Eat(mark) || FailExpected(fmt::format("'{}'", mark));
}

bool Parser::Fail(std::string reason, uint32_t offset) {
  error_ = {std::move(reason), offset};
  return false;
}

bool Parser::FailExpected(std::string_view what) {
  return Fail(fmt::format("expected {}, {}", what, Found(Peek())), Peek().offset);
}

bool Parser::Whole(Pointcut& out) {
  if (!ParseOr(out)) return false;
  return Peek().kind == Token::Kind::kEnd || FailExpected("'&&', '||' or the end");
}

bool Parser::ParseOr(Pointcut& out) {
  Depth depth(*this);
  if (depth.TooDeep()) return Fail("too many parentheses inside each other", Peek().offset);
  if (!ParseAnd(out)) return false;
  if (!Peek().Is("||")) return true;
  Pointcut either{.kind = Pointcut::Kind::kOr, .offset = out.offset};
  auto add = [&either](Pointcut operand) {
    if (operand.kind != Pointcut::Kind::kOr) return either.operands.push_back(std::move(operand));
    for (Pointcut& inner : operand.operands) either.operands.push_back(std::move(inner));
  };
  add(std::move(out));
  while (Eat("||")) {
    Pointcut operand;
    if (!ParseAnd(operand)) return false;
    add(std::move(operand));
  }
  out = std::move(either);
  return true;
}

bool Parser::ParseAnd(Pointcut& out) {
  if (!ParseNot(out)) return false;
  if (!Peek().Is("&&")) return true;
  Pointcut both{.kind = Pointcut::Kind::kAnd, .offset = out.offset};
  auto add = [&both](Pointcut operand) {
    if (operand.kind != Pointcut::Kind::kAnd) return both.operands.push_back(std::move(operand));
    for (Pointcut& inner : operand.operands) both.operands.push_back(std::move(inner));
  };
  add(std::move(out));
  while (Eat("&&")) {
    Pointcut operand;
    if (!ParseNot(operand)) return false;
    add(std::move(operand));
  }
  out = std::move(both);
  return true;
}

bool Parser::ParseNot(Pointcut& out) {
  Depth depth(*this);
  if (depth.TooDeep()) return Fail("too many '!' one after the other", Peek().offset);
  Offset offset = Here();
  if (Eat("!")) {
    out = {.kind = Pointcut::Kind::kNot, .operands = std::vector<Pointcut>(1), .offset = offset};
    return ParseNot(out.operands[0]);
  }
  if (Eat("(")) return ParseOr(out) && Expect(")");
  return ParseDesignator(out);
}

bool Parser::ParseDesignator(Pointcut& out) {
  Token name = Peek();
  if (name.Is("@")) {
    for (const auto& refused : kRefusedAnnotated) {
      if (Peek(1).Is(refused.text)) return Fail(std::string(refused.reason), name.offset);
    }
  }
  if (!AtPiece()) return FailExpected("a pointcut");
  for (const auto& refused : kRefused) {
    if (name.text == refused.text) return Fail(std::string(refused.reason), name.offset);
  }
  auto found = std::ranges::find(kDesignators, name.text, &Designator::text);
  if (found == std::end(kDesignators)) return ParseNamed(out);
  ++next_;
  out = {.kind = found->kind, .offset = {name.offset}};
  if (!Expect("(")) return false;
  switch (found->content) {
    case Content::kMethodOrConstructor:
      if (!ParseMethodOrConstructor(out.member)) return false;
      break;
    case Content::kConstructor: {
      uint32_t begin = Peek().offset;
      if (!ParseMethodOrConstructor(out.member)) return false;
      if (out.member.kind != MemberPattern::Kind::kConstructor) {
        return Fail(fmt::format("{}() takes a constructor, such as a.B.new(..)", name.text), begin);
      }
      break;
    }
    case Content::kField:
      // volatileget() alone means any field.
      if (found->text.starts_with("volatile") && Peek().Is(")")) {
        out.member.kind = MemberPattern::Kind::kField;
        out.member.name = "*";
        break;
      }
      if (!ParseField(out.member)) return false;
      break;
    case Content::kType:
      if (!ParseTypeOr(out.type)) return false;
      break;
    case Content::kValue:
      if (!ParseValue(out.arguments.emplace_back(), /*rest_allowed=*/false)) return false;
      break;
    case Content::kValues:
      if (!ParseValues(out.arguments)) return false;
      break;
    case Content::kNothing:
      break;
  }
  return Expect(")");
}

bool Parser::ParseNamed(Pointcut& out) {
  out = {.kind = Pointcut::Kind::kNamed, .offset = Here()};
  uint32_t begin = Peek().offset;
  if (!ParseDotted(out.name)) return false;
  if (out.name.find('*') != std::string::npos || out.name.find("..") != std::string::npos) {
    return Fail("expected a pointcut, found a name with '*' or '..'", begin);
  }
  if (!Peek().Is("(")) return FailExpected(fmt::format("'(' after {}", out.name));
  Eat("(");
  if (Eat(")")) return true;
  do {
    if (!ParseValue(out.arguments.emplace_back(), /*rest_allowed=*/false)) return false;
  } while (Eat(","));
  return Expect(")");
}

bool Parser::ParseValues(std::vector<Argument>& out) {
  if (Peek().Is(")")) return true;
  bool has_rest = false;
  do {
    uint32_t begin = Peek().offset;
    if (!ParseValue(out.emplace_back(), /*rest_allowed=*/true)) return false;
    if (out.back().kind != Argument::Kind::kRest) continue;
    if (has_rest) return Fail("args() takes one '..' only", begin);
    has_rest = true;
  } while (Eat(","));
  return true;
}

// What is tested at run time is one class: an exact name, or * for any value.
bool Parser::ParseValue(Argument& out, bool rest_allowed) {
  out.offset = Here();
  if (Peek().Is("..") && rest_allowed) {
    ++next_;
    out.kind = Argument::Kind::kRest;
    return true;
  }
  if (AtPiece()) {
    auto formal = std::ranges::find(formals_, Peek().text, &Formal::name);
    if (formal != formals_.end() && (Peek(1).Is(")") || Peek(1).Is(","))) {
      Result<TypePattern> type = ParseType(formal->type);
      if (!type) return Fail(fmt::format("{} has no type: {}", formal->name, formal->type), Peek().offset);
      out = {Argument::Kind::kBinding, *std::move(type), false, formal->name, out.offset};
      ++next_;
      return true;
    }
  }
  if (!AtPiece())
    return FailExpected(rest_allowed ? "a type, a parameter's name or '..'" : "a type or a parameter's name");
  if (!ParseNamedType(out.type)) return false;
  bool exact = out.type.name.find('*') == std::string::npos && out.type.name.find("..") == std::string::npos;
  if (!out.type.IsAny() && !exact) {
    return Fail("the type of a value is a name without '*' or '..', or '*' alone", out.offset.value);
  }
  if (tokens_[next_ - 1].Is(">") && std::ranges::find(formals_, out.type.name, &Formal::name) != formals_.end()) {
    return Fail("a parameter has no type arguments", out.offset.value);
  }
  return true;
}

Result<Pointcut> Parse(std::string_view text, std::span<const Formal> formals) {
  RADDLE_TRY(std::vector<Token> tokens, Lex(text));
  Parser parser(std::move(tokens), formals);
  Pointcut pointcut;
  if (!parser.Whole(pointcut)) return parser.TakeError();
  return pointcut;
}

Result<TypePattern> ParseType(std::string_view text) {
  RADDLE_TRY(std::vector<Token> tokens, Lex(text));
  Parser parser(std::move(tokens), {});
  TypePattern type;
  if (!parser.Whole(type)) return parser.TakeError();
  return type;
}

}  // namespace raddle::pointcut
