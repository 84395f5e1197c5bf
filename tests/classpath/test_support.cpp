#include "test_support.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace raddle::classpath {

std::string JdkHome() {
  const char* other = std::getenv("RADDLE_TEST_JDK");
  return other != nullptr ? other : RADDLE_JDK_HOME;
}

std::vector<uint8_t> MakeZip(const Files& files, ZipMethod method) {
  std::vector<uint8_t> out;
  ZipWriter writer(out);
  for (const auto& [name, content] : files) EXPECT_TRUE(writer.Add(name, content, method));
  EXPECT_TRUE(writer.Finish());
  return out;
}

TemporaryFiles::TemporaryFiles() : directory_(*TemporaryDirectory::Create()) {}

std::string TemporaryFiles::Write(std::string_view name, std::string_view content) {
  std::string path = Path(name);
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

std::string TemporaryFiles::WriteJar(std::string_view name, const Files& files, ZipMethod method) {
  return Write(name, AsText(MakeZip(files, method)));
}

std::string Content(const ClassPath& path, std::string_view name) {
  Result<std::optional<ClassBytes>> found = path.Find(name);
  if (!found) return "error: " + found.error().ToString();
  return *found ? AsText((**found).bytes()) : "(none)";
}

std::string Where(const ClassPath& path, std::string_view name) {
  std::optional<ClassLocation> location = path.Locate(name);
  return location ? path.Where(*location) : "(none)";
}

std::string Names(const ClassPath& path) {
  std::vector<std::string> names;
  for (const ClassLocation& location : path.Classes()) names.push_back(location.name);
  std::sort(names.begin(), names.end());
  return fmt::format("{}", fmt::join(names, " "));
}

}  // namespace raddle::classpath
