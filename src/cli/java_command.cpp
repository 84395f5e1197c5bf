#include "cli/java_command.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>

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

}  // namespace

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
    if (word == "-cp" || word == "-classpath" || word == "--class-path") {
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
    if ((word == "-cp" || word == "-classpath" || word == "--class-path") && has_next) {
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
