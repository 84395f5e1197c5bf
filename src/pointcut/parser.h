// The parser, private to parse*.cpp: recursive descent, one token of look-ahead (two at a `!`). The first error stops
// it: functions return false once error() is set, and callers pass that on.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pointcut/lexer.h"
#include "pointcut/parse.h"

namespace raddle::pointcut {

class Parser {
 public:
  Parser(std::vector<Token> tokens, std::span<const Formal> formals) : tokens_(std::move(tokens)), formals_(formals) {}

  bool Whole(Pointcut& out);
  bool Whole(TypePattern& out);
  Error TakeError() { return std::move(error_); }

 private:
  // parse.cpp: or, and, not; the designators.
  bool ParseOr(Pointcut& out);
  bool ParseAnd(Pointcut& out);
  bool ParseNot(Pointcut& out);
  bool ParseDesignator(Pointcut& out);
  bool ParseNamed(Pointcut& out);
  bool ParseValue(Argument& out, bool rest_allowed);
  bool ParseValues(std::vector<Argument>& out);

  // parse_member.cpp
  bool ParseMethodOrConstructor(MemberPattern& out);
  bool ParseField(MemberPattern& out);
  bool ParseModifiers(MemberPattern& out, bool of_field);
  bool ParseDeclaringAndName(MemberPattern& out);
  bool ParseParameters(std::vector<Argument>& out);
  bool ParseThrows(std::vector<ThrowsPattern>& out);

  // parse_type.cpp
  bool ParseTypeOr(TypePattern& out);
  bool ParseTypeAnd(TypePattern& out);
  bool ParseTypeUnary(TypePattern& out);
  bool ParseNamedType(TypePattern& out);
  bool ParseDotted(std::string& out);  // stops before `.new`
  bool ParseSuffixes(TypePattern& out);
  bool SkipGenerics();
  bool ParseAnnotations(std::vector<AnnotationPattern>& out);

  const Token& Peek(size_t ahead = 0) const { return tokens_[std::min(next_ + ahead, tokens_.size() - 1)]; }
  bool AtPiece() const { return Peek().kind == Token::Kind::kPiece; }
  bool AtName() const { return AtPiece() && (Peek().text[0] < '0' || Peek().text[0] > '9'); }
  bool Eat(std::string_view mark);
  bool Expect(std::string_view mark);
  bool Fail(std::string reason, uint32_t offset);
  bool FailExpected(std::string_view what);
  Offset Here() const { return {Peek().offset}; }

  class Depth {  // one more level of recursion while it lives
   public:
    explicit Depth(Parser& parser) : parser_(parser) { ++parser_.depth_; }
    ~Depth() { --parser_.depth_; }
    bool TooDeep() const { return parser_.depth_ > kMaxDepth; }

   private:
    Parser& parser_;
  };

  std::vector<Token> tokens_;
  std::span<const Formal> formals_;
  size_t next_ = 0;
  int depth_ = 0;
  Error error_;
};

}  // namespace raddle::pointcut
