// What Raddle says about a finding in words, from its data alone: what happened, and how to fix it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/finding.h"

namespace raddle::report {

// "Account.balance is read by teller-1 and written by teller-2 with nothing to order them"
std::string Describe(const Finding& finding);

// "5 of 6 accesses hold the monitor of the Bank: take it at Bank.java:31 too". Made from how the variable's accesses
// were locked and from the finding's accesses. Empty if no lock is held by at least half of the variable's accesses:
// then one cannot tell what was meant.
std::string Advise(const Statistics& statistics, std::span<const Access> accesses);

// "com.acme.Outer$Inner" -> "Outer.Inner", "com.acme.Account.balance" -> "Account.balance".
std::string ShortClass(std::string_view name);
std::string ShortVariable(std::string_view variable);

// "com.acme.Bank@1" -> "com.acme.Bank"
std::string_view LockClass(std::string_view lock);

}  // namespace raddle::report
