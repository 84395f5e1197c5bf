// The IR of the programs in java/, as text beside them. RADDLE_REGENERATE=1 in the environment writes the texts anew.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/mapped_file.h"
#include "fmt/format.h"
#include "gtest/gtest.h"
#include "ir/builder.h"
#include "ir/printer.h"
#include "validity.h"

namespace raddle::ir {
namespace {

namespace fs = std::filesystem;

std::string PrintClass(const fs::path& path) {
  Result<MappedFile> bytes = MappedFile::Open(path.string());
  Result<classfile::ClassFile> file = classfile::ReadClass(bytes->bytes());
  if (!file) return file.error().ToString();
  Result<std::unique_ptr<ClassContext>> context = ClassContext::Create(*file);
  if (!context) return context.error().ToString();
  Builder builder;
  Arena arena;
  std::string text;
  for (const classfile::Member& member : file->methods) {
    Result<Method> method = builder.Build(**context, member, arena);
    if (!method) return method.error().In(file->NameOf(member)).ToString();
    EXPECT_EQ(FindFlaw(*method), "") << Print(*method);
    text += Print(*method) + "\n";
  }
  return text;
}

// Compilers number the bodies of lambdas in different ways: lambda$name$3 is shown as lambda$name.
std::string WithoutLambdaNumbers(const std::string& text) {
  std::string result;
  for (size_t i = 0; i < text.size(); i++) {
    bool numbered = text[i] == '$' && i + 1 < text.size() && std::isdigit(text[i + 1]);
    if (numbered && text.rfind("lambda$", i) != std::string::npos && text.rfind("lambda$", i) >= text.rfind(' ', i)) {
      while (i + 1 < text.size() && std::isdigit(text[i + 1])) i++;
    } else {
      result += text[i];
    }
  }
  return result;
}

// The class and those inside it.
std::string PrintProgram(const std::string& name) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(RADDLE_IR_CLASSES)) {
    std::string file = entry.path().filename().string();
    if (file == name + ".class" || file.starts_with(name + "$")) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::string text;
  for (const fs::path& path : paths) text += PrintClass(path);
  return WithoutLambdaNumbers(text);
}

class Golden : public testing::TestWithParam<const char*> {};

TEST_P(Golden, IsWhatIsBuilt) {
  std::string text = PrintProgram(GetParam());
  fs::path golden = fs::path(RADDLE_IR_GOLDEN) / fmt::format("{}.ir", GetParam());
  if (std::getenv("RADDLE_REGENERATE") != nullptr) std::ofstream(golden) << text;
  std::stringstream expected;
  expected << std::ifstream(golden).rdbuf();
  EXPECT_EQ(text, expected.str());
}

INSTANTIATE_TEST_SUITE_P(Programs, Golden,
                         testing::Values("Handlers", "Lambdas", "Loops", "Monitors", "Records", "Switches", "Types"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace raddle::ir
