#include "classpath/path_entry.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <new>
#include <unordered_map>

#include "classpath/class_names.h"
#include "classpath/name_hash.h"

namespace raddle::classpath {
namespace {

constexpr int64_t kMaxClassFile = int64_t{256} << 20;
constexpr int kFirstVersion = 9;  // of multi-release jars

// Class files are small: reading one costs less than mapping it.
Result<FileBytes> ReadFile(const std::string& path) {
  auto failed = [&](std::string reason) { return Error{.reason = std::move(reason), .place = path}; };
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // O_NONBLOCK: a pipe of that name must not hang us
  if (fd < 0) return failed(std::strerror(errno));
  struct Closer {
    int fd;
    ~Closer() { close(fd); }
  } closer{fd};
  struct stat info;
  if (fstat(fd, &info) != 0) return failed(std::strerror(errno));
  if (!S_ISREG(info.st_mode)) return failed("not a file");
  if (info.st_size > kMaxClassFile) return failed("too large for a class file");
  auto size = static_cast<size_t>(info.st_size);
  std::unique_ptr<uint8_t[]> buffer(new (std::nothrow) uint8_t[size]);
  if (buffer == nullptr) return failed("no memory to read the file");
  size_t done = 0;
  while (done < size) {
    ssize_t got = read(fd, buffer.get() + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed(std::strerror(errno));
    if (got == 0) return failed("file became shorter while it was read");
    done += static_cast<size_t>(got);
  }
  return FileBytes{Bytes(buffer.get(), size), std::move(buffer)};
}

// Splits "META-INF/versions/17/a/B.class"; 0 for another name.
int VersionOf(std::string_view name, std::string_view& rest) {
  constexpr std::string_view kVersions = "META-INF/versions/";
  if (!name.starts_with(kVersions)) return 0;
  name.remove_prefix(kVersions.size());
  int version = 0;
  auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), version);
  if (error != std::errc() || end == name.data() + name.size() || *end != '/' || version < kFirstVersion) return 0;
  rest = name.substr(static_cast<size_t>(end - name.data()) + 1);
  return version;
}

bool IsUsable(const ZipEntry& entry) {
  return entry.problem != ZipProblem::kDuplicate && entry.problem != ZipProblem::kBadName;
}

}  // namespace

const std::vector<ClassLocation>& PathEntry::Classes(uint32_t number) const {
  std::call_once(listed_, [&] {
    classes_ = List();
    for (ClassLocation& location : classes_) location.entry = number;
  });
  return classes_;
}

JdkEntry::JdkEntry(JdkImage image)
    : PathEntry(EntryKind::kJdk, image.home() + "/lib/modules"), image_(std::move(image)) {}

Result<FileBytes> JdkEntry::Read(const ClassLocation& location) const {
  RADDLE_TRY(std::optional<FileBytes> file, image_.Read(location.name));
  if (!file) return Error{.reason = "the JDK has no such class", .place = location.name};
  return *std::move(file);
}

std::string JdkEntry::Where(const ClassLocation& location) const {
  std::string_view name = location.name;
  size_t slash = name.rfind('/');
  std::string_view module = image_.ModuleOf(name.substr(0, slash == name.npos ? 0 : slash));
  return fmt::format("{}!/{}/{}.class", this->name(), module, name);
}

std::vector<ClassLocation> JdkEntry::List() const {
  std::vector<ClassLocation> classes;
  classes.reserve(image_.Classes().size());
  for (const std::string& class_name : image_.Classes()) classes.push_back({.name = class_name});
  return classes;
}

std::string DirectoryEntry::FileOf(std::string_view internal_name) const {
  return fmt::format("{}{}{}.class", name(), name().ends_with('/') ? "" : "/", ToFileName(internal_name));
}

bool DirectoryEntry::Has(std::string_view internal_name) const {
  struct stat info;
  return IsClassName(internal_name) && stat(FileOf(internal_name).c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

Result<FileBytes> DirectoryEntry::Read(const ClassLocation& location) const {
  if (!IsClassName(location.name)) return Error{.reason = "not the name of a class", .place = location.name};
  return ReadFile(FileOf(location.name));
}

std::string DirectoryEntry::Where(const ClassLocation& location) const {
  return FileOf(location.name);
}

std::vector<ClassLocation> DirectoryEntry::List() const {
  std::vector<ClassLocation> classes;
  std::vector<std::string> folders = {""};  // below the entry, with '/' at the end
  while (!folders.empty()) {
    std::string folder = std::move(folders.back());
    folders.pop_back();
    DIR* directory = opendir((name() + "/" + folder).c_str());
    if (directory == nullptr) continue;
    while (dirent* item = readdir(directory)) {
      std::string_view item_name = item->d_name;
      unsigned char type = item->d_type;
      if (type == DT_UNKNOWN || type == DT_LNK) {
        struct stat info;
        if (fstatat(dirfd(directory), item->d_name, &info, 0) != 0) continue;
        if (S_ISREG(info.st_mode)) type = DT_REG;
        if (S_ISDIR(info.st_mode) && item->d_type == DT_UNKNOWN) type = DT_DIR;
      }
      if (type == DT_DIR && item_name.find('.') == item_name.npos) {  // also leaves out ., .. and .git
        folders.push_back(fmt::format("{}{}/", folder, item_name));
      } else if (type == DT_REG) {
        std::string path = folder + item->d_name;
        if (std::string_view found = ClassOfFile(path); !found.empty())
          classes.push_back({.name = ToInternalName(found)});
      }
    }
    closedir(directory);
  }
  std::sort(classes.begin(), classes.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return classes;
}

ArchiveEntry::ArchiveEntry(std::shared_ptr<const Archive> archive, std::string_view prefix, int release)
    : PathEntry(EntryKind::kArchive, prefix.empty()
                                         ? archive->name
                                         : fmt::format("{}!/{}", archive->name, prefix.substr(0, prefix.size() - 1))),
      archive_(std::move(archive)) {
  std::span<const ZipEntry> entries = archive_->zip.entries();
  for (uint32_t i = 0; i < entries.size(); ++i) {
    if (!entries[i].name.starts_with(prefix) || !IsUsable(entries[i])) continue;
    std::string_view class_name = ClassOfFile(entries[i].name.substr(prefix.size()));
    if (!class_name.empty()) classes_.push_back({class_name, i});
  }
  if (prefix.empty() && archive_->manifest.multi_release) IndexVersions(release);
}

void ArchiveEntry::IndexVersions(int release) {
  struct Best {
    int version;
    uint32_t index;
  };
  std::unordered_map<std::string_view, Best, NameHash> best;
  std::span<const ZipEntry> entries = archive_->zip.entries();
  for (uint32_t i = 0; i < entries.size(); ++i) {
    std::string_view rest;
    int version = VersionOf(entries[i].name, rest);
    std::string_view class_name = ClassOfFile(rest);
    if (version == 0 || version > release || class_name.empty() || !IsUsable(entries[i])) continue;
    auto [found, inserted] = best.try_emplace(class_name, Best{version, i});
    if (!inserted && found->second.version < version) found->second = {version, i};
  }
  for (Class& known : classes_) {
    auto found = best.find(known.name);
    if (found == best.end()) continue;
    known.index = found->second.index;
    best.erase(found);
  }
  // What is left has no class in the base part; the JVM finds such ones all the same. Not in the table's order, which
  // differs from run to run.
  for (uint32_t i = 0; i < entries.size() && !best.empty(); ++i) {
    std::string_view rest;
    if (VersionOf(entries[i].name, rest) == 0) continue;
    std::string_view class_name = ClassOfFile(rest);
    auto found = best.find(class_name);
    if (found == best.end() || found->second.index != i) continue;
    classes_.push_back({class_name, i});
    best.erase(found);
  }
}

Result<FileBytes> ArchiveEntry::Read(const ClassLocation& location) const {
  std::span<const ZipEntry> entries = archive_->zip.entries();
  if (location.index >= entries.size()) return Error{.reason = "no such entry", .place = name()};
  Result<FileBytes> file = archive_->zip.Read(entries[location.index]);
  if (!file) return std::move(file).error().In(archive_->name);
  return file;
}

std::string ArchiveEntry::Where(const ClassLocation& location) const {
  std::span<const ZipEntry> entries = archive_->zip.entries();
  if (location.index >= entries.size()) return name();
  return fmt::format("{}!/{}", archive_->name, entries[location.index].name);
}

std::vector<ClassLocation> ArchiveEntry::List() const {
  std::vector<ClassLocation> classes;
  classes.reserve(classes_.size());
  for (const Class& known : classes_) classes.push_back({.name = ToInternalName(known.name), .index = known.index});
  return classes;
}

}  // namespace raddle::classpath
