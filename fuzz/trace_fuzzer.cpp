// Traces: as a file, and as the contents of a block that is in order, since hardly any mutation survives a checksum. An
// error has an offset within the file; whatever was read does the detectors no harm.
#include <cstdint>
#include <string>
#include <string_view>

#include "check.h"
#include "trace/format.h"
#include "trace/replay.h"

using namespace raddle;

namespace {

void Try(std::string_view bytes) {
  detect::EngineOptions all{.eraser = true, .deadlock = true, .views = true};
  Result<trace::Replayed> replayed = trace::Replay(bytes, all);
  if (replayed) return;
  FUZZ_CHECK(!replayed.error().reason.empty(), "a refusal without a reason");
  FUZZ_CHECK(replayed.error().offset <= bytes.size(), "an error beyond the end");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view given(reinterpret_cast<const char*>(data), size);
  Try(given);
  std::string whole(trace::kMagic);
  for (const uint32_t number : {static_cast<uint32_t>(size), trace::Checksum(given)}) {
    for (int i = 0; i < 4; ++i) whole.push_back(static_cast<char>(number >> 8 * i));
  }
  Try(whole.append(given));
  return 0;
}
