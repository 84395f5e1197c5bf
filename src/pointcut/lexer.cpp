#include "pointcut/lexer.h"

#include <fmt/format.h>

#include <string>

namespace raddle::pointcut {
namespace {

// Longest first: "..." is not ".." and a dot.
constexpr std::string_view kMarks[] = {"...", "..", "&&", "||", "(", ")", "[", "]", "<",
                                       ">",   ",",  ".",  "+",  "!", "@", "?", "&", "="};

bool IsPiece(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         c == '*' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

Result<std::vector<Token>> Lex(std::string_view text) {
  constexpr size_t kLongest = 1 << 16;  // longer ones come from no human
  if (text.size() > kLongest) return Error{"a pointcut of more than 65,536 characters", kLongest};
  std::vector<Token> tokens;
  size_t at = 0;
  while (at < text.size()) {
    std::string_view rest = text.substr(at);
    size_t length = 0;
    if (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r') {
      ++at;
      continue;
    }
    Token token{Token::Kind::kMark, {}, static_cast<uint32_t>(at)};
    if (IsPiece(rest[0])) {
      while (length < rest.size() && IsPiece(rest[length])) ++length;
      token.kind = Token::Kind::kPiece;
      if (size_t stars = rest.substr(0, length).find("**"); stars != std::string_view::npos) {
        return Error{"'**' is not a pattern: '..' stands for any packages, '*' for part of a name", at + stars};
      }
    } else {
      for (std::string_view mark : kMarks) {
        if (!rest.starts_with(mark)) continue;
        length = mark.size();
        break;
      }
      if (length == 0) {
        if (rest[0] == '|') return Error{"expected '||'", at};
        return Error{rest[0] > ' ' && rest[0] < 0x7f ? fmt::format("unexpected '{}'", rest[0])
                                                     : std::string("unexpected character"),
                     at};
      }
    }
    token.text = rest.substr(0, length);
    tokens.push_back(token);
    at += length;
  }
  tokens.push_back({Token::Kind::kEnd, {}, static_cast<uint32_t>(text.size())});
  return tokens;
}

std::string Found(const Token& token) {
  return token.kind == Token::Kind::kEnd ? "found the end" : fmt::format("found '{}'", token.text);
}

}  // namespace raddle::pointcut
