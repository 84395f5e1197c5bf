// Which JDK is meant by --jdk.
#pragma once

#include <string>

#include "base/result.h"
#include "options/value.h"

namespace raddle::cli {

// The directory that --jdk names; without a name, JAVA_HOME; without that, the home of the `java` on the PATH. What is
// returned has a lib/modules image; the error otherwise says what was tried.
Result<std::string> FindJdkHome(const options::MaybeText& option);

}  // namespace raddle::cli
