// -cp and --jdk as every command that reads classes has them.
#pragma once

#include "base/result.h"
#include "classpath/class_path.h"
#include "options/value.h"

namespace raddle::cli {

// The JDK is part of it only where --jdk was given.
Result<classpath::ClassPath> OpenClassPath(const options::PathList& class_path, const options::MaybeText& jdk);

// The error: there is no class at all, other than the JDK's. Somebody mistyped.
Result<void> HasClasses(const classpath::ClassPath& class_path);

}  // namespace raddle::cli
