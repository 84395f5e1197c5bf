// Class names as the JVM has them (JVMS §4.2.1, in modified UTF-8) and as files and jar entries have them (UTF-8).
#pragma once

#include <string>
#include <string_view>

namespace raddle::classpath {

// Whether a file "NAME.class" can be the class NAME: no empty part, none of the characters that a part may not have (so
// no ".." either), not below META-INF, BOOT-INF or WEB-INF, and no module-info.
bool IsClassName(std::string_view name);

// "a/B" for "a/B.class"; empty for what is no class file.
std::string_view ClassOfFile(std::string_view file_name);

// The two encodings differ only in characters beyond U+FFFF, which modified UTF-8 writes as two surrogates.
std::string ToFileName(std::string_view internal_name);
std::string ToInternalName(std::string_view file_name);

}  // namespace raddle::classpath
