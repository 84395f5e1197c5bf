// `raddle selfcheck`: can the class-file library and the IR be trusted with these classes?
//
// CheckRoundTrips() reads every class, decodes it to the last instruction, encodes it again and compares; then builds
// the IR of every method with code. CheckEdits() edits every method with code and has a JVM link the result under the
// full verifier, beside the original, so that a class that never linked is not held against the edit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "classpath/class_path.h"

namespace raddle::selfcheck {

struct RoundTripReport {
  uint64_t classes = 0;
  uint64_t bytes = 0;
  uint64_t identical = 0;
  uint64_t methods = 0;  // with code
  uint64_t built = 0;    // into IR
  uint64_t ir_instructions = 0;
  double seconds = 0;
  std::vector<Error> failures;  // sorted by place
};

RoundTripReport CheckRoundTrips(const classpath::ClassPath& path, unsigned threads);

enum class Edit {
  kNop,     // a nop before every instruction
  kBranch,  // around every instruction a jump over a nop, and a local that lives throughout: new frames everywhere
  kFar,     // so much in the middle of each method with jumps that they no longer reach
  kWeave,   // what `raddle run` does to a class
};

struct EditReport {
  uint64_t classes = 0;
  uint64_t methods = 0;    // edited
  uint64_t too_large = 0;  // methods left as they were, since they would pass 64 KiB
  uint64_t linked = 0;     // classes
  uint64_t as_before = 0;  // classes that fail to link, edited or not, with the same error
  uint64_t skipped = 0;    // classes the JVM reserves for itself (java.*)
  double seconds = 0;
  std::vector<Error> failures;
};

// jdk_home: whose `java` to link with.
Result<EditReport> CheckEdits(const classpath::ClassPath& path, Edit edit, const std::string& jdk_home,
                              unsigned threads);

}  // namespace raddle::selfcheck
