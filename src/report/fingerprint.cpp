#include "report/fingerprint.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "report/utf8.h"

namespace raddle::report {
namespace {

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
bool IsHexDigit(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// The length of the number at the front of the text that must not count, as in "/0x00c03000" and ".0x00c03000".
size_t HiddenClassNumber(std::string_view text) {
  if (text.size() < 4 || (text[0] != '/' && text[0] != '.') || text.substr(1, 2) != "0x") return 0;
  size_t end = 3;
  while (end < text.size() && IsHexDigit(text[end])) ++end;
  return end > 3 ? end : 0;
}

std::string StableMethod(const Access& access) {
  std::string_view name = StableMethodName(access.method);
  // A lambda's descriptor is what it happens to capture.
  std::string_view descriptor = name.size() == access.method.size() ? std::string_view(access.descriptor) : "";
  return CleanUtf8(fmt::format("{}.{}{}", StableClassName(access.class_name), name, descriptor));
}

}  // namespace

std::string_view StableMethodName(std::string_view method) {
  bool generated = method.find("lambda") != std::string_view::npos || method.find("$anonfun") != std::string_view::npos;
  size_t end = method.size();
  while (end > 0 && IsDigit(method[end - 1])) --end;
  bool numbered = end < method.size() && end > 0 && (method[end - 1] == '$' || method[end - 1] == '-');
  return generated && numbered ? method.substr(0, end - 1) : method;
}

std::string StableClassName(std::string_view name) {
  std::string stable;
  for (size_t at = 0; at < name.size();) {
    size_t skip = HiddenClassNumber(name.substr(at));
    if (stable.ends_with("$$Lambda") && name[at] == '$') skip = 1;
    if (stable.ends_with("$$Lambda") || stable.ends_with("$Proxy")) {
      while (at + skip < name.size() && IsDigit(name[at + skip])) ++skip;
    }
    if (skip == 0) stable += name[at++];
    at += skip;
  }
  return stable;
}

std::string Fingerprint(const Finding& finding) {
  std::vector<std::string> variables = {finding.variable};
  bool by_all = finding.kind == Kind::kHighLevelRace || finding.kind == Kind::kDeadlock;
  if (by_all && !finding.variables.empty()) variables = finding.variables;
  for (std::string& variable : variables) variable = CleanUtf8(StableClassName(variable));
  std::sort(variables.begin(), variables.end());

  std::vector<std::string> methods;
  for (const Access& access : finding.accesses) methods.push_back(StableMethod(access));
  std::sort(methods.begin(), methods.end());
  // No name holds a line feed, so the parts cannot run into each other.
  return HexDigits(
      Hash(fmt::format("{}\n{}\n\n{}", NameOf(finding.kind), fmt::join(variables, "\n"), fmt::join(methods, "\n"))));
}

uint64_t Hash(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  hash ^= hash >> 32;
  hash *= 0x9e3779b97f4a7c15;
  return hash ^ (hash >> 29);
}

std::string HexDigits(uint64_t value) {
  return fmt::format("{:016x}", value);
}

}  // namespace raddle::report
