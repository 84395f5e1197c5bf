#include "report/utf8.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

namespace raddle::report {
namespace {

constexpr uint32_t kReplacement = 0xfffd;

bool IsAscii(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<uint8_t>(c) >= 0x80; });
}

bool IsSurrogate(uint32_t c) {
  return c >= 0xd800 && c <= 0xdfff;
}

// One sequence as its bytes have it, surrogates included. A length of 0: it is no sequence.
struct Sequence {
  uint32_t code;
  size_t length;
};

Sequence SequenceAt(std::string_view text) {
  uint8_t first = static_cast<uint8_t>(text[0]);
  if (first < 0x80) return {first, 1};
  size_t length = first >= 0xf8 ? 0 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
  if (length == 0 || text.size() < length) return {0, 0};
  uint32_t code = first & (0x7f >> length);
  for (size_t i = 1; i < length; ++i) {
    uint8_t next = static_cast<uint8_t>(text[i]);
    if ((next & 0xc0) != 0x80) return {0, 0};
    code = code << 6 | (next & 0x3f);
  }
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if ((code < kLeast[length] && !(code == 0 && length == 2)) || code > 0x10ffff) return {0, 0};
  return {code, length};
}

Sequence CharacterAt(std::string_view text) {
  Sequence one = SequenceAt(text);
  if (one.length == 0) return {kReplacement, 1};
  if (!IsSurrogate(one.code)) return one;
  if (one.code < 0xdc00 && text.size() > one.length) {
    Sequence two = SequenceAt(text.substr(one.length));
    if (two.code >= 0xdc00 && two.code <= 0xdfff) {
      return {0x10000 + ((one.code - 0xd800) << 10) + (two.code - 0xdc00), one.length + two.length};
    }
  }
  return {kReplacement, one.length};
}

void Append(std::string& text, uint32_t code) {
  auto tail = [&](int shift) { text += static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xe0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xf0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

// C0 and C1; and what Unicode has to separate lines and to turn the direction of writing: a name with one of these
// could make the rest of its line look like something else.
bool IsControl(uint32_t code) {
  const auto within = [code](uint32_t first, uint32_t last) { return code >= first && code <= last; };
  return code < 0x20 || within(0x7f, 0x9f) || code == 0x061c || within(0x200e, 0x200f) || within(0x2028, 0x202e) ||
         within(0x2066, 0x2069);
}

}  // namespace

std::string CleanUtf8(std::string_view text) {
  if (IsAscii(text)) return std::string(text);
  std::string clean;
  while (!text.empty()) {
    Sequence character = CharacterAt(text);
    Append(clean, character.code);
    text.remove_prefix(character.length);
  }
  return clean;
}

std::string ForTerminal(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    Sequence character = CharacterAt(text);
    if (IsControl(character.code)) {
      clean += fmt::format("\\u{:04x}", character.code);
    } else {
      Append(clean, character.code);
    }
    text.remove_prefix(character.length);
  }
  return clean;
}

}  // namespace raddle::report
