#include "classpath/zip_writer.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <memory>

#include "classpath/zip_format.h"

namespace raddle::classpath {
namespace {

using namespace zip;

constexpr uint16_t kDate1980 = 1 << 5 | 1;  // January, the 1st
constexpr uint16_t kVersion = 20;           // directories and deflate
constexpr uint16_t kVersion64 = 45;
constexpr int kLevel = 6;

class Little {
 public:
  explicit Little(std::vector<uint8_t>& out) : out_(out) {}
  void U2(uint64_t value) { Put(value, 2); }
  void U4(uint64_t value) { Put(value, 4); }
  void U8(uint64_t value) { Put(value, 8); }
  void Text(std::string_view text) { out_.insert(out_.end(), text.begin(), text.end()); }

 private:
  void Put(uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out_.push_back(static_cast<uint8_t>(value >> 8 * i));
  }
  std::vector<uint8_t>& out_;
};

uint64_t Saturated4(uint64_t value) {
  return std::min<uint64_t>(value, kFull4);
}

bool IsAscii(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

ZipWriter::ZipWriter(Sink sink, uint64_t begin) : sink_(std::move(sink)), written_(begin) {}

ZipWriter::ZipWriter(std::vector<uint8_t>& out)
    : ZipWriter([&out](Bytes bytes) -> Result<void> {
        out.insert(out.end(), bytes.begin(), bytes.end());
        return {};
      }) {}

Result<void> ZipWriter::Add(std::string_view name, std::string_view text, ZipMethod method) {
  return Add(name, Bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size()), method);
}

Result<void> ZipWriter::Add(std::string_view name, Bytes data, ZipMethod method) {
  Header header = {Number(ZipMethod::kStored), libdeflate_crc32(0, data.data(), data.size()), data.size(), data.size()};
  if (method == ZipMethod::kStored || data.empty()) return Write(name, header, data);
  std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor(
      libdeflate_alloc_compressor(kLevel), libdeflate_free_compressor);
  if (compressor == nullptr) return Error{.reason = "no memory to deflate", .place = std::string(name)};
  std::vector<uint8_t> deflated(libdeflate_deflate_compress_bound(compressor.get(), data.size()));
  deflated.resize(
      libdeflate_deflate_compress(compressor.get(), data.data(), data.size(), deflated.data(), deflated.size()));
  header.method = Number(ZipMethod::kDeflated);
  header.compressed_size = deflated.size();
  return Write(name, header, deflated);
}

Result<void> ZipWriter::Copy(const ZipArchive& from, const ZipEntry& entry) {
  RADDLE_TRY(Bytes raw, from.ReadRaw(entry));
  return Write(entry.name, {entry.method, entry.crc32, entry.compressed_size, entry.size}, raw);
}

Result<void> ZipWriter::Write(std::string_view name, const Header& header, Bytes data) {
  if (name.size() > kFull2) return Error{.reason = "name of a ZIP entry is too long"};
  uint64_t offset = written_;
  bool large = header.size >= kFull4 || header.compressed_size >= kFull4;
  bool far = offset >= kFull4;
  auto common = [&](Little& to, bool zip64, size_t extra_size) {
    to.U2(zip64 ? kVersion64 : kVersion);
    to.U2(IsAscii(name) ? 0 : kUtf8Flag);
    to.U2(header.method);
    to.U2(0);  // midnight
    to.U2(kDate1980);
    to.U4(header.crc32);
    to.U4(large ? kFull4 : header.compressed_size);
    to.U4(large ? kFull4 : header.size);
    to.U2(name.size());
    to.U2(extra_size);
  };

  std::vector<uint8_t> local;
  Little to(local);
  to.U4(kLocalSignature);
  common(to, large, large ? 20 : 0);
  to.Text(name);
  if (large) {
    to.U2(kZip64Extra);
    to.U2(16);
    to.U8(header.size);
    to.U8(header.compressed_size);
  }
  RADDLE_CHECK(Put(local));
  RADDLE_CHECK(Put(data));

  size_t extra = (large ? 16 : 0) + (far ? 8 : 0);
  Little central(directory_);
  central.U4(kCentralSignature);
  central.U2(large || far ? kVersion64 : kVersion);
  common(central, large || far, extra == 0 ? 0 : extra + 4);
  central.U2(0);  // comment
  central.U2(0);  // disk
  central.U2(0);  // internal attributes
  central.U4(0);  // external attributes
  central.U4(Saturated4(offset));
  central.Text(name);
  if (extra != 0) {
    central.U2(kZip64Extra);
    central.U2(extra);
    if (large) central.U8(header.size);
    if (large) central.U8(header.compressed_size);
    if (far) central.U8(offset);
  }
  ++count_;
  return {};
}

Result<void> ZipWriter::Finish(std::string_view comment) {
  if (comment.size() > kFull2) return Error{.reason = "comment of a ZIP is too long"};
  uint64_t offset = written_, size = directory_.size();
  RADDLE_CHECK(Put(directory_));
  std::vector<uint8_t> end;
  Little to(end);
  if (count_ >= kFull2 || size >= kFull4 || offset >= kFull4) {
    uint64_t end64 = written_;
    to.U4(kEnd64Signature);
    to.U8(kEnd64Size - 12);  // without signature and this field
    to.U2(kVersion64);
    to.U2(kVersion64);
    to.U4(0);  // disks
    to.U4(0);
    to.U8(count_);
    to.U8(count_);
    to.U8(size);
    to.U8(offset);
    to.U4(kLocator64Signature);
    to.U4(0);
    to.U8(end64);
    to.U4(1);
  }
  to.U4(kEndSignature);
  to.U4(0);  // disks
  to.U2(std::min<uint64_t>(count_, kFull2));
  to.U2(std::min<uint64_t>(count_, kFull2));
  to.U4(Saturated4(size));
  to.U4(Saturated4(offset));
  to.U2(comment.size());
  to.Text(comment);
  return Put(end);
}

Result<void> ZipWriter::Put(Bytes bytes) {
  written_ += bytes.size();
  return sink_(bytes);
}

}  // namespace raddle::classpath
