#include "report/advice.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace raddle::report {
namespace {

constexpr std::string_view kClassObject = "class ";

bool IsLockObject(std::string_view lock_class) {
  return lock_class.starts_with("java.util.concurrent.locks.");
}

// "monitor of the Bank", "monitor of class Bank", "ReentrantLock"; `article` goes before an instance.
std::string LockInWords(std::string_view lock_class, std::string_view article) {
  if (lock_class.starts_with(kClassObject)) {
    return fmt::format("monitor of class {}", ShortClass(lock_class.substr(kClassObject.size())));
  }
  if (IsLockObject(lock_class)) return ShortClass(lock_class);
  return fmt::format("monitor of {} {}", article, ShortClass(lock_class));
}

bool Holds(const Access& access, std::string_view lock_class) {
  return std::any_of(access.locks.begin(), access.locks.end(),
                     [&](const std::string& lock) { return LockClass(lock) == lock_class; });
}

std::string Place(const Access& access) {
  if (access.file.empty() || access.line == 0)
    return fmt::format("{}.{}", ShortClass(access.class_name), access.method);
  return fmt::format("{}:{}", access.file, access.line);
}

std::string PlacesWithout(std::span<const Access> accesses, std::string_view lock_class) {
  std::vector<std::string> places;
  for (const Access& access : accesses) {
    if (access.class_name.empty()) continue;  // not known any more
    std::string place = Place(access);
    if (!Holds(access, lock_class) && std::find(places.begin(), places.end(), place) == places.end()) {
      places.push_back(std::move(place));
    }
  }
  return fmt::format("{}", fmt::join(places, " and "));
}

// A lock that both hold keeps them apart, unless both hold it for reading.
std::string AdviseWriting(std::span<const Access> accesses) {
  if (accesses.size() != 2) return "";
  const std::vector<std::string>& locks = accesses[0].locks;
  const auto common = std::find_if(locks.begin(), locks.end(), [&](const std::string& lock) {
    const bool both = std::find(accesses[1].locks.begin(), accesses[1].locks.end(), lock) != accesses[1].locks.end();
    return both && IsLockObject(LockClass(lock));
  });
  if (common == locks.end()) return "";
  std::vector<std::string> places;
  for (const Access& access : accesses) {
    const bool known = std::find(places.begin(), places.end(), Place(access)) != places.end();
    if (access.op == Op::kWrite && !access.class_name.empty() && !known) places.push_back(Place(access));
  }
  if (places.empty()) return "";
  return fmt::format("both hold the {} for reading only: take it for writing at {}",
                     LockInWords(LockClass(*common), "the"), fmt::join(places, " and "));
}

std::string_view Participle(Op op) {
  switch (op) {
    case Op::kRead:
      return "read";
    case Op::kWrite:
      return "written";
    case Op::kCall:
      return "called";
    case Op::kLock:
      return "locked";
    case Op::kUnlock:
      return "unlocked";
  }
  return "";
}

std::string_view Outcome(const Finding& finding) {
  if (finding.kind == Kind::kAtomicityViolation) return "inside what should be one atomic section";
  if (finding.kind == Kind::kHighLevelRace) return "in critical sections that do not cover the same variables";
  switch (finding.grade) {
    case Grade::kObserved:
      return "with nothing to order them";
    case Grade::kPredicted:
      return "with no lock in common";
    case Grade::kSuspected:
      return "with no lock or order found between them";
  }
  return "";
}

// By the names alone: "java.util.ArrayList", where a field has a class before it.
bool LooksLikeClass(std::string_view variable) {
  const size_t dot = variable.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || variable.ends_with("[]")) return false;
  const auto is_lower = [](char letter) { return letter >= 'a' && letter <= 'z'; };
  const std::string_view before = variable.substr(0, dot);
  return is_lower(before[before.rfind('.') + 1]) && !is_lower(variable[dot + 1]);
}

// Whether the variable is a whole object, such as a collection: then its name is a class's.
bool IsWhole(const Finding& finding, std::string_view variable) {
  const std::string_view object = finding.object;
  const bool same =
      object.starts_with(variable) && (object.size() == variable.size() || object[variable.size()] == ' ');
  if (object.empty() && LooksLikeClass(variable)) return true;
  return finding.kind == Kind::kObjectRace || (same && !variable.empty());
}

std::string DescribeDeadlock(const Finding& finding) {
  std::vector<std::string> locks;
  for (const std::string& lock : finding.variables) locks.push_back(ShortClass(lock));
  return fmt::format("{} are taken in different orders by different threads: they can wait for each other for ever",
                     fmt::join(locks, " and "));
}

}  // namespace

std::string Describe(const Finding& finding) {
  if (finding.kind == Kind::kDeadlock) return DescribeDeadlock(finding);
  const auto short_name = [&](std::string_view name) {
    return IsWhole(finding, name) ? ShortClass(name) : ShortVariable(name);
  };
  std::vector<std::string> names;
  for (const std::string& variable : finding.variables) names.push_back(short_name(variable));
  if (names.empty()) names.push_back(short_name(finding.variable));
  std::vector<std::string> deeds;
  for (const Access& access : finding.accesses) {
    std::string_view doer = access.thread.empty() ? "a thread" : std::string_view(access.thread);
    bool same_deed = !deeds.empty() && access.op == finding.accesses[deeds.size() - 1].op;
    deeds.push_back(fmt::format("{}by {}", same_deed ? "" : fmt::format("{} ", Participle(access.op)), doer));
  }
  return fmt::format("{} {} {} {}", fmt::join(names, ", "), names.size() == 1 ? "is" : "are", fmt::join(deeds, " and "),
                     Outcome(finding));
}

std::string Advise(const Statistics& statistics, std::span<const Access> accesses) {
  auto best = std::max_element(statistics.locks.begin(), statistics.locks.end(), [](const auto& a, const auto& b) {
    return a.held != b.held ? a.held < b.held : a.lock > b.lock;
  });
  if (best == statistics.locks.end() || best->held == 0) return "";
  uint64_t all = statistics.accesses;
  if (best->held > all || best->held < all - best->held) return "";

  if (std::string writing = AdviseWriting(accesses); !writing.empty()) return writing;
  if (best->held == all) {
    if (all < 2 || best->lock.starts_with(kClassObject)) return "";
    return fmt::format("{} accesses hold a {}, but not the same one: let them share one lock",
                       all == 2 ? "both" : fmt::format("all {}", all), LockInWords(best->lock, "some"));
  }
  std::string places = PlacesWithout(accesses, best->lock);
  return fmt::format("{} of {} accesses {} the {}: take it {}", best->held, all, best->held == 1 ? "holds" : "hold",
                     LockInWords(best->lock, "the"), places.empty() ? "for the others too" : "at " + places + " too");
}

std::string ShortClass(std::string_view name) {
  std::string text(name.substr(name.rfind('.') + 1));
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    bool named = text[i + 1] != '$' && (text[i + 1] < '0' || text[i + 1] > '9');  // Bank$1 is called just that
    if (text[i] == '$' && text[i - 1] != '$' && named) text[i] = '.';
  }
  return text;
}

std::string ShortVariable(std::string_view variable) {
  size_t dot = variable.rfind('.');
  if (variable.ends_with("[]") || dot == std::string_view::npos) return ShortClass(variable);
  return fmt::format("{}{}", ShortClass(variable.substr(0, dot)), variable.substr(dot));
}

std::string_view LockClass(std::string_view lock) {
  return lock.substr(0, lock.rfind('@'));
}

}  // namespace raddle::report
