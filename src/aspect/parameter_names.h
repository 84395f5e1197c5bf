// Names of a method's parameters, as the class file has them: from -parameters, or from the debug information (-g).
// None where it has neither.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"

namespace raddle::aspect {

Result<std::optional<std::vector<std::string>>> ParameterNames(const classfile::ClassFile& file,
                                                               const classfile::Member& method);

}  // namespace raddle::aspect
