// Reads and folds stack frames as Java prints them ("java.base/java.util.HashMap.put(HashMap.java:610)").
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace raddle::report {

// The frame without the class loader or module that some JVMs put before it.
std::string_view WithoutModule(std::string_view frame);

// "java.util" for the frame above; empty for a class in no package.
std::string_view PackageOf(std::string_view frame);

// Whether it belongs to the JDK: java.*, jdk.*, sun.*.
bool IsJdkFrame(std::string_view frame);

// The frames for a person to read. The innermost is always shown, and so are the others, except that two or more JDK
// frames in a row become one line, "... 3 frames of java.util.concurrent", and so do the frames beyond `most` lines.
std::vector<std::string> FoldStack(std::span<const std::string> stack, size_t most = 24);

}  // namespace raddle::report
