// What makes two findings the same problem: the kind, the variable, and the methods of the accesses in any order. For a
// high-level race or a deadlock all of its variables count, in any order, not only the one that stands for them.
//
// Lines, threads, locks and grades do not count. Neither do the numbers that compilers and the JVM put into names:
// adding a lambda must not rename the problems in the other lambdas of its class, and a hidden class has a new number
// in every run. The price: two lambdas of one method count as one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "report/finding.h"

namespace raddle::report {

// 16 hexadecimal digits.
std::string Fingerprint(const Finding& finding);

// "lambda$main$3" -> "lambda$main" (javac), "main$lambda$3" (Kotlin) and "$anonfun$main$3" (Scala) likewise.
std::string_view StableMethodName(std::string_view method);

// "a.B$$Lambda$14/0x0000000800c03000" -> "a.B$$Lambda", "jdk.proxy2.$Proxy12" -> "jdk.proxy2.$Proxy".
std::string StableClassName(std::string_view name);

// FNV-1a with a last mixing step, since otherwise little of a short text affects its high bits. Also the journal's
// checksum.
uint64_t Hash(std::string_view text);
std::string HexDigits(uint64_t value);

}  // namespace raddle::report
