// The journal on disks that are full, forbidden or pulled away.
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>

#include <gtest/gtest.h>

#include "report/journal.h"
#include "report/journal_reader.h"
#include "samples.h"

namespace raddle::report {
namespace {

const JournalStart kStart{.raddle = "0.1.0", .command = {"java", "Bank"}};

Finding Numbered(int n) {
  Finding finding = BankFinding();
  finding.variable = "com.acme.Account.f" + std::to_string(n);
  finding.variables.clear();
  Complete(finding);
  return finding;
}

void LimitFileSize(rlim_t bytes) {
  signal(SIGXFSZ, SIG_IGN);  // as HotSpot has it
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes == RLIM_INFINITY ? limit.rlim_max : bytes;
  setrlimit(RLIMIT_FSIZE, &limit);
}

// In a process of its own, since limits and users are the whole process's. Returns its exit status.
int InChild(const std::function<bool()>& body) {
  pid_t child = fork();
  if (child == 0) _exit(body() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST(JournalFaults, AFullDiskIsSaidOnceAndTriedAgain) {
  TemporaryDirectory scratch = Scratch();
  int status = InChild([&] {
    Journal journal(scratch.path(), kStart);
    if (!journal.Add(Numbered(0))) return false;
    LimitFileSize(std::filesystem::file_size(journal.path()) + 100);  // room for part of a record
    Result<void> first = journal.Add(Numbered(1));
    if (first || first.error().reason != "cannot write findings: File too large") return false;
    if (first.error().place != journal.path()) return false;
    if (!journal.Add(Numbered(2)) || journal.pending() == 0) return false;  // told already
    LimitFileSize(RLIM_INFINITY);
    return journal.Add(Numbered(3)).ok() && journal.pending() == 0 && journal.End().ok();
  });
  EXPECT_EQ(status, 0);
  Result<FindingsFile> file = ReadRun(scratch.path());
  ASSERT_TRUE(file);
  EXPECT_EQ(file->findings.size(), 4u);
  ASSERT_EQ(file->notes.size(), 1u);  // the part of a record that had found room
  EXPECT_NE(file->notes[0].find("1 line damaged"), std::string::npos) << file->notes[0];
}

TEST(JournalFaults, FullAtAnyByteNothingThatWasWrittenIsLost) {
  for (rlim_t room = 0; room < 3000; room += 97) {
    TemporaryDirectory scratch = Scratch();
    int status = InChild([&] {
      LimitFileSize(room);
      Journal journal(scratch.path(), kStart);
      int errors = 0;
      for (int n = 0; n < 4; ++n) errors += !journal.Add(Numbered(n));
      LimitFileSize(RLIM_INFINITY);
      return errors == 1 && journal.End().ok() && journal.pending() == 0;
    });
    EXPECT_EQ(status, 0) << room;
    Result<FindingsFile> file = ReadRun(scratch.path());
    ASSERT_TRUE(file) << room;
    EXPECT_EQ(file->findings.size(), 4u) << room;
  }
}

TEST(JournalFaults, AFullDiskThatStaysFullKeepsWhatWasThere) {
  TemporaryDirectory scratch = Scratch();
  int status = InChild([&] {
    Journal journal(scratch.path(), kStart);
    if (!journal.Add(Numbered(0))) return false;
    LimitFileSize(std::filesystem::file_size(journal.path()));
    int errors = 0;
    for (int n = 1; n < 8000; ++n) errors += !journal.Add(Numbered(n));  // more than it keeps waiting
    return errors == 1 && journal.pending() <= Journal::kMostPending && journal.pending() > Journal::kMostPending / 2;
  });
  EXPECT_EQ(status, 0);
  Result<FindingsFile> file = ReadRun(scratch.path());
  ASSERT_TRUE(file);
  EXPECT_EQ(file->findings.size(), 1u);
}

TEST(JournalFaults, ADirectoryThatCannotBeWrittenToIsSaidOnce) {
  TemporaryDirectory scratch = Scratch();
  WriteText(scratch.path() + "/file", "");
  for (std::string folder : {scratch.path() + "/file/run", std::string("/proc/no/such")}) {
    Journal journal(folder, kStart);
    Result<void> opened = journal.Open();
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().ToString().find("cannot write findings"), std::string::npos);
    EXPECT_TRUE(journal.Add(Numbered(1)));
    EXPECT_TRUE(journal.End());
    EXPECT_GT(journal.pending(), 0u);
    EXPECT_EQ(journal.path(), "");
  }
}

TEST(JournalFaults, AForbiddenDirectoryWorksOnceItIsAllowed) {
  TemporaryDirectory scratch = Scratch();
  std::string folder = scratch.path() + "/run";
  ASSERT_EQ(mkdir(folder.c_str(), 0777), 0);
  ASSERT_EQ(chmod(folder.c_str(), 0777), 0);
  ASSERT_EQ(chmod(scratch.path().c_str(), 0777), 0);
  int status = InChild([&] {
    if (chmod(folder.c_str(), 0555) != 0) return false;
    if (geteuid() == 0 && seteuid(65534) != 0) return true;  // root may do anything
    Journal journal(folder, kStart);
    Result<void> added = journal.Add(Numbered(1));
    if (added || added.error().reason != "cannot write findings: Permission denied") return false;
    if (seteuid(getuid()) != 0 || chmod(folder.c_str(), 0755) != 0) return false;
    return journal.Add(Numbered(2)).ok() && journal.pending() == 0;
  });
  EXPECT_EQ(status, 0);
  Result<FindingsFile> file = ReadRun(folder);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->findings.size(), 2u);
}

TEST(JournalFaults, ADeletedJournalIsBegunAgain) {
  TemporaryDirectory scratch = Scratch();
  std::string folder = scratch.path() + "/runs/1";
  Journal journal(folder, kStart);
  ASSERT_TRUE(journal.Add(Numbered(1)));
  std::filesystem::remove_all(scratch.path() + "/runs");
  EXPECT_TRUE(journal.Add(Numbered(2)));
  EXPECT_TRUE(journal.End());
  Result<FindingsFile> file = ReadRun(folder);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->findings.size(), 1u);
  EXPECT_EQ(file->notes,
            std::vector<std::string>{"the journal was deleted while the program ran: what it held until then is lost"});
}

TEST(JournalFaults, KilledAtAnyMomentWhatWasAddedIsThere) {
  for (int round = 0; round < 10; ++round) {
    TemporaryDirectory scratch = Scratch();
    int progress[2];
    ASSERT_EQ(pipe(progress), 0);
    pid_t child = fork();
    if (child == 0) {
      Journal journal(scratch.path(), kStart);
      for (int n = 0;; ++n) {
        if (!journal.Add(Numbered(n))) _exit(1);
        char byte = 0;
        if (write(progress[1], &byte, 1) != 1) _exit(1);
      }
    }
    close(progress[1]);
    char byte;
    size_t added = 0;
    for (int n = 0; n < 5 + round; ++n) added += read(progress[0], &byte, 1) == 1;
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    while (read(progress[0], &byte, 1) == 1) ++added;
    close(progress[0]);
    Result<FindingsFile> file = ReadRun(scratch.path());
    ASSERT_TRUE(file);
    EXPECT_GE(file->findings.size(), added);
    EXPECT_LE(file->findings.size(), added + 1);
    ASSERT_EQ(file->notes.size(), 1u);
    EXPECT_NE(file->notes[0].find("was killed"), std::string::npos);
  }
}

}  // namespace
}  // namespace raddle::report
