#include "report/words.h"

#include <vector>

#include <fmt/format.h>

namespace raddle::report {

std::string_view InWords(Kind kind) {
  switch (kind) {
    case Kind::kDataRace:
      return "data race";
    case Kind::kObjectRace:
      return "object race";
    case Kind::kHighLevelRace:
      return "high-level race";
    case Kind::kAtomicityViolation:
      return "atomicity violation";
    case Kind::kDeadlock:
      return "deadlock";
  }
  return "";
}

std::string Times(uint64_t count) {
  return count == 1 ? "once" : fmt::format("{} times", count);
}

std::string Plural(uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string Subject(const Finding& finding) {
  if (finding.variables.size() < 2) return finding.variable;
  return fmt::format("{}", fmt::join(finding.variables, ", "));
}

std::string ThreadName(const Access& access) {
  return access.thread.empty() ? "a thread" : access.thread;
}

std::string ThreadAndNumber(const Access& access) {
  std::string name = ThreadName(access);
  const bool told = name.ends_with(fmt::format("[#{}]", access.thread_id));  // a virtual thread without a name
  return access.thread_id == 0 || told ? name : fmt::format("{} (#{})", name, access.thread_id);
}

std::string PlaceOf(const Access& access) {
  if (access.class_name.empty()) return "a place that is not known any more";
  std::string name = fmt::format("{}.{}", access.class_name, access.method);
  if (access.file.empty()) return name;
  return access.line == 0 ? fmt::format("{} in {}", access.file, name) : fmt::format("{}:{}", access.file, access.line);
}

std::string Holding(const Finding& finding, const Access& access) {
  if (!access.locks.empty()) return fmt::format("holding {}", fmt::join(access.locks, ", "));
  // Who catches accesses in the act alone does not know what locks are held.
  return finding.detectors == std::vector<std::string>{"atomrace"} ? "" : "holding no lock";
}

}  // namespace raddle::report
