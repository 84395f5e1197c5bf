// LinkCheck is what says whether an edit can be trusted, so here it is shown edits that cannot.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/code_editor.h"

namespace raddle::classfile {
namespace {

using Data = std::vector<uint8_t>;
using Classes = std::vector<std::pair<std::string, Data>>;

Data ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return Data(std::istreambuf_iterator<char>(in), {});
}

// A class of the fuzzers' corpus: small ones with a bit of everything.
Data Seed(const std::string& file) { return ReadFile(RADDLE_SOURCE_DIR "/fuzz/corpus/class/" + file); }

Data Edited(const Data& bytes, const std::string& method, const std::function<void(CodeEditor&)>& edit) {
  Result<ClassFile> file = ReadClass(bytes);
  for (Member& member : file->methods) {
    if (file->NameOf(member) != method) continue;
    Result<CodeEditor> editor = CodeEditor::Open(*file, member);
    edit(*editor);
    EXPECT_TRUE(editor->Finish().ok());
  }
  ByteWriter writer;
  EXPECT_TRUE(WriteClass(*file, writer).ok());
  EXPECT_FALSE(std::ranges::equal(writer.bytes(), bytes)) << "no method " << method;
  return Data(writer.bytes().begin(), writer.bytes().end());
}

Data WithUnderflow(const Data& bytes, const std::string& method) {
  return Edited(bytes, method, [](CodeEditor& editor) { editor.Before(0).Do(Op::iadd); });
}

class LinkCheckTest : public testing::Test {
 protected:
  LinkCheckTest() {
    std::string name = testing::TempDir() + "linkcheck.XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~LinkCheckTest() override { std::filesystem::remove_all(folder_); }

  void Run(const Classes& originals, const Classes& edited) {
    Write("originals", originals);
    Write("edited", edited);
    Link();
  }

  // Fills in status_ and output_.
  void Link() {
    const char* home = getenv("JAVA_HOME");
    std::string java = home != nullptr ? std::string(home) + "/bin/java" : "java";
    std::string command = java + " -Xverify:all -cp '" RADDLE_BINARY_DIR "/java/linkcheck.jar' " +
                          "raddle.linkcheck.LinkCheck '" + folder_ + "/originals' '" + folder_ + "/edited' 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) output_.append(buffer, n);
    status_ = WEXITSTATUS(pclose(pipe));
  }

  void Write(const std::string& name, const Classes& classes) {
    ByteWriter writer;
    for (const auto& [class_name, bytes] : classes) {
      writer.U2(static_cast<uint16_t>(class_name.size()));
      writer.Raw({reinterpret_cast<const uint8_t*>(class_name.data()), class_name.size()});
      writer.U4(static_cast<uint32_t>(bytes.size()));
      writer.Raw(bytes);
    }
    std::ofstream out(folder_ + "/" + name, std::ios::binary);
    out.write(reinterpret_cast<const char*>(writer.bytes().data()), static_cast<std::streamsize>(writer.size()));
  }

  void ExpectCounts(const std::string& counts) {
    EXPECT_TRUE(output_.ends_with(counts + "\n")) << output_;
  }

  std::string folder_;
  std::string output_;
  int status_ = -1;
};

TEST_F(LinkCheckTest, WhatIsTheSameLinksTheSame) {
  Classes classes = {{"seeds/Control", Seed("Control-61")}, {"java/lang/Mine", Seed("empty-45.3")},
                     {"module-info", Seed("module-info-module")}};
  Run(classes, classes);
  ExpectCounts("linked 1 same-failure 0 differ 0 skipped 2");
  EXPECT_EQ(status_, 0);
}

TEST_F(LinkCheckTest, CodeThatDoesNotVerifyIsNoticed) {
  Data good = Seed("Control-61");
  Run({{"seeds/Control", good}}, {{"seeds/Control", WithUnderflow(good, "dense")}});
  ExpectCounts("linked 0 same-failure 0 differ 1 skipped 0");
  EXPECT_TRUE(output_.starts_with("seeds.Control: java.lang.VerifyError")) << output_;
  EXPECT_EQ(status_, 1);
}

TEST_F(LinkCheckTest, InterfacesAreVerifiedToo) {
  Classes good = {{"seeds/Modern", Seed("Modern-61")}, {"seeds/Modern$1", Seed("Modern$1-61")},
                  {"seeds/Modern$Point", Seed("Modern$Point-61")}, {"seeds/Modern$Pair", Seed("Modern$Pair-61")},
                  {"seeds/Modern$Other", Seed("Modern$Other-61")}};
  Classes bad = good;
  bad[0].second = WithUnderflow(good[0].second, "open");
  Run(good, bad);
  EXPECT_TRUE(output_.starts_with("seeds.Modern: java.lang.VerifyError")) << output_;
  EXPECT_EQ(status_, 1);
}

// HotSpot gives version 50 a second chance without stack maps; LinkCheck must not.
TEST_F(LinkCheckTest, ALostStackMapIsNoticedInVersion50) {
  Data good = Seed("Control-52");
  good[7] = 50;
  Data bad = good;
  std::string_view text(reinterpret_cast<const char*>(bad.data()), bad.size());
  bad[text.find("StackMapTable")] = 'Z';
  Run({{"seeds/Control", good}}, {{"seeds/Control", bad}});
  ExpectCounts("linked 0 same-failure 0 differ 1 skipped 0");
}

TEST_F(LinkCheckTest, NothingIsInitialised) {
  Data leaves = Edited(Seed("Patterns$Side-69"), "<clinit>", [](CodeEditor& editor) {
    editor.AtEntry().Push(7).Invoke(Op::invokestatic, "java/lang/System", "exit", "(I)V");
  });
  leaves[7] = 61;  // so that a JDK 17 reads it too
  Run({{"seeds/Patterns$Side", leaves}}, {{"seeds/Patterns$Side", leaves}});
  EXPECT_EQ(status_, 0);
  EXPECT_TRUE(output_.starts_with("linked 1 ")) << output_;
}

TEST_F(LinkCheckTest, AMissingDependencyIsNoFaultOfTheEdit) {
  Classes classes = {{"seeds/Modern$Point", Seed("Modern$Point-61")}};
  Run(classes, classes);
  ExpectCounts("linked 0 same-failure 1 differ 0 skipped 0");
  EXPECT_EQ(status_, 0);
}

TEST_F(LinkCheckTest, TwoClassesOfOneNameAreBothLinked) {
  Data good = Seed("Control-61");
  Run({{"seeds/Control", good}, {"seeds/Control", Seed("Control-52")}},
      {{"seeds/Control", good}, {"seeds/Control", WithUnderflow(Seed("Control-52"), "dense")}});
  ExpectCounts("linked 1 same-failure 0 differ 1 skipped 0");
  EXPECT_TRUE(output_.starts_with("seeds.Control (copy 2): java.lang.VerifyError")) << output_;
}

TEST_F(LinkCheckTest, AContainerThatIsCutShortIsAnError) {
  Classes classes = {{"seeds/Control", Seed("Control-61")}};
  Write("originals", classes);
  Write("edited", classes);
  std::filesystem::resize_file(folder_ + "/edited", std::filesystem::file_size(folder_ + "/edited") - 1);
  Link();
  EXPECT_EQ(status_, 2);
  EXPECT_NE(output_.find("offset 0 runs past the end"), output_.npos) << output_;
}

}  // namespace
}  // namespace raddle::classfile
