#include "cli/facts_cache.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "atoms/section.h"
#include "base/parallel.h"
#include "base/subprocess.h"
#include "cli/java_command.h"
#include "facts/facts.h"
#include "report/files.h"

namespace raddle::cli {
namespace {

namespace fs = std::filesystem;

Result<std::string> CacheFolder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  fs::path folder;
  if (cache != nullptr && *cache == '/') {
    folder = cache;
  } else if (home != nullptr && *home == '/') {
    folder = fs::path(home) / ".cache";
  } else {
    return Error{.reason = "neither XDG_CACHE_HOME nor HOME says where the cache is"};
  }
  folder /= "raddle/facts";
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Error{.reason = fmt::format("{}: {}", folder.string(), error.message())};
  return folder.string();
}

uint64_t KeyOf(const classpath::ClassPath& class_path, const std::string& main) {
  const std::vector<classpath::ClassLocation> classes = class_path.Classes();
  std::vector<uint64_t> hashes(classes.size() + 1);
  ParallelFor(classes.size(), WorkerCount(0), [&](unsigned, size_t i) {
    const Result<classpath::FileBytes> file = class_path.Read(classes[i]);
    if (!file) return;
    hashes[i] = atoms::HashOf({reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size()});
  });
  // Of another version of Raddle, or JDK: another analysis.
  hashes.back() = atoms::HashOf(fmt::format("{} {} {}", RADDLE_VERSION, class_path.release(), main));
  return atoms::HashOf({reinterpret_cast<const char*>(hashes.data()), hashes.size() * sizeof(uint64_t)});
}

void Tell(const std::string& line) {
  fmt::print(stderr, "raddle run: {}\n", line);
}

}  // namespace

Result<FactsCache> FactsCache::Open(const classpath::ClassPath& class_path, const std::string& main) {
  RADDLE_TRY(const std::string folder, CacheFolder());
  return FactsCache(fmt::format("{}/{:016x}", folder, KeyOf(class_path, main)));
}

bool FactsCache::Has() const {
  std::error_code ignored;
  if (!fs::exists(path_, ignored)) return false;
  const Result<std::string> text = report::ReadWholeFile(path_);
  if (!text) return false;
  const Result<facts::ProgramFacts> parsed = facts::Parse(*text);
  if (!parsed) Tell(fmt::format("{} is damaged ({}) and made again", path_, parsed.error().ToString()));
  return static_cast<bool>(parsed);
}

bool FactsCache::WasTried() const {
  std::error_code error;
  const fs::file_time_type when = fs::last_write_time(TriedPath(), error);
  return !error && fs::file_time_type::clock::now() - when < std::chrono::hours(1);
}

void FactsCache::BeginAttempt() const {
  std::ofstream(TriedPath()) << "begun\n";
}

Result<void> FactsCache::Write(const std::string& text) const {
  RADDLE_CHECK(report::WriteWholeFile(path_, text));
  std::error_code ignored;
  fs::remove(TriedPath(), ignored);
  return {};
}

std::string ClosedFactsOf(const std::vector<std::string>& command) {
  const std::optional<JavaProgram> program = ProgramOf(command);
  if (!program || !ClassPathOf(command)) {
    Tell("--facts=closed needs a plain java command that says where its classes are: safe facts are used");
    return {};
  }
  std::error_code ignored;
  const std::string self = fs::read_symlink("/proc/self/exe", ignored).string();
  std::vector<std::string> call = {self, "facts", "-cp", program->class_path, "--main", program->main};
  // The JDK of the java that is run.
  const fs::path java = fs::canonical(command[0], ignored);
  if (!ignored && fs::exists(java.parent_path().parent_path() / "lib/modules", ignored)) {
    call.insert(call.end(), {"--jdk", java.parent_path().parent_path().string()});
  }
  const Result<Captured> found = RunAndCapture(call);
  if (!found || found->status != 0 || found->output.empty()) {
    const bool late = found && found->status == 128 + SIGALRM;
    Tell(fmt::format("no closed facts{}: safe facts are used", late ? ", which took more than 5 s" : ""));
    return {};
  }
  return found->output.substr(0, found->output.find('\n'));
}

}  // namespace raddle::cli
