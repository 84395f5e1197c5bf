// Finding: one problem, with the evidence for it. FindingsFile: what a command found. This is the model behind every
// output: text, JSON and all other formats render it and add nothing. docs/findings.md is the contract of the file.
//
// Plain data. Strings may come straight from the JVM in modified UTF-8 and hold anything (a thread's name is the
// program's own); the writers clean them.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raddle::report {

enum class Kind : uint8_t { kDataRace, kObjectRace, kHighLevelRace, kAtomicityViolation, kDeadlock };

// Strongest first, so that the smaller of two is the stronger.
enum class Grade : uint8_t { kObserved, kPredicted, kSuspected };

enum class Op : uint8_t { kRead, kWrite, kCall, kLock, kUnlock };

// As the findings file spells them: "data-race", "observed", "read".
std::string_view NameOf(Kind kind);
std::string_view NameOf(Grade grade);
std::string_view NameOf(Op op);

// Empty where there is none of this name.
std::optional<Kind> KindNamed(std::string_view name);
std::optional<Grade> GradeNamed(std::string_view name);
std::optional<Op> OpNamed(std::string_view name);

// One side of a finding.
struct Access {
  Op op = Op::kRead;
  std::string thread;      // its name; for a suspected finding, its root
  std::string class_name;  // pkg.Outer$Inner
  std::string method;
  std::string descriptor;
  std::string file;                  // empty where the class does not say
  uint32_t line = 0;                 // 0 where the class does not say
  std::vector<std::string> locks;    // "com.acme.Bank@1"; "class com.acme.Bank@2" for the monitor of a class itself
  std::vector<std::string> stack;    // innermost first: "com.acme.Bank.transfer(Bank.java:31)"
  std::vector<std::string> view;     // high-level races: the variables touched in one critical section
  uint64_t thread_id = 0;            // Thread.threadId(); 0 where not known
  std::string starter;               // the name of the thread that started this one
  std::vector<std::string> started;  // that thread's stack in Thread.start, innermost first
  bool stack_exact = true;  // false: the stack is of another access by the same thread at the same place, or cut short

  auto operator<=>(const Access&) const = default;
};

// How often the accesses of a variable held which lock. Advice is made from it.
struct LockUse {
  std::string lock;  // as in Access::locks, without "@n"
  uint64_t held = 0;

  auto operator<=>(const LockUse&) const = default;
};

struct Statistics {
  uint64_t accesses = 0;
  std::vector<LockUse> locks;

  auto operator<=>(const Statistics&) const = default;
};

struct Finding {
  std::string id;  // Fingerprint() of this finding; Complete() sets it
  Kind kind = Kind::kDataRace;
  Grade grade = Grade::kSuspected;
  std::vector<std::string> detectors;  // sorted
  std::string variable;
  std::vector<std::string> variables;
  std::string object;
  uint64_t count = 1;
  std::vector<Access> accesses;
  // Suspected findings: the pairs of call paths that lead to it, up to eight; `accesses` is the first. None if there is
  // only that one.
  std::vector<std::vector<Access>> pairs;
  bool is_doubtful = false;  // suspected findings: whether both accesses are to one object is a guess
  std::string message;
  std::string advice;
  std::string reproduce;
  std::vector<std::string> sections;  // the atomic sections that were violated, by name; sorted
  Statistics statistics;

  bool operator==(const Finding&) const = default;
};

// Sets id; fills in variables, message and advice where they are empty and can be derived; sorts detectors.
void Complete(Finding& finding);

struct Summary {
  uint64_t observed = 0;
  uint64_t predicted = 0;
  uint64_t suspected = 0;
  uint64_t suppressed = 0;
  uint64_t known = 0;  // left out because a baseline contains them

  bool operator==(const Summary&) const = default;
};

// A suppression that was applied, and what it hid, which may be nothing.
struct Hidden {
  std::string suppression;  // "suppressions.txt:4: kind: data-race, variable: com.acme.Stats.*"
  std::string reason;
  std::vector<std::string> ids;  // of the findings, sorted

  bool operator==(const Hidden&) const = default;
};

struct FindingsFile {
  std::string raddle = {};  // version
  std::vector<std::string> command = {};
  Summary summary = {};
  std::vector<std::string> notes = {};
  std::vector<Hidden> suppressions = {};
  std::vector<Finding> findings = {};

  bool operator==(const FindingsFile&) const = default;
};

// Counts the findings by grade into file.summary; suppressed and known stay as they are.
void Tally(FindingsFile& file);

// How many findings are of this grade or a stronger one.
uint64_t AtLeast(const FindingsFile& file, Grade grade);

}  // namespace raddle::report
