#include "classpath/class_names.h"

#include <algorithm>
#include <cstdint>

namespace raddle::classpath {
namespace {

uint8_t Byte(std::string_view text, size_t at) {
  return at < text.size() ? static_cast<uint8_t>(text[at]) : 0;
}

bool HasByteFrom(std::string_view text, uint8_t low, uint8_t high) {
  return std::any_of(text.begin(), text.end(), [&](char c) {
    auto byte = static_cast<uint8_t>(c);
    return byte >= low && byte <= high;
  });
}

void PutSurrogate(std::string& out, uint32_t unit) {
  out += static_cast<char>(0xED);
  out += static_cast<char>(0x80 | (unit >> 6 & 0x3f));
  out += static_cast<char>(0x80 | (unit & 0x3f));
}

}  // namespace

bool IsClassName(std::string_view name) {
  for (std::string_view folder : {"META-INF/", "BOOT-INF/", "WEB-INF/"}) {
    if (name.starts_with(folder)) return false;
  }
  if (name.empty() || name.front() == '/' || name.back() == '/' || name == "module-info") return false;
  char previous = 0;
  for (char c : name) {
    if (c == '.' || c == ';' || c == '[' || c == '\0' || (c == '/' && previous == '/')) return false;
    previous = c;
  }
  return true;
}

std::string_view ClassOfFile(std::string_view file_name) {
  constexpr std::string_view kSuffix = ".class";
  if (!file_name.ends_with(kSuffix)) return {};
  file_name.remove_suffix(kSuffix.size());
  return IsClassName(file_name) ? file_name : std::string_view();
}

std::string ToFileName(std::string_view internal_name) {
  if (!HasByteFrom(internal_name, 0xED, 0xED)) return std::string(internal_name);
  std::string out;
  for (size_t i = 0; i < internal_name.size();) {
    auto at = [&](size_t k) { return Byte(internal_name, i + k); };
    bool pair = at(0) == 0xED && (at(1) & 0xF0) == 0xA0 && at(3) == 0xED && (at(4) & 0xF0) == 0xB0;
    if (!pair) {
      out += internal_name[i++];
      continue;
    }
    uint32_t code = 0x10000 + ((at(1) & 0x0fu) << 16 | (at(2) & 0x3fu) << 10 | (at(4) & 0x0fu) << 6 | (at(5) & 0x3fu));
    out += static_cast<char>(0xF0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 0x3f));
    out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
    i += 6;
  }
  return out;
}

std::string ToInternalName(std::string_view file_name) {
  if (!HasByteFrom(file_name, 0xF0, 0xF7)) return std::string(file_name);
  std::string out;
  for (size_t i = 0; i < file_name.size();) {
    auto at = [&](size_t k) { return Byte(file_name, i + k); };
    bool four =
        at(0) >= 0xF0 && at(0) <= 0xF4 && (at(1) & 0xC0) == 0x80 && (at(2) & 0xC0) == 0x80 && (at(3) & 0xC0) == 0x80;
    uint32_t code = (at(0) & 7u) << 18 | (at(1) & 0x3fu) << 12 | (at(2) & 0x3fu) << 6 | (at(3) & 0x3fu);
    if (!four || code < 0x10000 || code > 0x10ffff) {
      out += file_name[i++];
      continue;
    }
    PutSurrogate(out, 0xD800 + ((code - 0x10000) >> 10));
    PutSurrogate(out, 0xDC00 + ((code - 0x10000) & 0x3ff));
    i += 4;
  }
  return out;
}

}  // namespace raddle::classpath
