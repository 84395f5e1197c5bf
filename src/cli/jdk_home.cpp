#include "cli/jdk_home.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

namespace raddle::cli {
namespace {

namespace fs = std::filesystem;

bool HasImage(const fs::path& home) {
  std::error_code ignored;
  return fs::exists(home / "lib" / "modules", ignored);
}

// /usr/bin/java is a chain of links that ends in HOME/bin/java.
fs::path HomeOfJavaOnPath() {
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable == nullptr ? "" : variable;
  while (!rest.empty()) {
    size_t end = std::min(rest.find(':'), rest.size());
    fs::path java = fs::path(rest.substr(0, end)) / "java";
    rest.remove_prefix(std::min(end + 1, rest.size()));
    std::error_code error;
    if (access(java.c_str(), X_OK) != 0) continue;
    fs::path real = fs::canonical(java, error);
    if (!error && HasImage(real.parent_path().parent_path())) return real.parent_path().parent_path();
  }
  return {};
}

}  // namespace

Result<std::string> FindJdkHome(const options::MaybeText& option) {
  constexpr std::string_view kNoImage = "is not a JDK of version 9 or newer: it has no lib/modules";
  if (!option.text.empty()) {
    if (HasImage(option.text)) return option.text;
    return Error{.reason = fmt::format("--jdk {} {}", option.text, kNoImage)};
  }
  const char* java_home = std::getenv("JAVA_HOME");
  if (java_home != nullptr && *java_home != '\0') {
    if (HasImage(java_home)) return std::string(java_home);
    return Error{.reason = fmt::format("JAVA_HOME={} {}", java_home, kNoImage)};
  }
  if (fs::path home = HomeOfJavaOnPath(); !home.empty()) return home.string();
  return Error{.reason = "no JDK found: set JAVA_HOME, or name one with --jdk HOME"};
}

}  // namespace raddle::cli
