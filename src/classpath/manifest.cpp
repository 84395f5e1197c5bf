#include "classpath/manifest.h"

#include <strings.h>

#include <algorithm>
#include <cctype>

namespace raddle::classpath {
namespace {

bool SameIgnoringCase(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

// Takes one line off the text. CR LF, LF and CR all end one.
std::string_view TakeLine(std::string_view& text) {
  size_t end = std::min(text.find_first_of("\r\n"), text.size());
  std::string_view line = text.substr(0, end);
  size_t next = end;
  if (next < text.size()) next += text.substr(next, 2) == "\r\n" ? 2 : 1;
  text.remove_prefix(next);
  return line;
}

std::vector<std::string> SplitAtSpaces(std::string_view text) {
  std::vector<std::string> words;
  while (true) {
    size_t begin = text.find_first_not_of(" \t\f");
    if (begin == text.npos) return words;
    text.remove_prefix(begin);
    size_t end = std::min(text.find_first_of(" \t\f"), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::string PercentDecode(std::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    int high = text[i] == '%' && i + 2 < text.size() ? HexDigit(text[i + 1]) : -1;
    int low = high >= 0 ? HexDigit(text[i + 2]) : -1;
    if (low >= 0) {
      decoded += static_cast<char>(high << 4 | low);
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

// Length of "scheme:" at the front; 0 where there is none.
size_t SchemeLength(std::string_view url) {
  for (size_t i = 0; i < url.size(); ++i) {
    char c = url[i];
    if (c == ':') return i == 0 ? 0 : i + 1;
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '+' && c != '-' && c != '.') return 0;
  }
  return 0;
}

}  // namespace

Manifest ParseManifest(std::string_view text) {
  Manifest manifest;
  std::string start_class;
  auto take = [&](std::string_view attribute) {
    size_t colon = attribute.find(": ");
    if (colon == attribute.npos) return;
    std::string_view name = attribute.substr(0, colon), value = attribute.substr(colon + 2);
    if (SameIgnoringCase(name, "Multi-Release")) manifest.multi_release = SameIgnoringCase(value, "true");
    if (SameIgnoringCase(name, "Class-Path")) manifest.class_path = SplitAtSpaces(value);
    if (SameIgnoringCase(name, "Main-Class")) manifest.main_class = value;
    if (SameIgnoringCase(name, "Start-Class")) start_class = value;
  };
  std::string attribute;
  while (!text.empty()) {
    std::string_view line = TakeLine(text);
    if (line.empty()) break;  // the sections about single entries follow
    if (line.front() == ' ') {
      attribute += line.substr(1);
    } else {
      take(attribute);
      attribute = line;
    }
  }
  take(attribute);
  if (!start_class.empty()) manifest.main_class = start_class;
  return manifest;
}

Manifest ReadManifest(const ZipArchive& archive) {
  constexpr std::string_view kName = "META-INF/MANIFEST.MF";
  const ZipEntry* entry = archive.Find(kName);
  if (entry == nullptr) {
    for (const ZipEntry& candidate : archive.entries()) {
      if (SameIgnoringCase(candidate.name, kName)) entry = &candidate;
    }
  }
  if (entry == nullptr) return {};
  Result<FileBytes> file = archive.Read(*entry);
  if (!file) return {};
  return ParseManifest({reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size()});
}

std::string ResolveClassPathUrl(std::string_view jar_path, std::string_view url) {
  if (size_t scheme = SchemeLength(url); scheme != 0) {
    if (!SameIgnoringCase(url.substr(0, scheme), "file:")) return {};
    url.remove_prefix(scheme);
    if (url.starts_with("///")) url.remove_prefix(2);
  }
  if (url.starts_with("//")) return {};  // on another host
  std::string path = PercentDecode(url.substr(0, url.find_first_of("?#")));
  if (path.empty() || path.find('\0') != path.npos) return {};
  if (path.front() == '/') return path;
  size_t slash = jar_path.rfind('/');
  return slash == jar_path.npos ? path : std::string(jar_path.substr(0, slash + 1)) + path;
}

}  // namespace raddle::classpath
