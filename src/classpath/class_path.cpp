#include "classpath/class_path.h"

#include <unordered_map>
#include <unordered_set>

#include "classpath/class_names.h"
#include "classpath/jimage.h"
#include "classpath/name_hash.h"
#include "classpath/path_entry.h"

namespace raddle::classpath {

struct ClassPath::State {
  struct Place {
    uint32_t entry;
    uint32_t index;
  };

  int release = 0;
  const JdkImage* jdk = nullptr;
  std::vector<std::unique_ptr<PathEntry>> entries;
  std::vector<uint32_t> directories;                               // which of the entries are
  std::unordered_map<std::string_view, Place, NameHash> archived;  // the first archive that has the class
  std::vector<Error> notes;

  void Index(uint32_t entry, const std::vector<ArchiveEntry::Class>& classes) {
    for (const ArchiveEntry::Class& known : classes) archived.try_emplace(known.name, Place{entry, known.index});
  }
};

ClassPath::ClassPath(std::unique_ptr<State> state) : state_(std::move(state)) {}
ClassPath::ClassPath(ClassPath&&) noexcept = default;
ClassPath& ClassPath::operator=(ClassPath&&) noexcept = default;
ClassPath::~ClassPath() = default;

Result<ClassPath> ClassPath::Open(std::string_view path, const ClassPathOptions& options) {
  auto state = std::make_unique<State>();
  state->release = options.release;
  if (!options.jdk_home.empty()) {
    RADDLE_TRY(JdkImage image, JdkImage::Open(options.jdk_home));
    if (state->release == 0) state->release = image.release();
    auto entry = std::make_unique<JdkEntry>(std::move(image));
    state->jdk = &entry->image();
    state->entries.push_back(std::move(entry));
  }
  if (state->release == 0) state->release = ClassPathOptions::kNewestRelease;
  PathParts parts = BuildPath(path, state->release);
  state->notes = std::move(parts.notes);
  for (std::unique_ptr<PathEntry>& entry : parts.entries) {
    auto number = static_cast<uint32_t>(state->entries.size());
    if (entry->kind() == EntryKind::kDirectory) {
      state->directories.push_back(number);
    } else {
      state->Index(number, static_cast<const ArchiveEntry&>(*entry).classes());
    }
    state->entries.push_back(std::move(entry));
  }
  return ClassPath(std::move(state));
}

std::optional<ClassLocation> ClassPath::Locate(std::string_view internal_name) const {
  if (state_->jdk != nullptr && state_->jdk->Contains(internal_name)) return ClassLocation{std::string(internal_name)};
  auto archived = state_->archived.find(ToFileName(internal_name));
  auto before = static_cast<uint32_t>(state_->entries.size());
  if (archived != state_->archived.end()) before = archived->second.entry;
  for (uint32_t entry : state_->directories) {
    if (entry >= before) break;
    if (state_->entries[entry]->Has(internal_name)) return ClassLocation{std::string(internal_name), entry};
  }
  if (archived == state_->archived.end()) return std::nullopt;
  return ClassLocation{std::string(internal_name), archived->second.entry, archived->second.index};
}

Result<FileBytes> ClassPath::Read(const ClassLocation& location) const {
  if (location.entry >= state_->entries.size()) return Error{.reason = "no such class path entry"};
  return state_->entries[location.entry]->Read(location);
}

Result<std::optional<ClassBytes>> ClassPath::Find(std::string_view internal_name) const {
  std::optional<ClassLocation> location = Locate(internal_name);
  if (!location) return std::optional<ClassBytes>();
  RADDLE_TRY(FileBytes file, Read(*location));
  return std::optional<ClassBytes>(ClassBytes{*std::move(location), std::move(file)});
}

std::string ClassPath::Where(const ClassLocation& location) const {
  return location.entry < state_->entries.size() ? state_->entries[location.entry]->Where(location) : location.name;
}

size_t ClassPath::entry_count() const {
  return state_->entries.size();
}
EntryKind ClassPath::KindOf(size_t entry) const {
  return state_->entries[entry]->kind();
}
const std::string& ClassPath::NameOf(size_t entry) const {
  return state_->entries[entry]->name();
}
int ClassPath::release() const {
  return state_->release;
}
const JdkImage* ClassPath::jdk() const {
  return state_->jdk;
}
const std::vector<Error>& ClassPath::notes() const {
  return state_->notes;
}

const std::vector<ClassLocation>& ClassPath::ClassesOf(size_t entry) const {
  return state_->entries[entry]->Classes(static_cast<uint32_t>(entry));
}

std::vector<ClassLocation> ClassPath::Classes(bool with_jdk) const {
  std::vector<ClassLocation> classes;
  std::unordered_set<std::string_view, NameHash> seen;  // views into the entries' own lists
  for (size_t entry = 0; entry < entry_count(); ++entry) {
    bool is_jdk = KindOf(entry) == EntryKind::kJdk;
    for (const ClassLocation& location : ClassesOf(entry)) {
      // The JDK hides classes of the path even where its own are not wanted.
      if (seen.insert(location.name).second && (with_jdk || !is_jdk)) classes.push_back(location);
    }
  }
  return classes;
}

}  // namespace raddle::classpath
