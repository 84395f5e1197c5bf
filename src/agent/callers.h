// Callers: sites of accesses that a library makes on the program's behalf, such as Field.set. The instruction that
// counts is the program's call. It was not woven, so it gets its site number when it first makes an access.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include "agent/jvm.h"

namespace raddle::agent {

class Callers {
 public:
  // Of the current thread: the innermost frame that is not the JDK's. 0 if there is none.
  uint32_t SiteOfCaller();

 private:
  std::mutex mutex_;
  std::map<std::pair<jmethodID, jlocation>, uint32_t> sites_;  // guarded by mutex_
};

}  // namespace raddle::agent
