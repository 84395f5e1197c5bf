// Files of facts: an error has its line; what was read comes back from its printed form. As it is, and with the end
// that belongs to it, since no input would guess a hash.
#include <cstdint>
#include <string>
#include <string_view>

#include "check.h"
#include "facts/facts.h"

using namespace raddle;
using namespace raddle::facts;

namespace {

void Try(const std::string& text) {
  Result<ProgramFacts> parsed = Parse(text);
  if (!parsed) {
    FUZZ_CHECK(parsed.error().reason.starts_with("line "), "an error without a line");
    return;
  }
  for (const ClassFacts& each : parsed->classes) {
    FUZZ_CHECK(parsed->Knows(each.name), "a class that is not found");
    FUZZ_CHECK(parsed->Find(each.name, each.hash) == &each, "a class that another is found for");
  }
  Result<ProgramFacts> again = Parse(ToText(*parsed));
  FUZZ_CHECK(again.ok(), "a printed form that is none");
  FUZZ_CHECK(*again == *parsed, "a printed form that means something else");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Try(text);
  Try(Ended(text));
  return 0;
}
