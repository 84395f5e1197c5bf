// Findings to test with: the bank of docs/findings.md, and random ones.
#pragma once

#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/subprocess.h"
#include "report/finding.h"

namespace raddle::report {

inline Access MakeAccess(Op op, std::string thread, std::vector<std::string> locks, uint32_t line = 31) {
  Access access;
  access.op = op;
  access.thread = std::move(thread);
  access.class_name = "com.acme.Bank";
  access.method = "transfer";
  access.descriptor = "(II)V";
  access.file = "Bank.java";
  access.line = line;
  access.locks = std::move(locks);
  access.stack = {"com.acme.Bank.transfer(Bank.java:" + std::to_string(line) + ")",
                  "com.acme.Teller.run(Teller.java:12)"};
  return access;
}

inline Finding BankFinding() {
  Finding finding;
  finding.kind = Kind::kDataRace;
  finding.grade = Grade::kObserved;
  finding.detectors = {"hb", "racer"};
  finding.variable = "com.acme.Account.balance";
  finding.object = "com.acme.Account allocated at Bank.java:14";
  finding.count = 17;
  finding.accesses = {MakeAccess(Op::kRead, "teller-1", {}), MakeAccess(Op::kWrite, "teller-2", {"com.acme.Bank@1"})};
  finding.statistics = {.accesses = 6, .locks = {{"com.acme.Bank", 5}}};
  finding.reproduce = "raddle run --noise variable=com.acme.Account.balance:1000 --seed 77 -- java -cp classes Bank";
  Complete(finding);
  return finding;
}

// One of few problems, seen by one of few detectors in one of few ways: so that many meet in a merge.
inline Finding RandomFinding(std::mt19937& random) {
  auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Finding finding;
  finding.kind = static_cast<Kind>(pick(5));
  finding.grade = static_cast<Grade>(pick(3));
  finding.detectors = {pick(2) == 0 ? "hb" : "racer"};
  finding.variable = pick(2) == 0 ? "a.A.x" : "b.B.y";
  finding.count = 1 + static_cast<uint64_t>(pick(9));
  if (pick(2) == 0) finding.sections = {"s" + std::to_string(pick(3))};
  for (int i = 0; i < 2; ++i) {
    Access access = MakeAccess(static_cast<Op>(pick(2)), "t" + std::to_string(pick(3)), {}, 1 + pick(3));
    access.method = pick(2) == 0 ? "get" : "set";
    access.stack_exact = pick(3) != 0;
    if (pick(2) == 0) access.locks.push_back("a.A@" + std::to_string(pick(2)));
    finding.accesses.push_back(std::move(access));
  }
  if (pick(2) == 0) finding.statistics = {.accesses = 1u + pick(6), .locks = {{"a.A", 1u + pick(5)}}};
  if (pick(3) == 0) finding.advice = "advice " + std::to_string(pick(3));
  if (pick(3) == 0) finding.reproduce = "again " + std::to_string(pick(3));
  if (pick(2) == 0) finding.object = "object " + std::to_string(pick(3));
  Complete(finding);
  return finding;
}

inline std::string FileText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline void WriteText(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

// The text is that of expected/NAME; RADDLE_UPDATE=1 writes it instead.
inline void ExpectSame(const std::string& name, const std::string& text) {
  std::string path = std::string(RADDLE_SOURCE_DIR) + "/tests/report/expected/" + name;
  if (std::getenv("RADDLE_UPDATE") != nullptr) WriteText(path, text);
  EXPECT_EQ(text, FileText(path)) << path << ": if that is right, run this test again with RADDLE_UPDATE=1";
}

inline TemporaryDirectory Scratch() {
  Result<TemporaryDirectory> made = TemporaryDirectory::Create();
  EXPECT_TRUE(made);
  return *std::move(made);
}

}  // namespace raddle::report
