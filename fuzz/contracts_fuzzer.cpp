// Contracts: an error has its line; what was read comes back from its printed form, and can be matched with any method.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "check.h"
#include "contracts/contract.h"

using namespace raddle;
using namespace raddle::contracts;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  Result<Contracts> parsed = Parse(text, "f");
  if (!parsed) {
    FUZZ_CHECK(!parsed.error().reason.empty(), "a refusal without a reason");
    FUZZ_CHECK(parsed.error().place.starts_with("f: line "), "an error without a place");
    return 0;
  }
  const auto lines = static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n') + 1);
  for (const ClassContract& each : *parsed) {
    FUZZ_CHECK(each.line >= 1 && each.line <= lines, "a class beyond the end");
    (void)each.HasAccesses();
    for (const MethodContract& method : each.methods) {
      FUZZ_CHECK(method.line > each.line && method.line <= lines, "a method outside of its class");
      (void)method.Matches("m", "(ILjava/lang/String;[[J)V");
      (void)method.Matches(method.names.front(), "(Ljava/util/List;)V");
    }
  }
  std::string printed = Print(*parsed);
  Result<Contracts> again = Parse(printed, "printed");
  FUZZ_CHECK(again.ok(), "a printed form that is none");
  FUZZ_CHECK(Print(*again) == printed, "two printed forms");
  return 0;
}
