// The words of a pointcut: name pieces (letters, digits, _, $ and *), and marks. Space separates and means nothing
// else.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace raddle::pointcut {

struct Token {
  enum class Kind : uint8_t { kPiece, kMark, kEnd };

  Kind kind = Kind::kEnd;
  std::string_view text;  // in the text that was given; empty at the end
  uint32_t offset = 0;

  bool Is(std::string_view mark) const { return kind != Kind::kEnd && text == mark; }
};

// The last token is the end.
Result<std::vector<Token>> Lex(std::string_view text);

// "found ')'", "found the end": the second half of what a parser says.
std::string Found(const Token& token);

}  // namespace raddle::pointcut
