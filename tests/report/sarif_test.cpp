#include "report/sarif.h"

#include <gtest/gtest.h>

#include "samples.h"

namespace raddle::report {
namespace {

FindingsFile OneFinding() {
  FindingsFile file;
  file.raddle = "0.1.0";
  file.findings = {BankFinding()};
  Tally(file);
  return file;
}

TEST(Sarif, SaysWhatTheFindingSays) {
  FindingsFile file = OneFinding();
  file.notes = {"method com.acme.Huge.table()V was not woven: it would exceed 64 KiB"};
  ExpectSame("bank.sarif", WriteSarif(file));
}

// Who catches accesses in the act does not know.
TEST(Sarif, LocksThatNobodyKnowsOfAreNotDenied) {
  FindingsFile file = OneFinding();
  file.findings[0].detectors = {"atomrace"};
  EXPECT_EQ(WriteSarif(file).find("no lock"), std::string::npos);
}

TEST(Sarif, APlaceIsAUri) {
  FindingsFile file = OneFinding();
  file.findings[0].accesses[0].file = "A b%.java";
  EXPECT_NE(WriteSarif(file).find("\"uri\": \"com/acme/A%20b%25.java\""), std::string::npos);
}

// Its schema says that the stacks of a result differ.
TEST(Sarif, AStackThatBothHaveIsThereOnce) {
  FindingsFile file;
  file.findings = {BankFinding()};
  file.findings[0].accesses[1] = file.findings[0].accesses[0];
  const std::string text = WriteSarif(file);
  const size_t first = text.find("\"frames\"");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(text.find("\"frames\"", first + 1), std::string::npos);
}

TEST(Sarif, AnAccessWithoutAFileHasALogicalPlaceOnly) {
  FindingsFile file = OneFinding();
  for (Access& access : file.findings[0].accesses) {
    access.file.clear();
    access.stack = {"com.acme.Bank.transfer(Unknown Source)", "com.acme.Bank.run"};
  }
  const std::string text = WriteSarif(file);
  EXPECT_EQ(text.find("physicalLocation"), std::string::npos);
  EXPECT_NE(text.find("\"fullyQualifiedName\": \"com.acme.Bank.run\""), std::string::npos);
}

}  // namespace
}  // namespace raddle::report
