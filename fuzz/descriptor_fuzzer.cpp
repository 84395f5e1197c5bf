// Descriptors, generic signatures, and names made printable.
#include <cstdint>
#include <string>
#include <string_view>

#include "check.h"
#include "classfile/descriptor.h"

namespace {

using namespace raddle;
using namespace raddle::classfile;

void CheckError(const Result<void>& result, std::string_view text) {
  if (result) return;
  FUZZ_CHECK(!result.error().reason.empty(), "a refusal without a reason");
  FUZZ_CHECK(result.error().offset == Error::kNoOffset || result.error().offset <= text.size(),
             "an error behind the end of the text");
}

// Iterating must end and stay within the text even where the descriptor was never checked.
int CheckParameters(std::string_view text, size_t& length) {
  int count = 0;
  for (TypeDescriptor type : MethodDescriptor(text)) {
    FUZZ_CHECK(!type.text.empty(), "an empty parameter");
    FUZZ_CHECK(type.text.data() >= text.data() && type.text.data() + type.text.size() <= text.data() + text.size(),
               "a parameter outside the text");
    length += type.text.size();
    ++count;
  }
  return count;
}

void CheckMethod(std::string_view text) {
  Result<void> checked = CheckMethodDescriptor(text);
  CheckError(checked, text);
  size_t length = 0;
  int count = CheckParameters(text, length);
  if (!checked) return;
  MethodDescriptor descriptor(text);
  FUZZ_CHECK(count == descriptor.ParameterCount(), "two counts of parameters");
  FUZZ_CHECK(descriptor.ParameterSlots() >= count && descriptor.ParameterSlots() <= 2 * count, "impossible slots");
  FUZZ_CHECK(length + descriptor.Return().text.size() + 2 == text.size(), "parts do not add up to the descriptor");
  for (TypeDescriptor type : descriptor) {
    FUZZ_CHECK(CheckFieldDescriptor(type.text).ok(), "a parameter that is no field descriptor");
    FUZZ_CHECK(!Readable(type).empty(), "a type without a name");
  }
  FUZZ_CHECK(!ReadableMethod("m", text).empty(), "a method without a name");
}

void CheckField(std::string_view text) {
  Result<void> checked = CheckFieldDescriptor(text);
  CheckError(checked, text);
  if (!checked) return;
  TypeDescriptor type{text};
  FUZZ_CHECK(type.kind() != BaseKind::kVoid, "a field of type void");
  FUZZ_CHECK(!Readable(type).empty(), "a type without a name");
  if (type.IsReference()) FUZZ_CHECK(!type.ClassName().empty(), "a class without a name");
}

void CheckPrintable(std::string_view text) {
  std::string printed = Printable(text);
  for (char c : printed) {
    FUZZ_CHECK(static_cast<uint8_t>(c) >= 0x20 && c != 0x7f, "a control character in printable text");
  }
  DottedName(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  CheckField(text);
  CheckMethod(text);
  CheckError(CheckClassSignature(text), text);
  CheckError(CheckMethodSignature(text), text);
  CheckError(CheckFieldSignature(text), text);
  CheckPrintable(text);
  return 0;
}
