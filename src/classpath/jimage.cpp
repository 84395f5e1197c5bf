#include "classpath/jimage.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <unordered_map>

#include "base/mapped_file.h"
#include "classpath/jimage_format.h"
#include "classpath/name_hash.h"

namespace raddle::classpath {
namespace {

bool IsFile(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

bool IsDirectory(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::string_view PackageOf(std::string_view internal_name) {
  size_t slash = internal_name.rfind('/');
  return slash == internal_name.npos ? std::string_view() : internal_name.substr(0, slash);
}

// The exported functions, with the types that jni.h would give them.
struct Library {
  using Image = void*;
  using Visitor = bool (*)(Image, const char* module, const char* version, const char* package, const char* name,
                           const char* extension, void* argument);
  using FindVersioned = int64_t (*)(Image, const char* module, const char* version, const char* name, int64_t* size);
  using FindPreview = int64_t (*)(Image, const char* module, const char* name, bool preview, int64_t* size);

  Image (*open)(const char* path, int32_t* error) = nullptr;
  void (*close)(Image) = nullptr;
  void (*iterate)(Image, Visitor, void* argument) = nullptr;
  FindVersioned find_versioned = nullptr;  // one of the two
  FindPreview find_preview = nullptr;

  int64_t Find(Image image, const char* module, const char* name, int64_t* size) const {
    if (find_versioned != nullptr) return find_versioned(image, module, "9.0", name, size);
    return find_preview(image, module, name, false, size);
  }
};

Result<Library> LoadLibrary(const std::string& home) {
  std::string path = home + "/lib/libjimage.so";
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    // It names libjvm.so as needed, and only a running java has that on its search path.
    std::string first = dlerror();
    for (const char* kind : {"server", "client", "minimal", "zero"}) {
      if (dlopen(fmt::format("{}/lib/{}/libjvm.so", home, kind).c_str(), RTLD_LAZY | RTLD_LOCAL) != nullptr) break;
    }
    handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) return Error{.reason = fmt::format("cannot load libjimage: {}", first), .place = home};
  }
  auto get = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, name));
    return function != nullptr;
  };
  Library library;
  bool has_modules = dlsym(handle, "JIMAGE_PackageToModule") != nullptr;
  bool complete = get("JIMAGE_Open", library.open) && get("JIMAGE_Close", library.close) &&
                  get("JIMAGE_ResourceIterator", library.iterate) &&
                  (has_modules ? get("JIMAGE_FindResource", library.find_versioned)
                               : get("JIMAGE_FindResource", library.find_preview));
  if (!complete) return Error{.reason = "libjimage lacks a function that its kind has always had", .place = path};
  return library;
}

Result<void> CheckHome(const std::string& home) {
  auto fail = [&](std::string reason) { return Error{.reason = std::move(reason), .place = home}; };
  if (!IsDirectory(home)) return fail("no such directory");
  if (IsFile(home + "/lib/modules")) return {};
  if (IsFile(home + "/lib/rt.jar") || IsFile(home + "/jre/lib/rt.jar")) {
    return fail("this is a JDK 8 or older; Raddle needs 17 or newer");
  }
  if (IsDirectory(home + "/modules/java.base")) {
    return fail("this is an exploded JDK build without lib/modules; give the home of its images/jdk instead");
  }
  if (IsFile(home + "/java") || IsFile(home + "/../lib/modules")) {
    return fail("no lib/modules here; give the directory above");
  }
  return fail("not a JDK: it has no lib/modules");
}

int ReadRelease(const std::string& home) {
  Result<MappedFile> file = MappedFile::Open(home + "/release");
  if (!file) return 0;
  std::string_view text = file->text();
  constexpr std::string_view kKey = "JAVA_VERSION=\"";
  for (size_t at = text.find(kKey); at != text.npos; at = text.find(kKey, at + 1)) {
    if (at != 0 && text[at - 1] != '\n') continue;
    std::string_view value = text.substr(at + kKey.size());
    int release = 0;
    std::from_chars(value.data(), value.data() + value.size(), release);
    return release;
  }
  return 0;
}

}  // namespace

struct JdkImage::State {
  std::string home;
  int release = 0;
  MappedFile file;
  jimage::Layout layout;
  Library library;
  Library::Image image;
  std::unordered_map<std::string, std::string, NameHash, std::equal_to<>> modules;  // by package
  std::vector<std::string> classes;
  std::vector<std::string> described;  // modules that have a module-info

  ~State() { library.close(image); }

  void Index();
  int64_t Find(std::string_view internal_name, int64_t* size) const;
  Result<std::optional<FileBytes>> ReadAt(int64_t location, int64_t size, std::string_view what) const;
};

JdkImage::JdkImage(std::unique_ptr<State> state) : state_(std::move(state)) {}
JdkImage::JdkImage(JdkImage&&) noexcept = default;
JdkImage& JdkImage::operator=(JdkImage&&) noexcept = default;
JdkImage::~JdkImage() = default;

const std::string& JdkImage::home() const {
  return state_->home;
}
int JdkImage::release() const {
  return state_->release;
}
const std::vector<std::string>& JdkImage::Classes() const {
  return state_->classes;
}

Result<JdkImage> JdkImage::Open(const std::string& home) {
  RADDLE_CHECK(CheckHome(home));
  std::string path = home + "/lib/modules";
  RADDLE_TRY(MappedFile file, MappedFile::Open(path));
  // Before libjimage sees it, which trusts the header it reads.
  Result<jimage::Layout> layout = jimage::ReadLayout(file.bytes());
  if (!layout) return std::move(layout).error().In(path);
  RADDLE_TRY(Library library, LoadLibrary(home));
  int32_t error = 0;
  Library::Image image = library.open(path.c_str(), &error);
  if (image == nullptr) {
    return Error{
        .reason = error > 0 ? std::strerror(error) : fmt::format("libjimage refuses the image (error {})", error),
        .place = path};
  }
  std::unique_ptr<State> state(
      new State{home, ReadRelease(home), std::move(file), *layout, library, image, {}, {}, {}});
  state->Index();
  return JdkImage(std::move(state));
}

// All classes are listed here rather than on demand: it takes a millisecond or two, and packages are needed at once.
void JdkImage::State::Index() {
  auto visit = [](Library::Image, const char* module, const char*, const char* package, const char* name,
                  const char* extension, void* argument) {
    auto* self = static_cast<State*>(argument);
    if (std::strcmp(extension, "class") != 0) return true;
    if (*package == '\0') {
      if (std::strcmp(name, "module-info") == 0) self->described.emplace_back(module);
      return true;
    }
    self->modules.try_emplace(package, module);
    self->classes.push_back(fmt::format("{}/{}", package, name));
    return true;
  };
  library.iterate(image, visit, this);
  std::sort(classes.begin(), classes.end());
  std::sort(described.begin(), described.end());
}

std::string_view JdkImage::ModuleOf(std::string_view package) const {
  auto found = state_->modules.find(package);
  return found == state_->modules.end() ? std::string_view() : std::string_view(found->second);
}

// libjimage copies "/module/name" into a buffer of 4 KiB on its stack, checked in some releases by an assertion only.
constexpr size_t kMaxName = 3000;

int64_t JdkImage::State::Find(std::string_view internal_name, int64_t* size) const {
  if (internal_name.size() > kMaxName || internal_name.find('\0') != internal_name.npos) return 0;
  auto module = modules.find(PackageOf(internal_name));
  if (module == modules.end()) return 0;
  std::string name(internal_name);
  name += ".class";
  return library.Find(image, module->second.c_str(), name.c_str(), size);
}

bool JdkImage::Contains(std::string_view internal_name) const {
  int64_t size = 0;
  return state_->Find(internal_name, &size) != 0;
}

Result<std::optional<FileBytes>> JdkImage::State::ReadAt(int64_t location, int64_t size, std::string_view what) const {
  if (location == 0) return std::optional<FileBytes>();
  Result<FileBytes> bytes = jimage::ReadResource(file.bytes(), layout, location, size);
  if (!bytes) return std::move(bytes).error().In(what).In(home + "/lib/modules");
  return std::optional<FileBytes>(*std::move(bytes));
}

Result<std::optional<FileBytes>> JdkImage::Read(std::string_view internal_name) const {
  int64_t size = 0;
  int64_t location = state_->Find(internal_name, &size);
  return state_->ReadAt(location, size, internal_name);
}

const std::vector<std::string>& JdkImage::Modules() const {
  return state_->described;
}

Result<std::optional<FileBytes>> JdkImage::ReadModuleInfo(const std::string& module) const {
  int64_t size = 0;
  int64_t location = state_->library.Find(state_->image, module.c_str(), "module-info.class", &size);
  return state_->ReadAt(location, size, module + "/module-info");
}

}  // namespace raddle::classpath
