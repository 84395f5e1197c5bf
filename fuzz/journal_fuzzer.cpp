// Journals. The bytes are read as they are; then each of their lines is taken for a record and given the right
// checksum, so that what lies behind that check is reached too.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "check.h"
#include "report/fingerprint.h"
#include "report/journal_reader.h"

using namespace raddle;
using namespace raddle::report;

namespace {

void Check(std::string_view text) {
  JournalContents contents = ParseJournal(text);
  size_t lines = std::count(text.begin(), text.end(), '\n') + 1;
  FUZZ_CHECK(contents.records + contents.damaged + contents.torn <= lines, "more records than lines");
  FUZZ_CHECK(contents.findings.size() + contents.notes.size() + contents.unknown <= contents.records,
             "a record was used twice");
  for (const Finding& finding : contents.findings) {
    FUZZ_CHECK(finding.id == Fingerprint(finding), "an id was believed");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  Check(text);
  std::string journal;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view record = text.substr(0, end);
    journal.append("[\"").append(HexDigits(Hash(record))).append("\",").append(record).append("]\n");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  Check(journal);
  return 0;
}
