// The ZIP format's numbers (PKWARE APPNOTE §4.3 to §4.5), for reader and writer. Everything is little-endian.
#pragma once

#include <cstdint>
#include <cstring>

#include "classpath/zip.h"

namespace raddle::classpath::zip {

inline constexpr uint32_t kLocalSignature = 0x04034b50;
inline constexpr uint32_t kCentralSignature = 0x02014b50;
inline constexpr uint32_t kEndSignature = 0x06054b50;
inline constexpr uint32_t kEnd64Signature = 0x06064b50;
inline constexpr uint32_t kLocator64Signature = 0x07064b50;

inline constexpr size_t kLocalSize = 30;
inline constexpr size_t kCentralSize = 46;
inline constexpr size_t kEndSize = 22;
inline constexpr size_t kEnd64Size = 56;
inline constexpr size_t kLocator64Size = 20;

inline constexpr uint16_t kEncryptedFlag = 1;
inline constexpr uint16_t kUtf8Flag = 1 << 11;
inline constexpr uint16_t kZip64Extra = 1;
inline constexpr uint16_t kFull2 = 0xffff;  // "see the zip64 record"
inline constexpr uint32_t kFull4 = 0xffffffff;

inline uint16_t U2(Bytes bytes, size_t at) {
  uint16_t value;
  std::memcpy(&value, bytes.data() + at, 2);
  return value;
}
inline uint32_t U4(Bytes bytes, size_t at) {
  uint32_t value;
  std::memcpy(&value, bytes.data() + at, 4);
  return value;
}
inline uint64_t U8(Bytes bytes, size_t at) {
  uint64_t value;
  std::memcpy(&value, bytes.data() + at, 8);
  return value;
}

inline uint16_t Number(ZipMethod method) {
  return static_cast<uint16_t>(method);
}

// A match of 258 bytes takes at least two bits, so no deflated byte stands for more than 1032.
inline uint64_t MaxInflated(uint64_t compressed) {
  constexpr uint64_t kRatio = 1032;
  return compressed > ~uint64_t{0} / kRatio ? ~uint64_t{0} : compressed * kRatio;
}

// Puts the 64-bit values of a zip64 extra field (§4.5.3) in place of the sizes and offset that are saturated.
Result<void> ReadZip64(Bytes extra, uint64_t record_offset, ZipEntry& entry);

}  // namespace raddle::classpath::zip
