// Names of things that the shim refers to by number: variables (fields, types of arrays) and locks.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "event/ids.h"

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

class Variables {
 public:
  // The variable that a site names: "pkg.Class.field" of the declaring class.
  void Bind(uint32_t site, std::string_view declaring_class, std::string_view field);
  VariableId OfSite(uint32_t site) const;
  uint32_t OfType(std::string_view readable) { return names_.Intern(readable); }
  std::string NameOf(VariableId id) const { return names_.Get(id.value()); }

  // The word of a static field, outside the Java heap; the same for every site that names the field.
  uint64_t* StaticWord(std::string_view declaring_class, uint64_t loader_key, std::string_view field);

  // A new lock's label: "com.acme.Bank@1", counted for each class.
  LockId NewLock(std::string_view class_name);
  std::string NameOf(LockId id) const;

 private:
  Names names_;
  mutable std::mutex mutex_;
  std::deque<uint32_t> of_site_;
  std::unordered_map<std::string, std::unique_ptr<uint64_t>> statics_;
  std::unordered_map<std::string, uint32_t> locks_of_class_;
  std::deque<std::string> locks_;
};

}  // namespace raddle::agent
