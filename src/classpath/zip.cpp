#include "classpath/zip.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <bit>
#include <new>

#include "classpath/name_hash.h"
#include "classpath/zip_format.h"

namespace raddle::classpath {
namespace {

using namespace zip;

constexpr uint32_t kEmpty = ~uint32_t{0};

Error At(uint64_t offset, std::string reason) {
  return Error{.reason = std::move(reason), .offset = offset};
}

bool IsBadName(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.find('\0') != name.npos) return true;
  for (size_t begin = 0; begin <= name.size();) {
    size_t end = std::min(name.find_first_of("/\\", begin), name.size());
    if (name.substr(begin, end - begin) == "..") return true;
    begin = end + 1;
  }
  return false;
}

struct Inflater {
  libdeflate_decompressor* get = libdeflate_alloc_decompressor();
  ~Inflater() { libdeflate_free_decompressor(get); }
};

// Entries print as they are only where they are plain text: a terminal is no place for a hostile jar's bytes.
std::string Shown(std::string_view name) {
  std::string shown;
  for (char c : name.substr(0, 200))
    shown += c >= 0x20 && c != 0x7f ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return shown;
}

}  // namespace

std::string_view Describe(ZipProblem problem) {
  switch (problem) {
    case ZipProblem::kNone:
      return "no problem";
    case ZipProblem::kBadName:
      return "name is absolute, empty, or has a '..' part or a NUL";
    case ZipProblem::kDuplicate:
      return "a later entry has the same name, and hides this one";
    case ZipProblem::kEncrypted:
      return "entry is encrypted";
    case ZipProblem::kUnknownMethod:
      return "compression method is neither stored nor deflated";
    case ZipProblem::kTooLarge:
      return "entry is larger than the limit";
    case ZipProblem::kImpossibleSize:
      return "sizes contradict each other";
    case ZipProblem::kOutside:
      return "entry lies outside the archive";
    case ZipProblem::kOverlap:
      return "entry overlaps another";
  }
  return "";
}

Result<ZipArchive> ZipArchive::Open(Bytes bytes, ZipLimits limits) {
  RADDLE_TRY(Directory directory, FindDirectory(bytes));
  ZipArchive archive(bytes);
  RADDLE_CHECK(archive.ReadDirectory(directory, limits));
  archive.IndexNames();
  archive.MarkOverlaps();
  archive.NoteProblems();
  return archive;
}

Result<void> ZipArchive::ReadDirectory(const Directory& directory, const ZipLimits& limits) {
  directory_begin_ = directory.begin;
  entries_.reserve(std::min<uint64_t>(directory.count, (directory.end - directory.begin) / kCentralSize));
  for (uint64_t at = directory.begin; at < directory.end;) {
    RADDLE_TRY(at, ReadRecord(directory, at, limits));
    if (entries_.size() == kEmpty) return At(at, "more entries than can be counted");
  }
  if (entries_.size() != directory.count) {
    notes_.push_back(At(directory.end, fmt::format("archive says it has {} entries, its directory has {}",
                                                   directory.count, entries_.size())));
  }
  return {};
}

Result<uint64_t> ZipArchive::ReadRecord(const Directory& directory, uint64_t at, const ZipLimits& limits) {
  Bytes left = bytes_.subspan(at, directory.end - at);
  if (left.size() < kCentralSize) return At(at, "central directory ends within a record");
  if (U4(left, 0) != kCentralSignature) return At(at, "no central directory record where one should be");
  uint16_t flags = U2(left, 8);
  size_t name_size = U2(left, 28), extra_size = U2(left, 30), comment_size = U2(left, 32);
  size_t record_size = kCentralSize + name_size + extra_size + comment_size;
  if (record_size > left.size()) return At(at, "central directory ends within a record");

  ZipEntry entry;
  entry.name = {reinterpret_cast<const char*>(left.data()) + kCentralSize, name_size};
  entry.record_offset = at;
  entry.method = U2(left, 10);
  entry.crc32 = U4(left, 16);
  entry.compressed_size = U4(left, 20);
  entry.size = U4(left, 24);
  entry.local_offset = U4(left, 42);
  RADDLE_CHECK(ReadZip64(left.subspan(kCentralSize + name_size, extra_size), at, entry));

  uint64_t room = directory.begin - directory.base;  // between the archive's begin and its directory
  uint64_t header = kLocalSize + name_size;
  if (IsBadName(entry.name)) {
    entry.problem = ZipProblem::kBadName;
  } else if (entry.local_offset > room || header > room - entry.local_offset ||
             entry.compressed_size > room - entry.local_offset - header) {
    entry.problem = ZipProblem::kOutside;
  } else if ((flags & kEncryptedFlag) != 0) {
    entry.problem = ZipProblem::kEncrypted;
  } else if (entry.size > limits.max_entry_size) {
    entry.problem = ZipProblem::kTooLarge;
  } else if (entry.method == Number(ZipMethod::kDeflated)) {
    if (entry.size > MaxInflated(entry.compressed_size)) entry.problem = ZipProblem::kImpossibleSize;
  } else if (entry.method == Number(ZipMethod::kStored)) {
    if (entry.size != entry.compressed_size) entry.problem = ZipProblem::kImpossibleSize;
  } else {
    entry.problem = ZipProblem::kUnknownMethod;
  }
  if (entry.problem != ZipProblem::kOutside) entry.local_offset += directory.base;
  entry.limit = directory.begin;
  entries_.push_back(entry);
  return at + record_size;
}

void ZipArchive::IndexNames() {
  slots_.assign(std::bit_ceil(entries_.size() * 2 + 1), kEmpty);
  size_t mask = slots_.size() - 1;
  for (uint32_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].problem == ZipProblem::kBadName) continue;
    size_t slot = HashName(entries_[i].name) & mask;
    while (slots_[slot] != kEmpty && entries_[slots_[slot]].name != entries_[i].name) slot = (slot + 1) & mask;
    if (slots_[slot] != kEmpty) entries_[slots_[slot]].problem = ZipProblem::kDuplicate;
    slots_[slot] = i;
  }
}

void ZipArchive::MarkOverlaps() {
  std::vector<ZipEntry*> order;
  order.reserve(entries_.size());
  for (ZipEntry& entry : entries_) {
    if (entry.problem == ZipProblem::kNone) order.push_back(&entry);  // the others are never read
  }
  auto by_offset = [](const ZipEntry* a, const ZipEntry* b) { return a->local_offset < b->local_offset; };
  if (!std::is_sorted(order.begin(), order.end(), by_offset)) std::sort(order.begin(), order.end(), by_offset);
  ZipEntry* furthest = nullptr;  // of the entries before, the one that ends last
  uint64_t furthest_end = 0;
  for (ZipEntry* entry : order) {
    if (furthest != nullptr) {
      furthest->limit = std::min(furthest->limit, entry->local_offset);
      if (furthest_end > entry->local_offset) furthest->problem = entry->problem = ZipProblem::kOverlap;
    }
    uint64_t end = entry->local_offset + kLocalSize + entry->name.size() + entry->compressed_size;
    if (end >= furthest_end) {
      furthest = entry;
      furthest_end = end;
    }
  }
}

void ZipArchive::NoteProblems() {
  size_t more = 0;
  for (const ZipEntry& entry : entries_) {
    if (entry.problem == ZipProblem::kNone) continue;
    if (notes_.size() < kMaxNotes) {
      notes_.push_back(At(entry.record_offset, std::string(Describe(entry.problem))).In(Shown(entry.name)));
    } else {
      ++more;
    }
  }
  if (more != 0) notes_.push_back(Error{.reason = fmt::format("{} more entries with problems", more)});
}

const ZipEntry* ZipArchive::Find(std::string_view name) const {
  size_t mask = slots_.size() - 1;
  for (size_t slot = HashName(name) & mask; slots_[slot] != kEmpty; slot = (slot + 1) & mask) {
    const ZipEntry& entry = entries_[slots_[slot]];
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

Result<Bytes> ZipArchive::ReadRaw(const ZipEntry& entry) const {
  auto fail = [&](uint64_t offset, std::string reason) { return At(offset, std::move(reason)).In(Shown(entry.name)); };
  if (entry.problem != ZipProblem::kNone) return fail(entry.record_offset, std::string(Describe(entry.problem)));
  Bytes local = bytes_.subspan(entry.local_offset, entry.limit - entry.local_offset);
  if (local.size() < kLocalSize || U4(local, 0) != kLocalSignature) {
    return fail(entry.local_offset, "no local header where the directory says");
  }
  size_t name_size = U2(local, 26), extra_size = U2(local, 28);
  uint64_t header = kLocalSize + name_size + extra_size;
  if (header > local.size() || entry.compressed_size > local.size() - header) {
    return fail(entry.local_offset, "entry runs into what comes after it");
  }
  std::string_view name(reinterpret_cast<const char*>(local.data()) + kLocalSize, name_size);
  if (name != entry.name) return fail(entry.local_offset, "local header has another name than the directory");
  if (U2(local, 8) != entry.method)
    return fail(entry.local_offset, "local header has another method than the directory");
  return local.subspan(header, entry.compressed_size);
}

Result<FileBytes> ZipArchive::Read(const ZipEntry& entry) const {
  RADDLE_TRY(Bytes raw, ReadRaw(entry));
  if (entry.method == Number(ZipMethod::kStored)) return FileBytes{raw, nullptr};
  auto fail = [&](std::string reason) {
    return At(static_cast<uint64_t>(raw.data() - bytes_.data()), std::move(reason)).In(Shown(entry.name));
  };
  thread_local Inflater inflater;  // its tables are 10 KiB: too much to make for every class
  std::unique_ptr<uint8_t[]> buffer(new (std::nothrow) uint8_t[entry.size]);
  if (inflater.get == nullptr || buffer == nullptr) return fail("no memory to inflate the entry");
  size_t read = 0, written = 0;
  libdeflate_result result =
      libdeflate_deflate_decompress_ex(inflater.get, raw.data(), raw.size(), buffer.get(), entry.size, &read, &written);
  if (result == LIBDEFLATE_INSUFFICIENT_SPACE) return fail("inflates to more than the directory says");
  if (result != LIBDEFLATE_SUCCESS) return fail("deflated data is damaged");
  if (written != entry.size) return fail("inflates to less than the directory says");
  Bytes bytes(buffer.get(), entry.size);
  return FileBytes{bytes, std::move(buffer)};
}

bool ChecksumMatches(const ZipEntry& entry, Bytes bytes) {
  return libdeflate_crc32(0, bytes.data(), bytes.size()) == entry.crc32;
}

}  // namespace raddle::classpath
