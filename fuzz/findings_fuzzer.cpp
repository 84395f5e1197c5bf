// Findings files: any bytes are read or refused, and what was read can be written, merged, printed and read again.
#include <cstdint>
#include <string_view>

#include "check.h"
#include "report/json.h"
#include "report/merge.h"
#include "report/text.h"

using namespace raddle;
using namespace raddle::report;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  Result<FindingsFile> file = ParseFindings(text);
  if (!file) {
    FUZZ_CHECK(!file.error().reason.empty(), "a refusal without a reason");
    FUZZ_CHECK(file.error().offset == Error::kNoOffset || file.error().offset <= size, "an error behind the end");
    return 0;
  }
  Result<FindingsFile> again = ParseFindings(WriteJson(*file));
  FUZZ_CHECK(again.ok(), "what was written cannot be read");
  FUZZ_CHECK(*again == *file, "what was written reads differently");

  FindingsFile merged = MergeFiles({*file});
  FUZZ_CHECK(MergeFiles({merged}) == merged, "merging one merged file changes it");
  FUZZ_CHECK(MergeFiles({merged, *file}).findings == MergeFiles({*file, merged}).findings, "the order matters");
  for (char c : WriteText(merged, Style::Plain())) {
    FUZZ_CHECK(static_cast<uint8_t>(c) >= 0x20 || c == '\n', "a control character for the terminal");
  }
  RemoveKnown(merged, *file);
  FUZZ_CHECK(merged.findings.empty(), "a file has findings that are not in itself");
  return 0;
}
