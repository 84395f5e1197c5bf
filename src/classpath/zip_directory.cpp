// Finds a ZIP's central directory from its end, with and without zip64.
#include <algorithm>

#include "classpath/zip.h"
#include "classpath/zip_format.h"

namespace raddle::classpath {
namespace {

using namespace zip;

constexpr size_t kMaxComment = 0xffff;

struct End {
  uint64_t at;  // of the record that follows the directory: the zip64 one where there is one
  uint64_t count;
  uint64_t size;
  uint64_t offset;
};

Error At(uint64_t offset, std::string reason) {
  return Error{.reason = std::move(reason), .offset = offset};
}

bool HasSignature(Bytes bytes, uint64_t at, uint32_t signature) {
  return at <= bytes.size() && bytes.size() - at >= 4 && U4(bytes, at) == signature;
}

// Bytes after the comment contradict the comment's length. Such a file is taken all the same if directory and first
// entry are where the record says, as ZipFile does; a signature that is only part of a comment fails that.
bool LeadsToDirectory(Bytes bytes, uint64_t end_at) {
  uint64_t size = U4(bytes, end_at + 12), offset = U4(bytes, end_at + 16);
  if (size > end_at || offset > end_at - size) return false;
  uint64_t directory = end_at - size;
  return (size == 0 || HasSignature(bytes, directory, kCentralSignature)) &&
         (size == 0 || HasSignature(bytes, directory - offset, kLocalSignature));
}

Result<uint64_t> FindEndRecord(Bytes bytes) {
  if (bytes.size() < kEndSize) return At(0, "too short for a ZIP");
  uint64_t last = bytes.size() - kEndSize;
  uint64_t first = last > kMaxComment ? last - kMaxComment : 0;
  for (uint64_t at = last;; --at) {
    if (U4(bytes, at) == kEndSignature) {
      uint64_t comment_end = at + kEndSize + U2(bytes, at + 20);
      if (comment_end == bytes.size() || LeadsToDirectory(bytes, at)) return at;
    }
    if (at == first) return At(last, "no end-of-central-directory record: not a ZIP, or cut short");
  }
}

// §4.3.14, §4.3.15. The locator's offset does not know of bytes put in front of the archive, so the place right before
// the locator is tried too.
Result<End> ReadEnd64(Bytes bytes, uint64_t locator_at, End end) {
  uint64_t at = U8(bytes, locator_at + 8);
  if (at > locator_at || !HasSignature(bytes, at, kEnd64Signature)) {
    if (locator_at < kEnd64Size) return At(locator_at, "zip64 locator leads nowhere");
    at = locator_at - kEnd64Size;
  }
  if (!HasSignature(bytes, at, kEnd64Signature) || locator_at - at < kEnd64Size) {
    return At(locator_at, "zip64 locator leads nowhere");
  }
  end.at = at;
  if (end.count == kFull2) end.count = U8(bytes, at + 32);
  if (end.size == kFull4) end.size = U8(bytes, at + 40);
  if (end.offset == kFull4) end.offset = U8(bytes, at + 48);
  return end;
}

}  // namespace

Result<ZipArchive::Directory> ZipArchive::FindDirectory(Bytes bytes) {
  RADDLE_TRY(uint64_t end_at, FindEndRecord(bytes));
  if (U2(bytes, end_at + 4) != 0 || U2(bytes, end_at + 6) != 0) {
    bool zip64 = U2(bytes, end_at + 4) == kFull2 && U2(bytes, end_at + 6) == kFull2;
    if (!zip64) return At(end_at + 4, "archive is one part of several");
  }
  End end = {end_at, U2(bytes, end_at + 10), U4(bytes, end_at + 12), U4(bytes, end_at + 16)};
  bool saturated = end.count == kFull2 || end.size == kFull4 || end.offset == kFull4;
  if (saturated && end_at >= kLocator64Size && HasSignature(bytes, end_at - kLocator64Size, kLocator64Signature)) {
    RADDLE_TRY(end, ReadEnd64(bytes, end_at - kLocator64Size, end));
  }
  if (end.size > end.at) return At(end_at + 12, "central directory is larger than what comes before its end");
  uint64_t begin = end.at - end.size;
  if (end.offset > begin) return At(end_at + 16, "central directory begins after its end");
  return Directory{.begin = begin, .end = end.at, .base = begin - end.offset, .count = end.count};
}

Result<void> zip::ReadZip64(Bytes extra, uint64_t record_offset, ZipEntry& entry) {
  bool wanted = entry.size == kFull4 || entry.compressed_size == kFull4 || entry.local_offset == kFull4;
  for (size_t at = 0; wanted && extra.size() - at >= 4;) {
    size_t id = U2(extra, at), size = U2(extra, at + 2);
    at += 4;
    if (size > extra.size() - at) break;  // other extra fields are not ours to judge
    if (id == kZip64Extra) {
      Bytes field = extra.subspan(at, size);
      for (uint64_t* value : {&entry.size, &entry.compressed_size, &entry.local_offset}) {
        if (*value != kFull4) continue;
        if (field.size() < 8) return At(record_offset, "zip64 extra field is too short");
        *value = U8(field, 0);
        field = field.subspan(8);
      }
      return {};
    }
    at += size;
  }
  return {};
}

}  // namespace raddle::classpath
