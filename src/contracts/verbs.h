// The verbs as they are written, for the parser and the printer.
#pragma once

#include <span>
#include <string_view>

#include "contracts/contract.h"

namespace raddle::contracts {

struct VerbName {
  std::string_view name;
  Verb verb;
  When when;    // unless it says otherwise
  Verb shared;  // what it is with `shared` behind it; itself: it takes none
};

std::span<const VerbName> Verbs();

}  // namespace raddle::contracts
