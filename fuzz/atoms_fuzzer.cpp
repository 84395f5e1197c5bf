// Repositories of atomic sections: an error has its line and column; what was read comes back from its printed form.
#include <cstdint>
#include <string>
#include <string_view>

#include "atoms/section.h"
#include "check.h"

using namespace raddle;
using namespace raddle::atoms;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  Result<Repository> parsed = Parse(text, "f");
  if (!parsed) {
    FUZZ_CHECK(!parsed.error().reason.empty(), "a refusal without a reason");
    FUZZ_CHECK(parsed.error().place.starts_with("f: line "), "an error without a place");
    return 0;
  }
  for (const Section& section : parsed->sections) {
    FUZZ_CHECK(!section.ends.empty(), "a section without an end");
    FUZZ_CHECK(IsWritable(section.id), "a name that cannot be written");
  }
  Result<Repository> again = Parse(Print(*parsed), "printed");
  FUZZ_CHECK(again.ok(), "a printed form that is none");
  FUZZ_CHECK(*again == *parsed, "a printed form that means something else");
  return 0;
}
