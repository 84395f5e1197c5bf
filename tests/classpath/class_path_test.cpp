#include "classpath/class_path.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "classpath/class_names.h"
#include "test_support.h"

namespace raddle::classpath {
namespace {

class ClassPathTest : public TemporaryFiles {
 protected:
  ClassPath Open(const std::string& path, const ClassPathOptions& options = {}) {
    Result<ClassPath> opened = ClassPath::Open(path, options);
    EXPECT_TRUE(opened) << opened.error().ToString();
    return *std::move(opened);
  }
  std::string Manifest(std::string_view line) { return "Manifest-Version: 1.0\r\n" + std::string(line) + "\r\n\r\n"; }
};

TEST_F(ClassPathTest, TheFirstEntryThatHasTheClassWins) {
  Write("d1/a/A.class", "dir 1");
  Write("d2/a/A.class", "dir 2");
  Write("d2/a/B.class", "dir 2");
  WriteJar("j1.jar", {{"a/A.class", "jar 1"}, {"a/B.class", "jar 1"}, {"a/C.class", "jar 1"}});
  WriteJar("j2.jar", {{"a/C.class", "jar 2"}, {"a/D.class", "jar 2"}});
  ClassPath path = Open(Path("d1") + ":" + Path("j1.jar") + ":" + Path("d2") + ":" + Path("j2.jar"));
  EXPECT_EQ(Content(path, "a/A"), "dir 1");
  EXPECT_EQ(Content(path, "a/B"), "jar 1");
  EXPECT_EQ(Content(path, "a/C"), "jar 1");
  EXPECT_EQ(Content(path, "a/D"), "jar 2");
  EXPECT_EQ(Content(path, "a/E"), "(none)");
  EXPECT_EQ(Where(path, "a/A"), Path("d1/a/A.class"));
  EXPECT_EQ(Where(path, "a/D"), Path("j2.jar") + "!/a/D.class");
  EXPECT_EQ(Names(path), "a/A a/B a/C a/D");
  EXPECT_EQ(path.ClassesOf(2).size(), 2u);
  EXPECT_TRUE(path.notes().empty());
  for (const ClassLocation& location : path.Classes()) {
    EXPECT_EQ(AsText(path.Read(location)->bytes), Content(path, location.name));
  }
}

TEST_F(ClassPathTest, NamesThatAreNoClassesAreNotFound) {
  Write("d/a/A.class", "x");
  Write("secret.class", "x");
  ClassPath path = Open(Path("d"));
  for (const char* name : {"", "../secret", "a/../a/A", "/a/A", "a//A", "a.A", "a/A.class", "[La/A;", "module-info"}) {
    EXPECT_EQ(Content(path, name), "(none)") << name;
  }
}

TEST_F(ClassPathTest, DirectoriesAreListedWithoutWhatIsNoClass) {
  for (const char* name : {"A.class", "p/B.class", "p/q/C$1.class", "p/x.txt", ".git/D.class", "module-info.class",
                           "META-INF/E.class", "p/package-info.class", "p/.class"}) {
    Write(std::string("d/") + name, "x");
  }
  std::filesystem::create_directory_symlink(Path("d"), Path("d/p/loop"));
  EXPECT_EQ(Names(Open(Path("d"))), "A p/B p/package-info p/q/C$1");
}

TEST_F(ClassPathTest, MissingAndBrokenElementsAreNoted) {
  Write("bad.jar", "this is no jar");
  WriteJar("good.jar", {{"A.class", "good"}});
  ClassPath path = Open(Path("none.jar") + ":" + Path("bad.jar") + ":" + Path("empty/*") + ":" + Path("good.jar"));
  EXPECT_EQ(Content(path, "A"), "good");
  ASSERT_EQ(path.notes().size(), 3u);
  EXPECT_EQ(path.notes()[0].ToString(), Path("none.jar") + ": not found; ignored, as java does");
  EXPECT_EQ(path.notes()[1].ToString(), Path("bad.jar") + ": offset 0: too short for a ZIP");
  EXPECT_EQ(path.notes()[2].ToString(), Path("empty/*") + ": no such directory; ignored, as java does");
}

TEST_F(ClassPathTest, AnEmptyElementIsTheCurrentDirectoryAnEmptyPathIsNothing) {
  EXPECT_EQ(Open("").entry_count(), 0u);
  ClassPath path = Open(":" + Path("none"));
  ASSERT_EQ(path.entry_count(), 1u);
  EXPECT_EQ(path.NameOf(0), ".");
}

TEST_F(ClassPathTest, WildcardsTakeTheJarsOfOneFolder) {
  WriteJar("lib/b.jar", {{"A.class", "b"}, {"B.class", "b"}});
  WriteJar("lib/a.jar", {{"A.class", "a"}});
  WriteJar("lib/c.JAR", {{"C.class", "c"}});
  WriteJar("lib/d.zip", {{"D.class", "d"}});
  WriteJar("lib/sub/e.jar", {{"E.class", "e"}});
  Write("lib/F.class", "f");
  ClassPath path = Open(Path("lib/*"));
  EXPECT_EQ(Names(path), "A B C");
  EXPECT_EQ(Content(path, "A"), "a");
}

TEST_F(ClassPathTest, TheManifestsClassPathFollowsItsJar) {
  WriteJar("app.jar", {{"META-INF/MANIFEST.MF", Manifest("Class-Path: lib/one.jar classes/ gone.jar http://x/y.jar")},
                       {"App.class", "app"}});
  WriteJar("lib/one.jar", {{"META-INF/MANIFEST.MF", Manifest("Class-Path: two%20words.jar ../app.jar")},
                           {"One.class", "one"},
                           {"Shared.class", "one"}});
  WriteJar("lib/two words.jar", {{"Two.class", "two"}, {"Shared.class", "two"}});
  Write("classes/Dir.class", "dir");
  WriteJar("last.jar", {{"Two.class", "last"}});
  ClassPath path = Open(Path("app.jar") + ":" + Path("last.jar"));
  EXPECT_EQ(Names(path), "App Dir One Shared Two");
  EXPECT_EQ(Content(path, "Two"), "two");
  EXPECT_EQ(Content(path, "Shared"), "one");
  EXPECT_EQ(Content(path, "Dir"), "dir");
  ASSERT_EQ(path.entry_count(), 5u);
  EXPECT_EQ(path.NameOf(4), Path("last.jar"));
  EXPECT_TRUE(path.notes().empty());
}

TEST_F(ClassPathTest, MultiReleaseJarsShowTheHighestVersionThatIsNotAboveTheRelease) {
  Files files = {{"META-INF/MANIFEST.MF", Manifest("Multi-Release: true")},
                 {"A.class", "base"},
                 {"B.class", "base"},
                 {"META-INF/versions/9/A.class", "9"},
                 {"META-INF/versions/17/A.class", "17"},
                 {"META-INF/versions/21/A.class", "21"},
                 {"META-INF/versions/9/New.class", "9"},
                 {"META-INF/versions/8/B.class", "8"},
                 {"META-INF/versions/9/module-info.class", "m"},
                 {"META-INF/versions/x/B.class", "x"}};
  WriteJar("mr.jar", files);
  files[0].second = Manifest("Multi-Release: false");
  WriteJar("plain.jar", files);
  const std::pair<int, const char*> kCases[] = {{8, "base"}, {9, "9"}, {16, "9"}, {17, "17"}, {20, "17"}, {25, "21"}};
  for (auto [release, expected] : kCases) {
    ClassPath path = Open(Path("mr.jar"), {.release = release});
    EXPECT_EQ(Content(path, "A"), expected) << release;
    EXPECT_EQ(Content(path, "B"), "base") << release;
    EXPECT_EQ(Content(path, "New"), release < 9 ? "(none)" : "9") << release;
    EXPECT_EQ(Names(path), release < 9 ? "A B" : "A B New") << release;
  }
  EXPECT_EQ(Where(Open(Path("mr.jar")), "A"), Path("mr.jar") + "!/META-INF/versions/21/A.class");
  EXPECT_EQ(Content(Open(Path("plain.jar")), "A"), "base");
  EXPECT_EQ(Names(Open(Path("plain.jar"))), "A B");
}

TEST_F(ClassPathTest, SpringBootJarsAreTakenApart) {
  for (ZipMethod method : {ZipMethod::kStored, ZipMethod::kDeflated}) {
    std::string inner = AsText(MakeZip({{"META-INF/MANIFEST.MF", Manifest("Multi-Release: true")},
                                        {"lib/L.class", "base"},
                                        {"META-INF/versions/17/lib/L.class", "17"},
                                        {"app/Main.class", "hidden"}}));
    WriteJar("boot.jar",
             {{"META-INF/MANIFEST.MF", Manifest("Main-Class: org.springframework.boot.loader.JarLauncher")},
              {"org/springframework/boot/loader/JarLauncher.class", "launcher"},
              {"BOOT-INF/classes/app/Main.class", "main"},
              {"BOOT-INF/lib/l.jar", inner},
              {"BOOT-INF/lib/sub/not.jar", inner},
              {"BOOT-INF/lib/broken.jar", "no jar at all, but long enough for one"}},
             method);
    ClassPath path = Open(Path("boot.jar"));
    EXPECT_EQ(Names(path), "app/Main lib/L org/springframework/boot/loader/JarLauncher");
    EXPECT_EQ(Content(path, "app/Main"), "main");
    EXPECT_EQ(Content(path, "lib/L"), "17");
    EXPECT_EQ(Where(path, "lib/L"), Path("boot.jar") + "!/BOOT-INF/lib/l.jar!/META-INF/versions/17/lib/L.class");
    EXPECT_EQ(path.NameOf(1), Path("boot.jar") + "!/BOOT-INF/classes");
    ASSERT_EQ(path.notes().size(), 1u);
    EXPECT_EQ(path.notes()[0].place, Path("boot.jar") + "!/BOOT-INF/lib/broken.jar");
  }
}

TEST_F(ClassPathTest, WebArchivesAreTakenApart) {
  std::string inner = AsText(MakeZip({{"lib/L.class", "lib"}}));
  std::string provided = AsText(MakeZip({{"lib/P.class", "provided"}}));
  WriteJar("app.war", {{"index.html", "hello"},
                       {"WEB-INF/classes/app/Servlet.class", "servlet"},
                       {"WEB-INF/lib/l.jar", inner},
                       {"WEB-INF/lib-provided/p.jar", provided}});
  ClassPath path = Open(Path("app.war"));
  EXPECT_EQ(Names(path), "app/Servlet lib/L lib/P");
  EXPECT_EQ(Content(path, "app/Servlet"), "servlet");
  EXPECT_EQ(Content(path, "lib/P"), "provided");
}

TEST_F(ClassPathTest, ALaunchScriptInFrontDoesNoHarm) {
  Write("boot.jar", "#!/bin/bash\nexit 1\n" + AsText(MakeZip({{"BOOT-INF/classes/A.class", "a"}})));
  EXPECT_EQ(Content(Open(Path("boot.jar")), "A"), "a");
}

TEST_F(ClassPathTest, AClassThatCannotBeReadIsAnError) {
  std::string jar = AsText(MakeZip({{"A.class", std::string(1000, 'x')}}));
  jar[37] = '\xff';  // the first byte behind local header and name
  Write("bad.jar", jar);
  ClassPath path = Open(Path("bad.jar"));
  EXPECT_EQ(Content(path, "A"), "error: " + Path("bad.jar") + ": A.class: offset 37: deflated data is damaged");
}

TEST_F(ClassPathTest, CharactersBeyondTheBasicPlaneAreFound) {
  std::string file = "\xF0\x90\x90\x80", internal = "\xED\xA0\x81\xED\xB0\x80";  // U+10400
  EXPECT_EQ(ToInternalName(file), internal);
  EXPECT_EQ(ToFileName(internal), file);
  EXPECT_EQ(ToFileName("\xED\xA0\x81x"), "\xED\xA0\x81x");
  EXPECT_EQ(ToInternalName("\xF0\x90"), "\xF0\x90");
  WriteJar("x.jar", {{file + ".class", "jar"}});
  Write("d/p/" + file + ".class", "dir");
  ClassPath path = Open(Path("x.jar") + ":" + Path("d"));
  EXPECT_EQ(Content(path, internal), "jar");
  EXPECT_EQ(Content(path, "p/" + internal), "dir");
  EXPECT_EQ(Names(path), "p/" + internal + " " + internal);
}

TEST_F(ClassPathTest, TheJdkComesFirst) {
  WriteJar("x.jar", {{"java/lang/String.class", "fake"}, {"A.class", "a"}});
  ClassPath path = Open(Path("x.jar"), {.jdk_home = JdkHome()});
  EXPECT_EQ(Content(path, "java/lang/String").substr(0, 4), "\xCA\xFE\xBA\xBE");
  EXPECT_EQ(Names(path), "A");
  EXPECT_EQ(path.KindOf(0), EntryKind::kJdk);
  EXPECT_GE(path.release(), 17);
  EXPECT_GT(path.Classes(true).size(), 5000u);
  EXPECT_NE(Where(path, "java/lang/String").find("lib/modules!/java.base/java/lang/String.class"), std::string::npos);
}

// One path with everything on it that java knows of, asked of both.
TEST_F(ClassPathTest, FindsWhatTheJvmFinds) {
  WriteJar("main.jar",
           {{"META-INF/MANIFEST.MF", Manifest("Class-Path: lib/one.jar dir no.jar classes/ file:lib/x%20y.jar")},
            {"A.class", "main"}});
  WriteJar("lib/one.jar", {{"meta-inf/manifest.mf", Manifest("Class-Path: two.jar ../main.jar")},
                           {"A.class", "one"},
                           {"B.class", "one"},
                           {"C.class", "one, first"},
                           {"C.class", "one, second"}});
  WriteJar("lib/two.jar", {{"B.class", "two"}, {"D.class", "two"}, {"E.class", "two"}});
  WriteJar("lib/x y.jar", {{"E.class", "x y"}, {"F.class", "x y"}});
  Write("dir/F.class", "a directory named without a slash");
  Write("classes/E.class", "classes");
  Write("classes/p/G.class", "classes");
  WriteJar("all/m.jar", {{"META-INF/MANIFEST.MF", Manifest("Multi-Release: true")},
                         {"p/G.class", "m"},
                         {"p/H.class", "m"},
                         {"META-INF/versions/9/p/H.class", "m 9"},
                         {"META-INF/versions/16/p/H.class", "m 16"},
                         {"META-INF/versions/99/p/H.class", "m 99"},
                         {"META-INF/versions/10/p/New.class", "m 10"}});
  Write("script.jar", "#!/bin/sh\n" + AsText(MakeZip({{"A.class", "script"}, {"p/I.class", "script"}})));
  Write("garbage.jar", "garbage");
  std::string elements = Path("main.jar") + ":" + Path("gone.jar") + ":" + Path("garbage.jar") + ":" + Path("all/*") +
                         ":" + Path("script.jar");
  ClassPath path = Open(elements, {.jdk_home = JdkHome()});
  std::vector<std::string> command = {JdkHome() + "/bin/java", "-cp",
                                      elements + ":" RADDLE_BINARY_DIR "/java/hierarchy_programs.jar",
                                      "dispatch.Resources"};
  std::string expected;
  for (const char* name : {"A", "B", "C", "D", "E", "F", "p/G", "p/H", "p/New", "p/I", "Z"}) {
    command.push_back(name);
    expected += Content(path, name) + "\n";
  }
  Result<Captured> jvm = RunAndCapture(command);
  ASSERT_TRUE(jvm) << jvm.error().ToString();
  EXPECT_EQ(jvm->output, expected);
  EXPECT_EQ(expected, "main\none\none, second\ntwo\ntwo\nx y\nclasses\nm 16\nm 10\nscript\n(none)\n");
}

TEST_F(ClassPathTest, ClassesCanBeReadInParallel) {
  Files files;
  for (int i = 0; i < 500; ++i) files.push_back({"C" + std::to_string(i) + ".class", "content " + std::to_string(i)});
  WriteJar("x.jar", files);
  Write("d/C7.class", "content 7");
  ClassPath path = Open(Path("d") + ":" + Path("x.jar"), {.jdk_home = JdkHome()});
  std::vector<ClassLocation> classes = path.Classes();
  ASSERT_EQ(classes.size(), 500u);
  std::atomic<size_t> next = 0, good = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (size_t i; (i = next++) < classes.size();) {
        good += AsText(path.Read(classes[i])->bytes) == "content " + classes[i].name.substr(1);
        good += Content(path, "java/lang/Object").size() > 100;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 1000u);
}

}  // namespace
}  // namespace raddle::classpath
