#include "report/run_directory.h"

#include <sys/stat.h>

#include <filesystem>

#include <gtest/gtest.h>

#include "report/files.h"
#include "report/journal.h"
#include "report/load.h"
#include "samples.h"

namespace raddle::report {
namespace {

namespace fs = std::filesystem;

// A run in which one finding was made, on a field of this name.
std::string RunWith(const std::string& out, const std::string& field) {
  Result<std::string> run = CreateRun(out);
  EXPECT_TRUE(run) << run.error().ToString();
  Finding finding = BankFinding();
  finding.variable = "a.A." + field;
  finding.variables.clear();
  Complete(finding);
  Journal journal(*run, {.raddle = "0.1.0"});
  EXPECT_TRUE(journal.Add(finding));
  EXPECT_TRUE(journal.End());
  return *run;
}

std::vector<std::string> FieldsIn(const std::string& path, bool all = false) {
  Result<FindingsFile> file = Load(path, all);
  EXPECT_TRUE(file) << file.error().ToString();
  std::vector<std::string> fields;
  if (file) {
    for (const Finding& finding : file->findings) fields.push_back(finding.variable.substr(4));
  }
  return fields;
}

TEST(RunDirectory, OnlyTheLatestRunIsReadUnlessAllAreWanted) {
  TemporaryDirectory scratch = Scratch();
  std::string out = scratch.path() + "/.raddle";
  std::string first = RunWith(out, "old");
  RunWith(out, "middle");
  RunWith(out, "new");
  EXPECT_EQ(FieldsIn(out), std::vector<std::string>{"new"});
  EXPECT_EQ(FieldsIn(first), std::vector<std::string>{"old"});
  EXPECT_EQ(FieldsIn(out, true), (std::vector<std::string>{"middle", "new", "old"}));
}

TEST(RunDirectory, WithoutTheLinkTheNamesTell) {
  TemporaryDirectory scratch = Scratch();
  RunWith(scratch.path(), "old");
  RunWith(scratch.path(), "new");
  fs::remove(scratch.path() + "/latest");
  EXPECT_EQ(FieldsIn(scratch.path()), std::vector<std::string>{"new"});
  fs::create_symlink("runs/no-such-run", scratch.path() + "/latest");
  EXPECT_EQ(FieldsIn(scratch.path()), std::vector<std::string>{"new"});
}

TEST(RunDirectory, ARunIsAnAbsolutePathOfItsOwn) {
  TemporaryDirectory scratch = Scratch();
  std::string first = *CreateRun(scratch.path());
  std::string second = *CreateRun(scratch.path());
  EXPECT_NE(first, second);
  EXPECT_TRUE(fs::path(first).is_absolute());
  EXPECT_FALSE(fs::exists(scratch.path() + "/.gitignore"));  // the directory was the user's already
  EXPECT_TRUE(CreateRun(scratch.path() + "/new/.raddle"));
  EXPECT_EQ(FileText(scratch.path() + "/new/.raddle/.gitignore"), "*\n");
}

TEST(RunDirectory, ErrorsSayWhichDirectory) {
  TemporaryDirectory scratch = Scratch();
  EXPECT_EQ(Load(scratch.path()).error().ToString(), scratch.path() + ": there is no journal of a run here");
  WriteText(scratch.path() + "/file", "");
  Result<std::string> run = CreateRun(scratch.path() + "/file");
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().ToString(), scratch.path() + "/file/runs: cannot be made: Not a directory");
}

TEST(WholeFiles, AreReplacedOnlyWhenTheNewTextIsComplete) {
  TemporaryDirectory scratch = Scratch();
  std::string path = scratch.path() + "/f.json";
  EXPECT_TRUE(WriteWholeFile(path, "old"));
  EXPECT_TRUE(WriteWholeFile(path, "new"));
  EXPECT_EQ(FileText(path), "new");
  fs::create_symlink("f.json", scratch.path() + "/link");
  EXPECT_TRUE(WriteWholeFile(scratch.path() + "/link", "through"));
  EXPECT_TRUE(fs::is_symlink(scratch.path() + "/link"));
  EXPECT_EQ(FileText(path), "through");
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), fs::directory_iterator()), 2);
  EXPECT_EQ(WriteWholeFile("/dev/full", "x").error().ToString(), "/dev/full: No space left on device");
  EXPECT_FALSE(WriteWholeFile(scratch.path() + "/no/such/f.json", "x"));
  EXPECT_FALSE(ReadWholeFile(scratch.path()));
  EXPECT_FALSE(ReadWholeFile(scratch.path() + "/none"));
}

}  // namespace
}  // namespace raddle::report
