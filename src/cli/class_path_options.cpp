#include "cli/class_path_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/jdk_home.h"

namespace raddle::cli {

Result<classpath::ClassPath> OpenClassPath(const options::PathList& class_path, const options::MaybeText& jdk) {
  classpath::ClassPathOptions options;
  if (jdk.given) {
    RADDLE_TRY(options.jdk_home, FindJdkHome(jdk));
  }
  return classpath::ClassPath::Open(fmt::format("{}", fmt::join(class_path.entries, ":")), options);
}

Result<void> HasClasses(const classpath::ClassPath& class_path) {
  if (!class_path.Classes().empty()) return {};
  const std::vector<Error>& notes = class_path.notes();
  return Error{.reason = fmt::format("there are no classes on the class path{}{}", notes.empty() ? "" : "; ",
                                     notes.empty() ? "" : notes.front().ToString())};
}

}  // namespace raddle::cli
