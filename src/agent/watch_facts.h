// The facts of a run (docs/facts.md): which accesses of a class are left unwatched when it is woven, and how many.
//
// Safe facts are worked out from the bytes that are loaded. Closed facts come from a file, and hold for the class whose
// hash they carry. Any thread, once loaded.
#pragma once

#include <array>
#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classfile/bytes.h"
#include "classfile/class_file.h"
#include "facts/facts.h"
#include "pointcut/shadow.h"

namespace raddle::agent {

// Of one class. Methods are asked as they were loaded.
class AccessFacts {
 public:
  explicit AccessFacts(facts::ClassFacts facts) : facts_(std::move(facts)) {}

  // By instruction; what is behind the end of the answer is watched. `watched` is what others say.
  std::vector<bool> Watched(const classfile::ClassFile& file, const classfile::Member& method,
                            std::vector<bool> watched) const;
  // An access, whatever it is of.
  bool MayBeShared(const classfile::ClassFile& file, const pointcut::Shadow& shadow) const;
  bool empty() const { return facts_.methods.empty(); }

 private:
  facts::ClassFacts facts_;
};

class WatchFacts {
 public:
  // `ordered`: accesses that other threads make at other times are of no interest to any detector of the run.
  Result<void> Load(facts::Level level, const std::string& file, bool ordered);

  bool enabled() const { return level_ != facts::Level::kNone; }
  // `bytes` are what the file was read from.
  AccessFacts Find(const classfile::ClassFile& file, classfile::Bytes bytes) const;
  // The same, and counts them: the class is going to be woven so. A note where those of the file are of another class
  // of its name.
  AccessFacts Use(const classfile::ClassFile& file, classfile::Bytes bytes, std::vector<std::string>& notes);
  // "facts (safe): 12 places not watched: 12 to what never leaves its method"
  std::string Statistics() const;

 private:
  facts::ClassFacts Known(const classfile::ClassFile& file, classfile::Bytes bytes) const;

  facts::Level level_ = facts::Level::kNone;
  bool ordered_ = true;
  facts::ProgramFacts closed_;
  std::array<std::atomic<uint64_t>, facts::kWords.size()> counts_ = {};
};

}  // namespace raddle::agent
