#include "report/journal.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "report/fingerprint.h"
#include "report/json_parts.h"
#include "report/run_directory.h"

namespace raddle::report {
namespace {

constexpr int kFormat = 1;

OrderedJson Record(std::string_view type) {
  OrderedJson record = OrderedJson::object();
  record["record"] = type;
  return record;
}

std::string LineOf(const OrderedJson& record) {
  std::string text = Dump(record);
  return fmt::format("[\"{}\",{}]\n", HexDigits(Hash(text)), text);
}

std::string Now() {
  std::time_t seconds = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char text[32];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc));
}

std::string StartLine(const JournalStart& start) {
  OrderedJson record = Record("start");
  record["format"] = kFormat;
  record["raddle"] = start.raddle;
  record["role"] = start.role == Role::kJvm ? "jvm" : "command";
  record["pid"] = getpid();
  record["time"] = Now();
  record["command"] = ToJson(start.command);
  return LineOf(record);
}

std::string NoteLine(std::string_view text) {
  OrderedJson record = Record("note");
  record["text"] = ToJson(std::vector<std::string>{std::string(text)})[0];
  return LineOf(record);
}

}  // namespace

Journal::Journal(std::string run_folder, JournalStart start) noexcept
    : run_folder_(std::move(run_folder)), start_(std::move(start)) {}

Journal::~Journal() {
  if (file_ >= 0) close(file_);
}

Result<void> Journal::Open() noexcept {
  return Append([] { return std::string(); });
}

Result<void> Journal::Add(const Finding& finding) noexcept {
  return Append([&] {
    OrderedJson record = Record("finding");
    record["finding"] = ToJson(finding);
    return LineOf(record);
  });
}

Result<void> Journal::Update(const CountUpdate& update) noexcept {
  return Append([&] {
    OrderedJson record = Record("update");
    record["id"] = update.id;
    record["detectors"] = ToJson(update.detectors);
    record["count"] = update.count;
    if (update.statistics.accesses > 0) record["statistics"] = ToJson(update.statistics);
    return LineOf(record);
  });
}

Result<void> Journal::Note(std::string_view text) noexcept {
  return Append([&] { return NoteLine(text); });
}

Result<void> Journal::Watched() noexcept {
  return Append([] { return LineOf(Record("watched")); });
}

Result<void> Journal::End() noexcept {
  return Append([] {
    OrderedJson record = Record("end");
    record["time"] = Now();
    return LineOf(record);
  });
}

size_t Journal::pending() const noexcept {
  std::lock_guard lock(mutex_);
  return pending_bytes_;
}

std::string Journal::path() const {
  std::lock_guard lock(mutex_);
  return path_;
}

// The one place where an exception can arise, that of memory running out, and where it ends: above us is the JVM.
template <typename MakeLine>
Result<void> Journal::Append(MakeLine&& make_line) noexcept {
  try {
    std::string line = make_line();
    std::lock_guard lock(mutex_);
    Enqueue(std::move(line));
    Result<void> drained = Drain();
    bool was_failing = std::exchange(failing_, !drained.ok());
    if (was_failing && !drained) return {};
    return drained;
  } catch (...) {
    return Error{.reason = "out of memory"};
  }
}

void Journal::Enqueue(std::string line) {
  if (line.empty()) return;
  if (pending_bytes_ + line.size() > kMostPending) {
    ++dropped_;
    return;
  }
  pending_bytes_ += line.size();
  pending_.push_back(std::move(line));
}

Result<void> Journal::Drain() {
  struct stat status;
  if (file_ >= 0 && fstat(file_, &status) == 0 && status.st_nlink == 0 && access(path_.c_str(), F_OK) != 0) {
    // Deleted under us, by `mvn clean` for one: what it held is gone, what comes need not be.
    close(std::exchange(file_, -1));
    path_.clear();
    RADDLE_CHECK(OpenFile());
    RADDLE_CHECK(WriteLine(NoteLine("the journal was deleted while the program ran: what it held until then is lost")));
  }
  if (file_ < 0) RADDLE_CHECK(OpenFile());
  while (!pending_.empty()) {
    RADDLE_CHECK(WriteLine(pending_.front()));
    pending_bytes_ -= pending_.front().size();
    pending_.pop_front();
  }
  if (dropped_ > 0) {
    RADDLE_CHECK(WriteLine(NoteLine(fmt::format("{} records were dropped while nothing could be written", dropped_))));
    dropped_ = 0;
  }
  return {};
}

// A new file, begun with the start record. The process number makes the name, but is no proof of being alone: a run can
// have the same one twice, from one container after another or one after the other.
Result<void> Journal::OpenFile() {
  std::string stem = fmt::format("{}/{}-{}", run_folder_, start_.role == Role::kJvm ? "jvm" : "command", getpid());
  std::string path = stem + kJournalSuffix;
  bool made_folder = false;
  for (int again = 2;;) {
    file_ = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (file_ >= 0) break;
    if (errno == EEXIST && again < 10000) {
      path = fmt::format("{}.{}{}", stem, again++, kJournalSuffix);
    } else if (errno == ENOENT && !std::exchange(made_folder, true)) {
      std::error_code ignored;  // the next open says what is wrong
      std::filesystem::create_directories(run_folder_, ignored);
    } else {
      return Error{.reason = fmt::format("cannot write findings: {}", std::strerror(errno)), .place = path};
    }
  }
  torn_ = false;
  path_ = path;
  Result<void> started = WriteLine(StartLine(start_));
  if (!started) {  // a journal begins with its start record or is not there
    close(std::exchange(file_, -1));
    unlink(path_.c_str());
    path_.clear();
  }
  return started;
}

// One write for a line. A part that was written and could not be completed stays; the next attempt begins a new line
// and writes the record again.
Result<void> Journal::WriteLine(const std::string& line) {
  std::string whole = torn_ ? "\n" + line : line;
  std::string_view rest = whole;
  while (!rest.empty()) {
    ssize_t written = write(file_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      return Error{.reason = fmt::format("cannot write findings: {}", std::strerror(written < 0 ? errno : ENOSPC)),
                   .place = path_};
    }
    rest.remove_prefix(static_cast<size_t>(written));
    torn_ = !rest.empty();
  }
  return {};
}

}  // namespace raddle::report
