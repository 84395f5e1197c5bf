#include "cli/facts_cache.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "atoms/section.h"
#include "base/parallel.h"
#include "base/subprocess.h"
#include "cli/java_command.h"
#include "cli/output.h"
#include "report/files.h"

namespace raddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::time_t kSecondsBetween = 3600;

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

}  // namespace

Result<FactsCache> FactsCache::Open(const classpath::ClassPath& class_path, const std::string& main) {
  RADDLE_TRY(const std::string folder, CacheFolder());
  return FactsCache(fmt::format("{}/{:016x}", folder, KeyOf(class_path, main)));
}

std::optional<facts::ProgramFacts> FactsCache::Read() const {
  std::error_code ignored;
  if (!fs::exists(path_, ignored)) return std::nullopt;
  const Result<std::string> text = report::ReadWholeFile(path_);
  if (!text) return std::nullopt;
  Result<facts::ProgramFacts> parsed = facts::Parse(*text);
  if (parsed) return *std::move(parsed);
  Tell("run", fmt::format("{} is damaged ({}) and made again", path_, parsed.error().ToString()));
  fs::remove(path_, ignored);
  return std::nullopt;
}

Result<void> FactsCache::BeginAttempt() const {
  const std::string path = path_ + ".tried";
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  // Held until the process ends.
  if (file < 0 || flock(file, LOCK_EX) != 0) return Error{.reason = fmt::format("{}: {}", path, std::strerror(errno))};
  struct stat status;
  if (fstat(file, &status) == 0 && status.st_size > 0 && std::time(nullptr) - status.st_mtime < kSecondsBetween) {
    return Error{.reason = "the last attempt, less than an hour ago, failed or took too long"};
  }
  constexpr std::string_view kNote = "begun\n";
  (void)!pwrite(file, kNote.data(), kNote.size(), 0);
  return {};
}

Result<void> FactsCache::Write(const facts::ProgramFacts& facts) const {
  RADDLE_CHECK(report::WriteWholeFile(path_, facts::ToText(facts)));
  std::error_code ignored;
  fs::remove(path_ + ".tried", ignored);
  return {};
}

std::string ClosedFactsOf(const std::vector<std::string>& command) {
  const std::optional<JavaProgram> program = ProgramOf(command);
  if (!program || !ClassPathOf(command)) {
    Tell("run", "--facts=closed needs a plain java command that says where its classes are: safe facts are used");
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
    Tell("run", fmt::format("no closed facts{}: safe facts are used", late ? ", which took more than 5 s" : ""));
    return {};
  }
  return found->output.substr(0, found->output.find('\n'));
}

}  // namespace raddle::cli
