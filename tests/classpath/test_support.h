// What the tests of this folder share: files and jars in a temporary directory.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/subprocess.h"
#include "classpath/class_path.h"
#include "classpath/zip.h"
#include "classpath/zip_writer.h"

namespace raddle::classpath {

using Files = std::vector<std::pair<std::string, std::string>>;  // name and content, in order

// The JDK the build used, unless RADDLE_TEST_JDK names another.
std::string JdkHome();

std::vector<uint8_t> MakeZip(const Files& files, ZipMethod method = ZipMethod::kDeflated);
inline std::string AsText(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline Bytes AsBytes(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

class TemporaryFiles : public testing::Test {
 protected:
  TemporaryFiles();
  std::string Path(std::string_view name) const { return directory_.path() + "/" + std::string(name); }
  // Makes the folders above it too. Gives the path.
  std::string Write(std::string_view name, std::string_view content);
  std::string WriteJar(std::string_view name, const Files& files, ZipMethod method = ZipMethod::kDeflated);

 private:
  TemporaryDirectory directory_;
};

// What Find() gives, as text; "(none)", or "error: ...".
std::string Content(const ClassPath& path, std::string_view name);
std::string Where(const ClassPath& path, std::string_view name);
// The names of Classes(), sorted, joined by spaces.
std::string Names(const ClassPath& path);

}  // namespace raddle::classpath
