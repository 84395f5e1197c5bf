// BuildPath: from the text of a class path to its entries.
//
// Elements are worked off a stack, so that what a jar's Class-Path names comes right after that jar, as URLClassPath
// has it. Each file is taken once, by its real path: java does the same by URL, and a second look would find nothing
// new; it also ends Class-Path attributes that lead in a circle.
#include <dirent.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <unordered_set>

#include "classpath/path_entry.h"

namespace raddle::classpath {
namespace {

// Of jars that lie deflated in others: beyond it they are left out, lest a small archive fill the memory.
constexpr uint64_t kMaxInflatedJars = uint64_t{2} << 30;

constexpr std::array<std::string_view, 2> kClassFolders = {"BOOT-INF/classes/", "WEB-INF/classes/"};
constexpr std::array<std::string_view, 3> kJarFolders = {"BOOT-INF/lib/", "WEB-INF/lib/", "WEB-INF/lib-provided/"};

bool IsJarName(std::string_view name) {
  return name.ends_with(".jar") || name.ends_with(".JAR");
}

std::string RealPath(const std::string& path) {
  std::unique_ptr<char, void (*)(void*)> real(realpath(path.c_str(), nullptr), std::free);
  return real != nullptr ? real.get() : path;
}

struct Element {
  std::string path;
  bool from_manifest = false;
};

class Builder {
 public:
  explicit Builder(int release) : release_(release) {}

  void Add(std::string_view path);
  PathParts Take() { return std::move(parts_); }

 private:
  void AddElement(const Element& element, std::vector<Element>& stack);
  void AddWildcard(const std::string& folder, std::vector<Element>& stack);
  std::shared_ptr<const Archive> AddArchive(const std::string& path);
  void AddParts(const std::shared_ptr<const Archive>& archive);
  void AddInner(const std::shared_ptr<const Archive>& outer, const ZipEntry& entry);
  void AddEntry(const std::shared_ptr<const Archive>& archive, std::string_view prefix);
  void Note(std::string_view place, std::string reason) {
    parts_.notes.push_back(Error{.reason = std::move(reason), .place = std::string(place)});
  }
  void NoteAll(const Archive& archive) {
    for (const Error& note : archive.zip.notes()) parts_.notes.push_back(note.In(archive.name));
  }

  int release_;
  PathParts parts_;
  std::unordered_set<std::string> seen_;
  uint64_t inflated_ = 0;
};

void Builder::Add(std::string_view path) {
  std::vector<Element> stack;  // the next one last
  if (!path.empty()) {
    for (size_t begin = 0; begin <= path.size();) {
      size_t end = std::min(path.find(':', begin), path.size());
      stack.push_back({std::string(begin == end ? "." : path.substr(begin, end - begin))});
      begin = end + 1;
    }
  }
  std::reverse(stack.begin(), stack.end());
  while (!stack.empty()) {
    Element element = std::move(stack.back());
    stack.pop_back();
    AddElement(element, stack);
  }
}

void Builder::AddElement(const Element& element, std::vector<Element>& stack) {
  const std::string& path = element.path;
  bool wildcard = path == "*" || path.ends_with("/*");
  if (wildcard && !element.from_manifest) return AddWildcard(path.substr(0, path.size() - 1), stack);
  struct stat info;
  if (stat(path.c_str(), &info) != 0) {
    if (!element.from_manifest) Note(path, "not found; ignored, as java does");
    return;
  }
  if (element.from_manifest && S_ISDIR(info.st_mode) != path.ends_with('/')) return;  // java goes by the '/' alone
  if (!seen_.insert(RealPath(path)).second) return;
  if (S_ISDIR(info.st_mode)) {
    parts_.entries.push_back(std::make_unique<DirectoryEntry>(path));
    return;
  }
  std::shared_ptr<const Archive> archive = AddArchive(path);
  if (archive == nullptr) return;
  const std::vector<std::string>& urls = archive->manifest.class_path;
  for (auto url = urls.rbegin(); url != urls.rend(); ++url) {
    std::string target = ResolveClassPathUrl(path, *url);
    if (!target.empty()) stack.push_back({std::move(target), true});
  }
}

// java takes a folder's jars in whatever order the file system has them; sorted is one of those orders.
void Builder::AddWildcard(const std::string& folder, std::vector<Element>& stack) {
  std::vector<std::string> jars;
  DIR* directory = opendir(folder.empty() ? "." : folder.c_str());
  if (directory == nullptr) return Note(folder + "*", "no such directory; ignored, as java does");
  while (dirent* item = readdir(directory)) {
    if (IsJarName(item->d_name)) jars.push_back(folder + item->d_name);
  }
  closedir(directory);
  if (jars.empty()) Note(folder + "*", "no jars there");
  std::sort(jars.rbegin(), jars.rend());
  for (std::string& jar : jars) stack.push_back({std::move(jar)});
}

std::shared_ptr<const Archive> Builder::AddArchive(const std::string& path) {
  Result<MappedFile> file = MappedFile::Open(path);
  if (!file) {
    parts_.notes.push_back(std::move(file).error());
    return nullptr;
  }
  Result<ZipArchive> zip = ZipArchive::Open(file->bytes());
  if (!zip) {
    parts_.notes.push_back(std::move(zip).error().In(path));
    return nullptr;
  }
  Manifest manifest = ReadManifest(*zip);
  auto archive = std::make_shared<const Archive>(
      Archive{path, *std::move(file), nullptr, {}, *std::move(zip), std::move(manifest)});
  NoteAll(*archive);
  AddParts(archive);
  return archive;
}

void Builder::AddParts(const std::shared_ptr<const Archive>& archive) {
  AddEntry(archive, "");
  std::array<bool, kClassFolders.size()> has = {};
  for (const ZipEntry& entry : archive->zip.entries()) {
    for (size_t i = 0; i < has.size(); ++i) has[i] |= entry.name.starts_with(kClassFolders[i]);
  }
  for (size_t i = 0; i < has.size(); ++i) {
    if (has[i]) AddEntry(archive, kClassFolders[i]);
  }
  for (const ZipEntry& entry : archive->zip.entries()) {
    if (!IsJarName(entry.name) || entry.problem == ZipProblem::kDuplicate) continue;
    for (std::string_view folder : kJarFolders) {
      if (entry.name.starts_with(folder) && entry.name.find('/', folder.size()) == entry.name.npos) {
        AddInner(archive, entry);
      }
    }
  }
}

void Builder::AddInner(const std::shared_ptr<const Archive>& outer, const ZipEntry& entry) {
  std::string name = fmt::format("{}!/{}", outer->name, entry.name);
  if (entry.method != 0 && entry.size > kMaxInflatedJars - inflated_) {
    return Note(name, "left out: the jars inside jars would take too much memory");
  }
  Result<FileBytes> file = outer->zip.Read(entry);
  if (!file) {
    parts_.notes.push_back(std::move(file).error().In(outer->name));
    return;
  }
  if (file->owner != nullptr) inflated_ += entry.size;
  Result<ZipArchive> zip = ZipArchive::Open(file->bytes);
  if (!zip) {
    parts_.notes.push_back(std::move(zip).error().In(name));
    return;
  }
  Manifest manifest = ReadManifest(*zip);
  auto archive = std::make_shared<const Archive>(
      Archive{std::move(name), std::nullopt, outer, *std::move(file), *std::move(zip), std::move(manifest)});
  NoteAll(*archive);
  // No deeper: launchers do not look for jars in the jars of a lib/ folder, and their Class-Path would only name
  // neighbours, which are on the path already.
  AddEntry(archive, "");
}

void Builder::AddEntry(const std::shared_ptr<const Archive>& archive, std::string_view prefix) {
  parts_.entries.push_back(std::make_unique<ArchiveEntry>(archive, prefix, release_));
}

}  // namespace

PathParts BuildPath(std::string_view path, int release) {
  Builder builder(release);
  builder.Add(path);
  return builder.Take();
}

}  // namespace raddle::classpath
