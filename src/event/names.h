// Names: what the ids of events are called. Whoever gives out the ids knows: the agent asks the JVM, a trace has it
// written down. Any thread may ask, at any time; an id that nobody knows has empty names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "event/ids.h"

namespace raddle::event {

struct ThreadName {
  std::string name;
  int64_t number = 0;   // Thread.threadId(); 0: not known
  std::string starter;  // the name of the thread that started it
  StackId started;      // that thread's stack at the time

  bool operator==(const ThreadName&) const = default;
};

struct SiteName {
  std::string class_name;  // a.b.C
  std::string method;
  std::string descriptor;
  std::string file;   // empty where the class does not say
  uint32_t line = 0;  // 0 where the class does not say

  bool operator==(const SiteName&) const = default;
};

class Names {
 public:
  virtual ~Names() = default;

  virtual ThreadName Of(ThreadId thread) const = 0;
  virtual SiteName Of(SiteId site) const = 0;
  virtual std::string Of(VariableId variable) const = 0;
  virtual std::string Of(LockId lock) const = 0;
  virtual std::vector<std::string> Of(StackId stack) const = 0;  // innermost first: "a.B.m(B.java:31)"
  // False: it is the stack of another access that the same thread made at the same place.
  virtual bool IsExact(StackId) const { return true; }
  // The stack that a thread last had at a site, where an access has none of its own.
  virtual StackId RecentStack(ThreadId, SiteId) const { return {}; }
};

}  // namespace raddle::event
