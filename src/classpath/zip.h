// ZipArchive: reads a ZIP from bytes that somebody else keeps: a mapped file, or a jar found inside another jar.
//
// Open() reads the central directory once, into a table of entries and a hash table of names; nothing is inflated
// before Read(). The archive keeps views into the bytes, which must outlive it. After Open() everything is const and
// may be called from any number of threads.
//
// The bytes are not trusted. What makes the whole archive unreadable is an Error from Open(); what spoils one entry is
// that entry's `problem`, an Error from Read() and a line in notes(), and the rest of the archive stays usable. Nothing
// is allocated on a header's word alone: an entry's size must be one that deflate can make of its compressed bytes, and
// not above the limit. Entries may not overlap, so all of them together cannot exceed 1032 times the archive.
//
// Where ZIPs can be read in two ways, this follows java.util.zip.ZipFile, since what matters is what the JVM would
// load:
//   - of entries with one name the last in the central directory counts (checked against JDK 17 and 25);
//   - the directory's size, not its entry count, says where it ends;
//   - offsets count from where the archive must begin given where its directory ends, so a launch script in front does
//     no harm;
//   - checksums are not checked on reading: ChecksumMatches() is there for who wants to know.
// Stricter than ZipFile: an entry whose local header has another name or method than the directory says is an Error.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace raddle::classpath {

using Bytes = std::span<const uint8_t>;

// Bytes, and the buffer they lie in where that is not somebody else's.
struct FileBytes {
  Bytes bytes;
  std::unique_ptr<uint8_t[]> owner;
};

enum class ZipMethod : uint16_t { kStored = 0, kDeflated = 8 };

enum class ZipProblem : uint8_t {
  kNone,
  kBadName,    // absolute, with a ".." part, empty, or with a NUL; not found by name either
  kDuplicate,  // a later entry has the same name
  kEncrypted,
  kUnknownMethod,
  kTooLarge,        // above the limit on one entry
  kImpossibleSize,  // not a size that deflate can make of so many bytes; or stored, and the two sizes differ
  kOutside,         // does not lie in the part of the archive where entries lie
  kOverlap,         // with another entry
};

std::string_view Describe(ZipProblem problem);

struct ZipEntry {
  std::string_view name;
  uint64_t local_offset = 0;  // in the archive's bytes
  uint64_t compressed_size = 0;
  uint64_t size = 0;
  uint64_t limit = 0;          // where the next entry or the directory begins: its data ends before
  uint64_t record_offset = 0;  // of the central directory's record, for messages
  uint32_t crc32 = 0;
  uint16_t method = 0;
  ZipProblem problem = ZipProblem::kNone;

  bool IsDirectory() const { return name.ends_with('/'); }
};

struct ZipLimits {
  uint64_t max_entry_size = uint64_t{256} << 20;
};

class ZipArchive {
 public:
  static Result<ZipArchive> Open(Bytes bytes, ZipLimits limits = {});

  std::span<const ZipEntry> entries() const { return entries_; }
  // The entry that ZipFile.getEntry would return for exactly this name; nullptr where there is none.
  const ZipEntry* Find(std::string_view name) const;
  // The entry's bytes; a stored entry is not copied.
  Result<FileBytes> Read(const ZipEntry& entry) const;
  // The bytes as they stand in the archive, for copying an entry without inflating it.
  Result<Bytes> ReadRaw(const ZipEntry& entry) const;

  // What was wrong but did not stop Open(): the first kMaxNotes, then one line that says how many more.
  const std::vector<Error>& notes() const { return notes_; }
  static constexpr size_t kMaxNotes = 50;

 private:
  struct Directory {
    uint64_t begin, end;  // of the central directory
    uint64_t base;        // of the archive: prepended bytes end here
    uint64_t count;
  };

  explicit ZipArchive(Bytes bytes) : bytes_(bytes) {}
  static Result<Directory> FindDirectory(Bytes bytes);
  Result<void> ReadDirectory(const Directory& directory, const ZipLimits& limits);
  Result<uint64_t> ReadRecord(const Directory& directory, uint64_t at, const ZipLimits& limits);
  void IndexNames();
  void MarkOverlaps();
  void NoteProblems();

  Bytes bytes_;
  uint64_t directory_begin_ = 0;
  std::vector<ZipEntry> entries_;
  std::vector<uint32_t> slots_;  // open addressing, a power of two; kEmpty or an index into entries_
  std::vector<Error> notes_;
};

// Whether the bytes of the entry have the checksum that the archive says.
bool ChecksumMatches(const ZipEntry& entry, Bytes bytes);

}  // namespace raddle::classpath
