// Modified UTF-8 (§4.4.7) as text that a terminal, a log or JSON can take.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "classfile/descriptor.h"

namespace raddle::classfile {
namespace {

constexpr uint32_t kBad = ~uint32_t{0};

bool IsContinuation(uint8_t byte) {
  return (byte & 0xc0) == 0x80;
}
bool IsHighSurrogate(uint32_t c) {
  return c >= 0xd800 && c <= 0xdbff;
}
bool IsLowSurrogate(uint32_t c) {
  return c >= 0xdc00 && c <= 0xdfff;
}

struct Unit {
  uint32_t code;  // a UTF-16 unit, or kBad
  size_t length;  // of its bytes
};

// The UTF-16 unit at the front. A form longer than it need be is bad, but for NUL, whose form it is.
Unit Decode(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  uint8_t first = byte(0);
  if (first != 0 && first < 0x80) return {first, 1};
  if ((first & 0xe0) == 0xc0 && text.size() >= 2 && IsContinuation(byte(1))) {
    uint32_t code = (first & 0x1fu) << 6 | (byte(1) & 0x3fu);
    if (code >= 0x80 || code == 0) return {code, 2};
  }
  if ((first & 0xf0) == 0xe0 && text.size() >= 3 && IsContinuation(byte(1)) && IsContinuation(byte(2))) {
    uint32_t code = (first & 0x0fu) << 12 | (byte(1) & 0x3fu) << 6 | (byte(2) & 0x3fu);
    if (code >= 0x800) return {code, 3};
  }
  return {kBad, 1};
}

void AppendUtf8(uint32_t code, std::string& out) {
  auto put = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      put(0xe0 | code >> 12);
    } else {
      put(0xf0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3f));
    }
    put(0x80 | (code >> 6 & 0x3f));
  }
  put(0x80 | (code & 0x3f));
}

// What moves the cursor, breaks the line or turns the direction of writing: a class file must not be able to make a
// report say something else than it does.
bool IsControl(uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x061c || (code >= 0x200b && code <= 0x200f) ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
}

void AppendEscaped(uint32_t code, std::string& out) {
  switch (code) {
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    case '\\':
      out += "\\\\";
      break;
    default:
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
  }
}

bool IsPlain(char c) {
  return c >= 0x20 && c < 0x7f && c != '\\';
}

}  // namespace

std::string Printable(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), IsPlain)) return std::string(text);  // nearly every name
  std::string out;
  out.reserve(text.size() + 16);
  while (!text.empty()) {
    Unit unit = Decode(text);
    if (unit.code == kBad) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<uint8_t>(text[0]));
    } else if (IsHighSurrogate(unit.code) || IsLowSurrogate(unit.code)) {
      std::string_view rest = text.substr(unit.length);
      Unit low = rest.empty() ? Unit{kBad, 0} : Decode(rest);
      if (IsHighSurrogate(unit.code) && IsLowSurrogate(low.code)) {
        AppendUtf8(0x10000 + ((unit.code - 0xd800) << 10) + (low.code - 0xdc00), out);
        unit.length += low.length;
      } else {
        AppendEscaped(unit.code, out);
      }
    } else if (IsControl(unit.code) || unit.code == '\\') {
      AppendEscaped(unit.code, out);
    } else {
      AppendUtf8(unit.code, out);
    }
    text.remove_prefix(unit.length);
  }
  return out;
}

}  // namespace raddle::classfile
