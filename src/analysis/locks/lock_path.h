// LockPath: the value of a variable as a path that means the same in another place, such as "parameter 0, its field
// `lock`".
//
// Two variables of one method with equal paths hold the same object as long as the fields on the path do not change. A
// path can be carried over a call: the path of an argument in the caller is that of the parameter in the callee. This
// answers the must-alias question of lock analysis without an alias analysis.
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
  // The rest of this path after `start`; none if the path does not begin with it.
  std::optional<std::vector<FieldId>> After(const LockPath& start) const;
};

// How a lock is held. kMonitor: by `synchronized`, which is separate from the java.util.concurrent lock that the same
// object may be. kAlone: as such a lock. kShared: as such a lock, which others may hold in the same way.
enum class Hold : uint8_t { kMonitor, kAlone, kShared };

// Whether two threads cannot hold one object in these two ways at the same time.
constexpr bool Exclude(Hold a, Hold b) {
  return (a == Hold::kMonitor) == (b == Hold::kMonitor) && !(a == Hold::kShared && b == Hold::kShared);
}

// The paths of a method's variables.
class Paths {
 public:
  // What a call returns, as a path of final fields in the callee: `return this`, `return lock`. Null if that is not
  // known.
  struct Given {
    LockPath path;
    bool is_read_view;
  };
  using Gives = std::function<const Given*(const program::Call& call)>;
  Paths(const program::Program& program, const program::MethodCode& code, const Gives& gives);

  const LockPath& operator[](program::Var var) const { return paths_[var]; }
  // The variable is a view of a read/write lock that lets others read (ReadWriteLock.readLock()).
  bool IsReadView(program::Var var) const { return read_views_[var]; }
  // The path in this method for a path in the callee.
  std::optional<LockPath> InCaller(const LockPath& of_callee, const program::Call& call) const;

 private:
  std::vector<LockPath> paths_;
  std::vector<bool> read_views_;
};

}  // namespace raddle::locks
