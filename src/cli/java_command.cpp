#include "cli/java_command.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "base/mapped_file.h"
#include "classpath/manifest.h"
#include "classpath/zip.h"

namespace raddle::cli {
namespace {

bool IsSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// Options of java whose value is the next word.
bool TakesNext(std::string_view option) {
  constexpr std::array<std::string_view, 8> kThese = {
      "-p",          "--module-path", "--upgrade-module-path", "--add-modules",
      "--add-opens", "--add-exports", "--add-reads",           "--patch-module"};
  for (const std::string_view each : kThese) {
    if (option == each) return true;
  }
  return false;
}

std::string MainOf(const std::string& jar) {
  Result<MappedFile> mapped = MappedFile::Open(jar);
  if (!mapped) return {};
  Result<classpath::ZipArchive> archive = classpath::ZipArchive::Open(mapped->bytes());
  return archive ? classpath::ReadManifest(*archive).main_class : std::string();
}

bool IsClassPath(std::string_view option) {
  return option == "-cp" || option == "-classpath" || option == "--class-path";
}

// "-Xss512k", "-XX:ThreadStackSize=512" (of 1024 bytes each): several times as much, but no more than java takes. What
// is no size, java will complain of.
std::string LargerStack(const std::string& option) {
  constexpr uint64_t kMost = uint64_t{1} << 30;
  constexpr std::string_view kUnits = "kmgKMG";
  for (const auto& [name, unit] : {std::pair{std::string_view("-Xss"), uint64_t{1}}, {"-XX:ThreadStackSize=", 1024}}) {
    if (!option.starts_with(name)) continue;
    uint64_t size = 0;
    const auto [end, error] = std::from_chars(option.data() + name.size(), option.data() + option.size(), size);
    const std::string_view suffix(end, static_cast<size_t>(option.data() + option.size() - end));
    const size_t power = suffix.empty() ? 0 : kUnits.find(suffix) % 3 + 1;
    const bool known = suffix.size() <= 1 && (suffix.empty() || kUnits.find(suffix[0]) != std::string_view::npos);
    if (error != std::errc() || !known || size == 0 || size > kMost) return option;
    const uint64_t bytes = size * unit << (10 * power);
    if (bytes >= kMost) return option;
    return fmt::format("{}{}", name, std::min(bytes * kStackFactor, kMost) / unit);
  }
  return option;
}

}  // namespace

std::vector<std::string> WithLargeStacks(std::vector<std::string> command) {
  for (size_t i = 1; i < command.size() && command[i] != "-jar"; ++i) {
    if (command[i].starts_with('@')) continue;
    if (!command[i].starts_with('-')) break;  // the main class
    if (IsClassPath(command[i]) || TakesNext(command[i])) {
      ++i;
    } else {
      command[i] = LargerStack(command[i]);
    }
  }
  command.insert(command.begin() + 1, kLargeStacks);  // what comes behind it counts
  return command;
}

std::optional<std::string> ClassPathOf(const std::vector<std::string>& command) {
  if (command.empty() || std::filesystem::path(command[0]).filename() != "java") return std::nullopt;
  for (const char* variable : {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"}) {
    if (IsSet(variable)) return std::nullopt;
  }
  std::string path = IsSet("CLASSPATH") ? std::getenv("CLASSPATH") : ".";
  for (size_t i = 1; i < command.size(); ++i) {
    const std::string_view word = command[i];
    const bool has_next = i + 1 < command.size();
    if (word.starts_with('@')) return std::nullopt;
    for (const std::string_view option : {"-p", "-m", "--module", "-Djava", "-Xbootclasspath", "-javaagent"}) {
      if (word.starts_with(option) && (option.size() > 2 || word == option)) return std::nullopt;
    }
    if (word == "-jar") return has_next ? std::optional(command[i + 1]) : std::nullopt;
    if (IsClassPath(word)) {
      if (!has_next) return std::nullopt;
      path = command[++i];
    } else if (word.starts_with("--class-path=")) {
      path = word.substr(word.find('=') + 1);
    } else if (word.starts_with("--") && word.find('=') == std::string_view::npos && has_next) {
      // Options such as --add-opens take the next word as their value.
      const bool takes_value = word.starts_with("--add-") || word == "--limit-modules" || word == "--source";
      if (takes_value) ++i;
    } else if (!word.starts_with('-')) {
      // The main class; or a source file, which java compiles.
      return word.ends_with(".java") ? std::nullopt : std::optional(path);
    }
  }
  return std::nullopt;
}

std::optional<JavaProgram> ProgramOf(const std::vector<std::string>& command) {
  if (command.empty() || std::filesystem::path(command[0]).filename() != "java") return std::nullopt;
  const char* from_environment = std::getenv("CLASSPATH");
  JavaProgram program{.class_path = from_environment != nullptr ? from_environment : ".", .main = {}};
  for (size_t i = 1; i < command.size(); ++i) {
    const std::string& word = command[i];
    const bool has_next = i + 1 < command.size();
    if (IsClassPath(word) && has_next) {
      program.class_path = command[++i];
    } else if (word.starts_with("--class-path=")) {
      program.class_path = word.substr(word.find('=') + 1);
    } else if (word == "-jar" && has_next) {
      program = {.class_path = command[i + 1], .main = MainOf(command[i + 1])};
      break;
    } else if (word == "-m" || word.starts_with("--module")) {
      if (!TakesNext(word)) return std::nullopt;
      ++i;
    } else if (TakesNext(word)) {
      ++i;
    } else if (!word.starts_with('-') && !word.starts_with('@')) {
      if (!word.ends_with(".java")) program.main = word;
      break;
    }
  }
  if (program.main.empty()) return std::nullopt;
  return program;
}

}  // namespace raddle::cli
