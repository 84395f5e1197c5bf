// Stack frames as Java prints them ("java.base/java.util.HashMap.put(HashMap.java:610)"), read and folded.
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

// The frames as a person wants them: the innermost always, the others too, except that two or more of the JDK in a row
// become one line, "... 3 frames of java.util.concurrent", as do those beyond `most` lines.
std::vector<std::string> FoldStack(std::span<const std::string> stack, size_t most = 24);

}  // namespace raddle::report
