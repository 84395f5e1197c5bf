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

}  // namespace raddle::cli
