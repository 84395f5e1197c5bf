#include "classpath/jimage_format.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <array>
#include <cstring>
#include <new>

#include "classpath/zip_format.h"

namespace raddle::classpath::jimage {
namespace {

constexpr uint32_t kMagic = 0xCAFEDADA;
constexpr uint32_t kCompressedMagic = 0xCAFEFAFA;
constexpr size_t kHeaderSize = 28;
constexpr uint32_t kMajor = 1;
constexpr int kMaxLayers = 4;  // jlink has two compressors
constexpr uint64_t kMaxResource = uint64_t{256} << 20;

enum Kind { kEnd, kModule, kParent, kBase, kExtension, kOffset, kCompressed, kUncompressed, kKinds };
using Location = std::array<uint64_t, kKinds>;

Error At(uint64_t offset, std::string reason) {
  return Error{.reason = std::move(reason), .offset = offset};
}

Result<Location> ReadLocation(Bytes image, const Layout& layout, int64_t location) {
  if (location < 0 || static_cast<uint64_t>(location) >= layout.strings - layout.locations) {
    return At(layout.locations, "location outside the table of locations");
  }
  Location values = {};
  for (uint64_t at = layout.locations + location; at < layout.strings;) {
    int kind = image[at] >> 3, length = (image[at] & 7) + 1;
    if (kind == kEnd) return values;
    if (kind >= kKinds || static_cast<uint64_t>(length) >= layout.strings - at) break;
    uint64_t value = 0;
    for (int i = 1; i <= length; ++i) value = value << 8 | image[at + i];
    values[kind] = value;
    at += 1 + length;
  }
  return At(layout.locations + location, "damaged location");
}

// A compressed resource begins with: magic, compressed size, size, name of the compressor (an offset into the strings),
// its configuration, a byte. Native byte order, no padding.
struct Layer {
  static constexpr size_t kSize = 29;
  uint64_t compressed, size;
  std::string_view compressor;
};

Result<Layer> ReadLayer(Bytes image, const Layout& layout, Bytes data, uint64_t at) {
  if (data.size() < Layer::kSize || zip::U4(data, 0) != kCompressedMagic) return At(at, "damaged compressed resource");
  Layer layer = {zip::U8(data, 4), zip::U8(data, 12), {}};
  uint64_t name = zip::U4(data, 20), strings = layout.resources - layout.strings;
  if (name >= strings || layer.compressed > data.size() - Layer::kSize) return At(at, "damaged compressed resource");
  const char* text = reinterpret_cast<const char*>(image.data()) + layout.strings + name;
  layer.compressor = {text, strnlen(text, strings - name)};
  return layer;
}

Result<FileBytes> Inflate(Bytes data, uint64_t size, uint64_t at) {
  if (size > kMaxResource || size > zip::MaxInflated(data.size())) return At(at, "sizes contradict each other");
  std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> inflater(libdeflate_alloc_decompressor(),
                                                                                        libdeflate_free_decompressor);
  std::unique_ptr<uint8_t[]> buffer(new (std::nothrow) uint8_t[size]);
  if (inflater == nullptr || buffer == nullptr) return At(at, "no memory to inflate the resource");
  size_t written = 0;
  if (libdeflate_zlib_decompress(inflater.get(), data.data(), data.size(), buffer.get(), size, &written) !=
          LIBDEFLATE_SUCCESS ||
      written != size) {
    return At(at, "compressed resource is damaged");
  }
  return FileBytes{Bytes(buffer.get(), size), std::move(buffer)};
}

}  // namespace

Result<Layout> ReadLayout(Bytes image) {
  if (image.size() < kHeaderSize) return At(0, "too short for a JDK image");
  if (zip::U4(image, 0) != kMagic) return At(0, "not a JDK image");
  if (zip::U4(image, 4) >> 16 != kMajor) return At(4, "JDK image of an unknown version");
  uint64_t tables = uint64_t{zip::U4(image, 16)} * 8;
  Layout layout;
  layout.locations = kHeaderSize + tables;
  layout.strings = layout.locations + zip::U4(image, 20);
  layout.resources = layout.strings + zip::U4(image, 24);
  if (layout.resources > image.size()) return At(16, "JDK image is cut short");
  return layout;
}

Result<FileBytes> ReadResource(Bytes image, const Layout& layout, int64_t location, int64_t size) {
  RADDLE_TRY(Location values, ReadLocation(image, layout, location));
  if (values[kUncompressed] != static_cast<uint64_t>(size)) {
    return At(layout.locations + location, "the JDK's libjimage and this reader disagree about the image");
  }
  uint64_t stored = values[kCompressed] != 0 ? values[kCompressed] : values[kUncompressed];
  uint64_t room = image.size() - layout.resources;
  if (values[kOffset] > room || stored > room - values[kOffset]) {
    return At(layout.locations + location, "resource outside the image");
  }
  uint64_t at = layout.resources + values[kOffset];
  FileBytes data = {image.subspan(at, stored), nullptr};
  if (values[kCompressed] == 0) return data;
  for (int layers = 0; data.bytes.size() >= 4 && zip::U4(data.bytes, 0) == kCompressedMagic; ++layers) {
    if (layers == kMaxLayers) return At(at, "compressed too often");
    RADDLE_TRY(Layer layer, ReadLayer(image, layout, data.bytes, at));
    if (layer.compressor != "zip") {
      return At(at, fmt::format("resource is compressed with jlink's '{}' plug-in, which is not supported; use a JDK "
                                "whose lib/modules is not compressed",
                                layer.compressor));
    }
    RADDLE_TRY(data, Inflate(data.bytes.subspan(Layer::kSize, layer.compressed), layer.size, at));
  }
  if (data.bytes.size() != values[kUncompressed]) return At(at, "resource inflates to another size than it should");
  return data;
}

}  // namespace raddle::classpath::jimage
