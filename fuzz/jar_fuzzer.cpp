// Jars: the zip reader, the manifest, and a class path of one archive.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "check.h"
#include "classpath/class_path.h"
#include "classpath/manifest.h"
#include "classpath/zip.h"

namespace {

using namespace raddle;
using namespace raddle::classpath;

constexpr ZipLimits kLimits = {.max_entry_size = 1 << 20};

void CheckArchive(Bytes bytes, int depth) {
  Result<ZipArchive> archive = ZipArchive::Open(bytes, kLimits);
  if (!archive) {
    FUZZ_CHECK(!archive.error().reason.empty(), "a refusal without a reason");
    return;
  }
  ReadManifest(*archive);
  uint64_t total = 0;
  for (const ZipEntry& entry : archive->entries()) {
    Result<FileBytes> file = archive->Read(entry);
    if (entry.problem != ZipProblem::kNone) FUZZ_CHECK(!file.ok(), "an entry with a problem was read");
    if (!file) continue;
    FUZZ_CHECK(file->bytes.size() == entry.size, "an entry of another size than it says");
    FUZZ_CHECK(entry.size <= kLimits.max_entry_size, "an entry above the limit");
    FUZZ_CHECK(archive->Find(entry.name) == &entry, "an entry that cannot be found by its name");
    FUZZ_CHECK(entry.name.find("..") != 0, "a name that leads outside");
    FUZZ_CHECK(archive->ReadRaw(entry).ok(), "an entry that can be read but not copied");
    ChecksumMatches(entry, file->bytes);
    total += entry.size;
    if (depth > 0 && entry.name.ends_with(".jar")) CheckArchive(file->bytes, depth - 1);
  }
  // Deflate's best is 1032 to 1, and entries may not overlap.
  FUZZ_CHECK(total <= 1032 * uint64_t{bytes.size()}, "more out of an archive than it can hold");
}

// The class path maps files, so the input becomes one that lives in memory only.
class MemoryFile {
 public:
  explicit MemoryFile(Bytes bytes) : descriptor_(memfd_create("input", MFD_CLOEXEC)) {
    FUZZ_CHECK(descriptor_ >= 0, "memfd_create failed");
    FUZZ_CHECK(write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()), "write failed");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(descriptor_); }

  std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

 private:
  int descriptor_;
};

void CheckClassPath(Bytes bytes) {
  MemoryFile file(bytes);
  Result<ClassPath> path = ClassPath::Open(file.path());
  if (!path) return;
  for (size_t entry = 0; entry < path->entry_count(); ++entry) {
    // A Class-Path attribute can lead to real folders, which are none of the fuzzer's business.
    if (path->KindOf(entry) != EntryKind::kArchive) continue;
    for (const ClassLocation& location : path->ClassesOf(entry)) {
      FUZZ_CHECK(!path->Where(location).empty(), "a class that is nowhere");
      FUZZ_CHECK(path->Locate(location.name).has_value(), "a class that is listed but not found");
      if (Result<FileBytes> read = path->Read(location); !read) {
        FUZZ_CHECK(!read.error().reason.empty(), "a refusal without a reason");
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  ParseManifest({reinterpret_cast<const char*>(data), size});
  CheckArchive(bytes, /*depth=*/1);
  CheckClassPath(bytes);
  return 0;
}
