// Which JDK --jdk means.
#pragma once

#include <string>

#include "base/result.h"
#include "options/value.h"

namespace raddle::cli {

// The directory that --jdk names; if it names none, JAVA_HOME; without that, the home of the `java` on the PATH. The
// directory has a lib/modules image; otherwise the error says what was tried.
Result<std::string> FindJdkHome(const options::MaybeText& option);

}  // namespace raddle::cli
