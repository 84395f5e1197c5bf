// The scope of a run as a pointcut: which classes are watched at all, and which accesses in them.
//
// A class in which the pointcut cannot hold is left alone, as with --exclude. In any other class, accesses for which
// the pointcut does not hold are not told. Synchronisation is always told, since a missing lock would be a false alarm.
// Any thread.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "agent/types.h"
#include "base/result.h"
#include "classfile/class_file.h"
#include "pointcut/ast.h"
#include "pointcut/shadow.h"
#include "pointcut/types.h"

namespace raddle::agent {

class WatchScope {
 public:
  // An empty text is no limit.
  Result<void> Set(std::string_view text, LoadedTypes& types);

  bool limited() const { return pointcut_.has_value(); }
  // The class must have been shown to the types.
  bool Covers(std::string_view class_name) const;
  // By instruction; what is no access is true. `may_be_shared` as in pointcut::World.
  std::vector<bool> Watched(const classfile::ClassFile& file, const classfile::Member& method,
                            const std::function<bool(const pointcut::Shadow&)>& may_be_shared) const;

 private:
  std::optional<pointcut::Pointcut> pointcut_;
  pointcut::Scope names_;
  LoadedTypes* types_ = nullptr;
};

}  // namespace raddle::agent
