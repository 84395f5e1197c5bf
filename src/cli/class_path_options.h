// -cp and --jdk, which every command that reads classes has.
#pragma once

#include "base/result.h"
#include "classpath/class_path.h"
#include "options/value.h"

namespace raddle::cli {

// The class path includes the JDK only if --jdk was given.
Result<classpath::ClassPath> OpenClassPath(const options::PathList& class_path, const options::MaybeText& jdk);

// The error: the class path has no class other than the JDK's, so it is probably mistyped.
Result<void> HasClasses(const classpath::ClassPath& class_path);

}  // namespace raddle::cli
