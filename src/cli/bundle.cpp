#include "cli/bundle.h"

#include <filesystem>

namespace raddle::cli {

namespace fs = std::filesystem;

Result<std::string> Bundled(std::string_view name) {
  std::error_code ignored;
  fs::path path = fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path() / name;
  if (!fs::exists(path, ignored)) return Error{.reason = "is missing: build Raddle again", .place = path.string()};
  return path.string();
}

}  // namespace raddle::cli
