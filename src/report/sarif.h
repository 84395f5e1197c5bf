// SARIF 2.1.0: findings for code hosts and editors.
//
// A kind is a rule. A grade is a level (observed: error, predicted: warning, suspected: note). A result is placed at
// its first access and names the others as related; each access's stack is one of its stacks. A class says which
// package it is in and which file it came from, not where the sources are. So places are relative to %SRCROOT%,
// "com/acme/Bank.java".
#pragma once

#include <string>

#include "report/finding.h"

namespace raddle::report {

// The whole file, indented, with a line feed at the end.
std::string WriteSarif(const FindingsFile& file);

}  // namespace raddle::report
