#include "report/run_directory.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>

#include <fmt/format.h>

#include "report/files.h"

namespace raddle::report {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRuns = "runs";
constexpr const char* kLatest = "latest";

std::string NewRunName() {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  std::time_t seconds = milliseconds / 1000;
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char day[32];
  size_t length = std::strftime(day, sizeof day, "%Y%m%d-%H%M%S", &utc);
  return fmt::format("{}.{:03}-{}", std::string_view(day, length), milliseconds % 1000, getpid());
}

Result<void> MakeDirectories(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  // Two processes may make it at once.
  if (error && !fs::is_directory(path)) {
    return Error{.reason = fmt::format("cannot be made: {}", error.message()), .place = path.string()};
  }
  return {};
}

// Readers see the old link or the new one, never none. Without links the names of the runs tell.
void PointLatestAt(const fs::path& out, const std::string& name) {
  std::error_code ignored;
  fs::path fresh = out / fmt::format(".{}-{}", kLatest, getpid());
  fs::remove(fresh, ignored);
  if (symlink(fmt::format("{}/{}", kRuns, name).c_str(), fresh.c_str()) != 0) return;
  if (std::rename(fresh.c_str(), (out / kLatest).c_str()) != 0) fs::remove(fresh, ignored);
}

std::vector<std::string> NamesIn(const fs::path& directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    names.push_back(entry->path().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

Result<std::string> CreateRun(const std::string& out) {
  std::error_code error;
  fs::path directory = fs::absolute(out, error);
  if (error) return Error{.reason = error.message(), .place = out};
  bool is_new = !fs::exists(directory, error);
  RADDLE_CHECK(MakeDirectories(directory / kRuns));
  if (is_new) (void)WriteWholeFile(directory / ".gitignore", "*\n").ok();

  const std::string first = NewRunName();
  std::string name = first;
  for (int again = 2; mkdir((directory / kRuns / name).c_str(), 0777) != 0; ++again) {
    if (errno != EEXIST || again > 1000) {
      return Error{.reason = fmt::format("cannot be made: {}", std::strerror(errno)),
                   .place = (directory / kRuns / name).string()};
    }
    name = fmt::format("{}.{}", first, again);
  }
  PointLatestAt(directory, name);
  return (directory / kRuns / name).lexically_normal().string();
}

std::vector<std::string> JournalsIn(const std::string& run) {
  std::vector<std::string> journals = NamesIn(run);
  std::erase_if(journals, [](const std::string& path) {
    std::error_code ignored;
    return !path.ends_with(kJournalSuffix) || !fs::is_regular_file(path, ignored);
  });
  return journals;
}

Result<std::vector<std::string>> FindRuns(const std::string& directory, bool all) {
  if (!JournalsIn(directory).empty()) return std::vector<std::string>{directory};
  fs::path latest = fs::path(directory) / kLatest;
  if (!all && !JournalsIn(latest).empty()) return std::vector<std::string>{latest.string()};
  std::vector<std::string> runs = NamesIn(fs::path(directory) / kRuns);
  std::erase_if(runs, [](const std::string& run) { return JournalsIn(run).empty(); });
  if (runs.empty()) return Error{.reason = "there is no journal of a run here", .place = directory};
  if (!all) runs.erase(runs.begin(), runs.end() - 1);
  return runs;
}

}  // namespace raddle::report
