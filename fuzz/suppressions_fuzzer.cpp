// Suppression files: an error has its place; entries have a reason, and can be matched with anything.
#include <cstdint>
#include <string_view>
#include <vector>

#include "check.h"
#include "report/suppressions.h"

using namespace raddle;
using namespace raddle::report;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  Result<std::vector<Suppression>> parsed = ParseSuppressions(text);
  if (!parsed) {
    FUZZ_CHECK(!parsed.error().reason.empty(), "a refusal without a reason");
    FUZZ_CHECK(parsed.error().place.starts_with("line "), "an error without its line");
    return 0;
  }
  Finding finding;
  finding.variable = "com.acme.Account.balance";
  finding.accesses.resize(2);
  finding.accesses[0].class_name = finding.accesses[1].class_name = "com.acme.Bank";
  finding.accesses[0].method = finding.accesses[1].method = "transfer";
  Complete(finding);
  uint32_t line = 0;
  bool matched = false;
  for (const Suppression& suppression : *parsed) {
    FUZZ_CHECK(!suppression.reason.empty(), "an entry without a reason");
    FUZZ_CHECK(suppression.line > line, "entries out of order");
    line = suppression.line;
    matched |= suppression.Matches(finding);
  }
  FindingsFile file;
  file.findings = {finding};
  Suppress(file, *parsed);
  FUZZ_CHECK(file.findings.empty() == matched && file.summary.suppressed == matched, "hidden without a match");
  return 0;
}
