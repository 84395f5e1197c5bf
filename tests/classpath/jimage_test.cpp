#include "classpath/jimage.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "classfile/class_file.h"
#include "classpath/jimage_format.h"
#include "test_support.h"

namespace raddle::classpath {
namespace {

TEST(JdkImageTest, FindsClassesAndModules) {
  Result<JdkImage> image = JdkImage::Open(JdkHome());
  ASSERT_TRUE(image) << image.error().ToString();
  EXPECT_GE(image->release(), 17);
  EXPECT_EQ(image->ModuleOf("java/util/concurrent"), "java.base");
  EXPECT_EQ(image->ModuleOf("no/such"), "");
  EXPECT_TRUE(image->Contains("java/util/HashMap$Node"));
  for (const char* name :
       {"java/util/NoSuch", "NoSuch", "", "java/lang", "/java/lang/Object", "java/lang/../lang/Object"}) {
    EXPECT_FALSE(image->Contains(name)) << name;
  }
  EXPECT_FALSE(image->Contains("java/lang/" + std::string(10'000, 'x')));
  EXPECT_FALSE(image->Contains(std::string_view("java/lang/Object\0x", 18)));
  Result<std::optional<FileBytes>> bytes = image->Read("java/lang/Object");
  ASSERT_TRUE(bytes && *bytes);
  Result<classfile::ClassFile> file = classfile::ReadClass((**bytes).bytes);
  ASSERT_TRUE(file) << file.error().ToString();
  EXPECT_EQ(file->Name(), "java/lang/Object");
  EXPECT_FALSE(*image->Read("java/util/NoSuch"));
}

TEST(JdkImageTest, ListsEveryClassOnce) {
  Result<JdkImage> image = JdkImage::Open(JdkHome());
  ASSERT_TRUE(image);
  const std::vector<std::string>& classes = image->Classes();
  EXPECT_GT(classes.size(), 5000u);
  EXPECT_TRUE(std::is_sorted(classes.begin(), classes.end()));
  EXPECT_EQ(std::adjacent_find(classes.begin(), classes.end()), classes.end());
  EXPECT_TRUE(std::binary_search(classes.begin(), classes.end(), std::string("java/lang/Thread")));
  EXPECT_FALSE(std::binary_search(classes.begin(), classes.end(), std::string("module-info")));
  for (size_t i = 0; i < classes.size(); i += 50) {
    Result<std::optional<FileBytes>> bytes = image->Read(classes[i]);
    ASSERT_TRUE(bytes && *bytes) << classes[i];
    EXPECT_EQ(AsText((**bytes).bytes.first(4)), "\xCA\xFE\xBA\xBE");
  }
}

TEST(JdkImageTest, ModulesHaveTheirDescriptors) {
  Result<JdkImage> image = JdkImage::Open(JdkHome());
  ASSERT_TRUE(image);
  const std::vector<std::string>& modules = image->Modules();
  EXPECT_TRUE(std::is_sorted(modules.begin(), modules.end()));
  EXPECT_TRUE(std::binary_search(modules.begin(), modules.end(), std::string("java.base")));
  for (const std::string& module : modules) {
    Result<std::optional<FileBytes>> bytes = image->ReadModuleInfo(module);
    ASSERT_TRUE(bytes && *bytes) << module;
    Result<classfile::ClassFile> file = classfile::ReadClass((**bytes).bytes);
    ASSERT_TRUE(file) << module << ": " << file.error().ToString();
    EXPECT_EQ(file->Name(), "module-info");
  }
  EXPECT_FALSE(*image->ReadModuleInfo("no.such"));
}

TEST(JdkImageTest, TheSameImageCanBeOpenTwice) {
  Result<JdkImage> first = JdkImage::Open(JdkHome());
  {
    Result<JdkImage> second = JdkImage::Open(JdkHome());
    ASSERT_TRUE(first && second);
  }
  EXPECT_TRUE(first->Contains("java/lang/Object"));
}

class JdkImageFiles : public TemporaryFiles {
 protected:
  std::string ErrorOf(std::string_view home) {
    Result<JdkImage> image = JdkImage::Open(Path(home));
    return image ? "no error" : image.error().reason;
  }
};

TEST_F(JdkImageFiles, SayWhatIsWrongWithAHomeThatIsNoJdk) {
  Write("empty/readme", "");
  Write("old/lib/rt.jar", "");
  Write("older/jre/lib/rt.jar", "");
  Write("exploded/modules/java.base/module-info.class", "");
  Write("bin/bin/java", "");
  Write("garbage/lib/modules", "this is certainly no image of a JDK");
  Write("short/lib/modules", "short");
  Write("cut/lib/modules", std::string("\xDA\xDA\xFE\xCA\0\0\1\0", 8) + std::string(20, '\x7f'));
  EXPECT_EQ(ErrorOf("none"), "no such directory");
  EXPECT_EQ(ErrorOf("empty"), "not a JDK: it has no lib/modules");
  EXPECT_EQ(ErrorOf("old"), "this is a JDK 8 or older; Raddle needs 17 or newer");
  EXPECT_EQ(ErrorOf("older"), "this is a JDK 8 or older; Raddle needs 17 or newer");
  EXPECT_EQ(ErrorOf("exploded"),
            "this is an exploded JDK build without lib/modules; give the home of its images/jdk instead");
  EXPECT_EQ(ErrorOf("bin/bin"), "no lib/modules here; give the directory above");
  EXPECT_EQ(ErrorOf("garbage"), "not a JDK image");
  EXPECT_EQ(ErrorOf("short"), "too short for a JDK image");
  EXPECT_EQ(ErrorOf("cut"), "JDK image is cut short");
}

TEST_F(JdkImageFiles, ImagesCompressedByJlinkAreRead) {
  Result<Captured> linked = RunAndCapture(
      {JdkHome() + "/bin/jlink", "--add-modules", "java.base", "--compress=2", "--output", Path("small")});
  if (!linked || linked->status != 0) GTEST_SKIP() << "this JDK's jlink makes no image";
  Result<JdkImage> image = JdkImage::Open(Path("small"));
  ASSERT_TRUE(image) << image.error().ToString();
  Result<JdkImage> whole = JdkImage::Open(JdkHome());
  for (const char* name : {"java/lang/Object", "java/util/HashMap", "java/lang/String"}) {
    Result<std::optional<FileBytes>> bytes = image->Read(name);
    ASSERT_TRUE(bytes && *bytes) << name;
    EXPECT_EQ(AsText((**bytes).bytes.first(4)), "\xCA\xFE\xBA\xBE") << name;
    EXPECT_EQ(AsText((**bytes).bytes), AsText((**whole->Read(name)).bytes)) << name;
  }
}

TEST(JdkImageFormat, LocationsAndResourcesStayInside) {
  // Header, one pair of table entries, 16 bytes of locations, 8 of strings, 4 of resources.
  std::vector<uint8_t> image(28 + 8 + 16 + 8 + 4, 0);
  auto put = [&](size_t at, std::initializer_list<int> bytes) {
    std::copy(bytes.begin(), bytes.end(), image.begin() + at);
  };
  put(0, {0xDA, 0xDA, 0xFE, 0xCA, 0, 0, 1, 0});
  put(16, {1, 0, 0, 0, 16, 0, 0, 0, 8, 0, 0, 0});
  put(60, {'d', 'a', 't', 'a'});
  Result<jimage::Layout> layout = jimage::ReadLayout(image);
  ASSERT_TRUE(layout) << layout.error().ToString();
  auto read = [&](int64_t location, int64_t size) {
    Result<FileBytes> file = jimage::ReadResource(image, *layout, location, size);
    return file ? AsText(file->bytes) : file.error().reason;
  };
  put(36, {5 << 3, 0, 7 << 3, 4, 0});
  EXPECT_EQ(read(0, 4), "data");
  EXPECT_EQ(read(0, 3), "the JDK's libjimage and this reader disagree about the image");
  EXPECT_EQ(read(16, 4), "location outside the table of locations");
  EXPECT_EQ(read(-1, 4), "location outside the table of locations");
  put(36, {5 << 3, 1, 7 << 3, 4, 0});
  EXPECT_EQ(read(0, 4), "resource outside the image");
  put(36, {9 << 3, 1});
  EXPECT_EQ(read(0, 4), "damaged location");
  put(51, {5 << 3 | 7});
  EXPECT_EQ(read(15, 4), "damaged location");
  put(36, {5 << 3, 0, 6 << 3, 4, 7 << 3, 9, 0});
  EXPECT_EQ(read(0, 9), "resource inflates to another size than it should");
}

}  // namespace
}  // namespace raddle::classpath
