// ZipWriter: writes a ZIP, entry after entry, to wherever `sink` takes it.
//
// The same entries in the same order give the same bytes: no clock is read, every entry is dated 1 January 1980 as
// reproducible builds do. zip64 fields appear only where a size, an offset or the count needs them. The central
// directory is kept in memory until Finish(). One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classpath/zip.h"

namespace raddle::classpath {

class ZipWriter {
 public:
  using Sink = std::function<Result<void>(Bytes)>;
  // begin: how many bytes stand before the archive, if its offsets are to count them (a launch script).
  explicit ZipWriter(Sink sink, uint64_t begin = 0);
  // Appends to the vector, which must outlive the writer.
  explicit ZipWriter(std::vector<uint8_t>& out);

  // Names end in '/' for directories. A name longer than 65,535 bytes is an error.
  Result<void> Add(std::string_view name, Bytes data, ZipMethod method = ZipMethod::kDeflated);
  Result<void> Add(std::string_view name, std::string_view text, ZipMethod method = ZipMethod::kDeflated);
  // An entry of another archive as it is, without inflating it.
  Result<void> Copy(const ZipArchive& from, const ZipEntry& entry);
  Result<void> Finish(std::string_view comment = {});

 private:
  struct Header {
    uint16_t method;
    uint32_t crc32;
    uint64_t compressed_size;
    uint64_t size;
  };

  Result<void> Write(std::string_view name, const Header& header, Bytes data);
  Result<void> Put(Bytes bytes);

  Sink sink_;
  uint64_t written_;
  uint64_t count_ = 0;
  std::vector<uint8_t> directory_;
};

}  // namespace raddle::classpath
