// LockPath: the value of a variable as a path that means the same in another place: parameter 0, its field `lock`, ...
//
// Two variables of one method with equal paths hold the same object as long as the fields on the way do not change, and
// a path can be carried over a call: an argument's path in the caller is the parameter's in the callee. That is the
// must-alias question of lock analysis, answered without an alias analysis.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "program/program.h"

namespace raddle::locks {

struct LockPath {
  enum Root : uint8_t { kParameter, kStatic, kClass, kText, kLocal };
  static constexpr size_t kLongest = 3;

  Root root = kLocal;
  uint32_t number = 0;  // of the parameter, static field, class, string constant, or Var
  std::vector<FieldId> fields;

  auto operator<=>(const LockPath&) const = default;
  bool IsGlobal() const { return root == kStatic || IsConstant(); }
  bool IsConstant() const { return root == kClass || root == kText; }
  // What is left of this path after `start`; nothing if it does not start so.
  std::optional<std::vector<FieldId>> After(const LockPath& start) const;
};

// How it is held: by `synchronized`, which has nothing to do with the lock that the same object is to its callers; as
// that lock; or as that lock while others may hold it so, too.
enum class Hold : uint8_t { kMonitor, kAlone, kShared };

// Two threads do not hold one object so at the same time.
constexpr bool Exclude(Hold a, Hold b) {
  return (a == Hold::kMonitor) == (b == Hold::kMonitor) && !(a == Hold::kShared && b == Hold::kShared);
}

// The paths of a method's variables.
class Paths {
 public:
  // What a call gives, as a path in the callee of final fields: `return this`, `return lock`. Null if it is not known.
  struct Given {
    LockPath path;
    bool is_read_view;
  };
  using Gives = std::function<const Given*(const program::Call& call)>;
  Paths(const program::Program& program, const program::MethodCode& code, const Gives& gives);

  const LockPath& operator[](program::Var var) const { return paths_[var]; }
  // It is a view of a read/write lock that lets others read (ReadWriteLock.readLock()).
  bool IsReadView(program::Var var) const { return read_views_[var]; }
  // What a path in the callee is here.
  std::optional<LockPath> InCaller(const LockPath& of_callee, const program::Call& call) const;

 private:
  std::vector<LockPath> paths_;
  std::vector<bool> read_views_;
};

}  // namespace raddle::locks
