// Names of things that the shim refers to by number: variables (fields, types of arrays) and locks.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "event/ids.h"
#include "weave/weaver.h"

namespace raddle::agent {

// Texts by number, each once. Numbers start at 1. Any thread.
class Names {
 public:
  uint32_t Intern(std::string_view text);
  std::string Get(uint32_t number) const;  // empty for 0

 private:
  mutable std::mutex mutex_;
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, uint32_t> numbers_;
};

// A table indexed by site: address space for as many as there can be, memory only for those there are.
inline constexpr size_t kMaxSites = size_t{1} << 26;
void* Reserve(size_t bytes);
template <typename T>
T* ReserveSites() {
  return static_cast<T*>(Reserve(kMaxSites * sizeof(T)));
}

class Variables {
 public:
  // The variable that a site names: "pkg.Class.field" of the declaring class.
  void Bind(uint32_t site, std::string_view declaring_class, std::string_view field);
  VariableId OfSite(uint32_t site) const { return VariableId(Load(site) & kName); }
  // Whether the values of the variable are references. What the site table says, asked once.
  bool CarriesObjects(uint32_t site);
  uint32_t OfType(std::string_view readable) { return names_.Intern(readable); }
  std::string NameOf(VariableId id) const { return names_.Get(id.value()); }

  uint32_t OfName(std::string_view name) { return names_.Intern(name); }

  // The word of a static field, outside the Java heap; the same for every site that names the field. Null for a field
  // that was not declared when its class was woven.
  struct Static {
    uint64_t word = 0;
    uint32_t class_id = 0;  // behind the word: the shim reads it
    weave::StaticField::Kind kind = {};
  };
  void DeclareStatic(std::string_view class_name, uint64_t loader_key, uint32_t class_id,
                     const weave::StaticField& field);
  Static* FindStatic(std::string_view class_name, uint64_t loader_key, std::string_view field);

  // The word of a class as an object, for object races; what its sites name is the class itself.
  uint64_t* ClassWord(std::string_view class_name, uint64_t loader_key);
  void BindClass(uint32_t site, std::string_view readable) {
    __atomic_fetch_or(&of_site_[site], names_.Intern(readable), __ATOMIC_RELAXED);
  }

  // Instance fields of a class that are final or volatile, which object races are not about.
  void DeclareSafe(std::string_view class_name, uint64_t loader_key, const std::vector<std::string>& fields);
  bool IsSafe(std::string_view class_name, uint64_t loader_key, std::string_view field) const;

  // Those that are neither, if views are watched.
  void DeclarePlain(std::string_view class_name, uint64_t loader_key, const std::vector<std::string>& fields);
  bool IsPlain(std::string_view class_name, uint64_t loader_key, std::string_view field) const;

  // The shadow fields of a class, by name.
  void DeclareShadows(std::string_view class_name, uint64_t loader_key, std::vector<std::string> names);
  std::vector<std::string> ShadowsOf(std::string_view class_name, uint64_t loader_key) const;

  // A new lock's label: "com.acme.Bank@1", counted for each class.
  LockId NewLock(std::string_view class_name);
  // Nobody asks which lock that was any more: the next one of its class gets the label.
  void Reuse(LockId id);
  std::string NameOf(LockId id) const;

 private:
  static constexpr uint32_t kAsked = 1u << 31, kCarries = 1u << 30, kName = kCarries - 1;
  uint32_t Load(uint32_t site) const { return __atomic_load_n(&of_site_[site], __ATOMIC_RELAXED); }

  Names names_;
  uint32_t* const of_site_ = ReserveSites<uint32_t>();  // by site; no lock
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Static> statics_;  // by loader, class and name
  std::unordered_map<std::string, std::vector<std::string>> shadows_;
  std::unordered_map<std::string, uint64_t> class_words_;
  std::unordered_set<std::string> safe_, plain_;
  struct LocksOfClass {
    uint32_t count = 0;
    std::vector<LockId> free;
  };
  struct LockName {
    std::string text;
    LocksOfClass* of;
  };
  std::unordered_map<std::string, LocksOfClass> locks_of_class_;
  std::deque<LockName> locks_;
};

}  // namespace raddle::agent
