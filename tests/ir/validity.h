// The promises of ir/method_ir.h, checked one by one on a method: SSA, terminators, edges, handlers.
#pragma once

#include <string>

#include "ir/method_ir.h"

namespace raddle::ir {

// What is broken, or nothing.
std::string FindFlaw(const Method& method);

}  // namespace raddle::ir
