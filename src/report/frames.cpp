#include "report/frames.h"

#include <algorithm>

#include <fmt/format.h>

namespace raddle::report {
namespace {

std::string FoldLine(std::span<const std::string> frames) {
  constexpr size_t kNamed = 3;
  std::vector<std::string_view> packages;
  for (const std::string& frame : frames) {
    std::string_view package = PackageOf(frame);
    if (std::find(packages.begin(), packages.end(), package) == packages.end()) packages.push_back(package);
  }
  std::string_view others = packages.size() > kNamed ? " and others" : "";
  packages.resize(std::min(packages.size(), kNamed));
  return fmt::format("... {} frames of {}{}", frames.size(), fmt::join(packages, ", "), others);
}

}  // namespace

std::string_view WithoutModule(std::string_view frame) {
  std::string_view name = frame.substr(0, frame.find('('));
  size_t slash = name.rfind('/');
  // A hidden class has a slash in its own name: a.B$$Lambda/0x0000000800c03000.run
  while (slash != std::string_view::npos && name.substr(slash + 1).starts_with("0x")) {
    slash = slash == 0 ? std::string_view::npos : name.rfind('/', slash - 1);
  }
  return slash == std::string_view::npos ? frame : frame.substr(slash + 1);
}

std::string_view PackageOf(std::string_view frame) {
  std::string_view name = WithoutModule(frame);
  name = name.substr(0, name.find('('));
  size_t slash = name.find('/');
  int parts = slash == std::string_view::npos ? 2 : 1;  // the method, unless it went with the slash, and the class
  name = name.substr(0, slash);
  for (; parts > 0; --parts) {
    size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) return "";
    name = name.substr(0, dot);
  }
  return name;
}

bool IsJdkFrame(std::string_view frame) {
  std::string_view name = WithoutModule(frame);
  return name.starts_with("java.") || name.starts_with("jdk.") || name.starts_with("sun.");
}

std::vector<std::string> FoldStack(std::span<const std::string> stack, size_t most) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < stack.size();) {
    if (lines.size() + 1 >= most && at + 1 < stack.size()) {
      lines.push_back(fmt::format("... {} more frames", stack.size() - at));
      break;
    }
    size_t end = at;
    while (at > 0 && end < stack.size() && IsJdkFrame(stack[end])) ++end;
    if (end - at >= 2) {
      lines.push_back(FoldLine(stack.subspan(at, end - at)));
      at = end;
    } else {
      lines.emplace_back(WithoutModule(stack[at++]));
    }
  }
  return lines;
}

}  // namespace raddle::report
