// The verbs as they are written, for the parser and the printer.
#pragma once

#include <span>
#include <string_view>

#include "contracts/contract.h"

namespace raddle::contracts {

struct VerbName {
  std::string_view name;
  Verb verb;
  When when;    // unless the contract says otherwise
  Verb shared;  // the verb that it becomes with `shared` after it; itself if it takes no `shared`
};

std::span<const VerbName> Verbs();

}  // namespace raddle::contracts
