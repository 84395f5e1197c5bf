// LibraryModel: what classes that are not analysed mean. It comes from models/jdk.txt, which lists the words and their
// meaning.
//
// A look-up walks the supertypes of a class, so a fact about an interface holds for everything that implements it. The
// answers for each class and method name are cached.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "classpath/hierarchy.h"

namespace raddle::program {

enum class Role : uint8_t {
  kNone,
  kStart,
  kSpawn,
  kAfter,
  kParallel,
  kInline,
  kEach,
  kJoin,
  kLock,
  kTryLock,
  kUnlock,
  kReadLock,
  kTryReadLock,
  kOptimistic,
  kReadUnlock,
  kReadView,
  kWriteView,
  kWraps,
  kDrops,
  kPasses,
  kChanges,
  kWrites,
  kReorders,
  kSerial,
  kPool,
  kAll,
  kHolds,
  kEvents,
  kRuns,
  kMakes,
  kTries,
  kCopies,
  kOne,
  kHook,
};

// How a call orders threads, whatever else it does.
enum class Order : uint8_t { kNone, kSend, kAwait, kSees, kMeet, kTakes };

class LibraryModel {
 public:
  static LibraryModel BuiltIn();
  // The errors name the line.
  static Result<LibraryModel> Parse(std::string_view text);

  Role RoleOf(const classpath::Hierarchy& types, ClassId in, std::string_view method) const;
  Order OrderOf(const classpath::Hierarchy& types, ClassId in, std::string_view method) const;
  // For a call with the role `start`: the method that the other thread runs.
  std::string_view Started(const classpath::Hierarchy& types, ClassId in) const;

  // The types of the objects that an object holds and calls, in whichever call; none for most classes.
  const std::vector<std::string>& CalledBy(const classpath::Hierarchy& types, ClassId id) const;

  bool IsValue(const classpath::Hierarchy& types, ClassId id) const;
  bool IsUnsafe(const classpath::Hierarchy& types, ClassId id) const;
  bool OnlyReads(std::string_view method) const { return reads_.contains(std::string(method)); }

 private:
  using Names = std::unordered_set<std::string>;
  template <typename Word>
  struct Words {  // of methods
    std::unordered_map<std::string, std::unordered_map<std::string, Word>> by_class;
    std::map<std::pair<ClassId, std::string>, Word, std::less<>> known;
    Word Of(const classpath::Hierarchy& types, ClassId in, std::string_view method);
  };
  bool IsAmong(const Names& names, const classpath::Hierarchy& types, ClassId id,
               std::unordered_map<ClassId, bool>& known) const;

  mutable Words<Role> roles_;
  mutable Words<Order> orders_;
  std::unordered_map<std::string, std::string> started_;  // by class
  std::unordered_map<std::string, std::vector<std::string>> called_;  // by class
  mutable std::unordered_map<ClassId, const std::vector<std::string>*> known_called_;
  Names values_, unsafe_, reads_;
  mutable std::unordered_map<ClassId, bool> known_values_, known_unsafe_;
};

}  // namespace raddle::program
