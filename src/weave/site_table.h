// SiteTable: every bytecode instruction that makes an event, by number.
//
// The weaver adds sites as classes are woven; the runtime and the report look them up. Numbers start at 1 and are given
// out in order, so tables indexed by site stay dense. Adding takes a lock. A site is never changed or removed once it
// has been added, so references to it stay valid.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace raddle::weave {

enum class SiteKind : uint8_t {
  kFieldRead,
  kFieldWrite,
  kStaticRead,
  kStaticWrite,
  kArrayRead,
  kArrayWrite,
  kLock,
  kUnlock,
  kCall,
  kEntry  // of a method, for object races: the call of it
};

// What every site of one method has in common.
struct SiteMethod {
  std::string class_name;  // internal name
  std::string method;
  std::string descriptor;
  std::string source_file;  // empty where the class does not say
  uint32_t class_id = 0;    // the agent's number for the class, which knows its loader
};

struct Site {
  const SiteMethod* method;
  SiteKind kind;
  uint16_t bci;
  uint16_t line;           // 0: unknown
  std::string_view owner;  // of the field, as the instruction names it; lives as long as the table
  std::string_view name;
  std::string_view descriptor;
};

class SiteTable {
 public:
  const SiteMethod* AddMethod(SiteMethod method);
  // The texts of the site are copied into the table.
  uint32_t Add(Site site);
  const Site& operator[](uint32_t number) const;
  uint32_t size() const;
  // Of those that were added behind so many, the class's.
  std::vector<uint32_t> OfClass(uint32_t class_id, uint32_t behind) const;

 private:
  struct TextHash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  std::string_view Keep(std::string_view text);

  mutable std::mutex mutex_;
  std::deque<SiteMethod> methods_;
  std::unordered_set<std::string, TextHash, std::equal_to<>> texts_;
  std::deque<Site> sites_;  // site n at n - 1
};

}  // namespace raddle::weave
