// What of the image's format we read ourselves: where a resource lies, and whether it is compressed.
//
// An image is a header of seven 32-bit numbers in the machine's byte order (magic, version, flags, resource count,
// table length, size of the locations, size of the strings), two tables of 32-bit numbers, the locations, the strings,
// and then the resources. A location is a list of attributes, each a byte (kind in the upper five bits, length - 1 in
// the lower three) and a big-endian number; kind 0 ends it.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "classpath/zip.h"

namespace raddle::classpath::jimage {

struct Layout {
  uint64_t locations, strings, resources;  // offsets in the file; the strings end where the resources begin
};

Result<Layout> ReadLayout(Bytes image);

// location, size: as JIMAGE_FindResource gave them; the size is compared with the location's, so that a libjimage whose
// locations are something else is noticed.
Result<FileBytes> ReadResource(Bytes image, const Layout& layout, int64_t location, int64_t size);

}  // namespace raddle::classpath::jimage
