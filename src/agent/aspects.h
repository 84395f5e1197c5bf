// The aspects of a run: read when the agent starts, woven into each class of the program as it is loaded.
//
// The system loader loads the aspects themselves, after the program's class path, so that their advice can name the
// program's types. Woven code reaches them through java.lang.RaddleAdvice, which every loader sees.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agent/jvm.h"
#include "agent/types.h"
#include "aspect/aspect.h"
#include "base/result.h"
#include "classfile/bytes.h"
#include "pointcut/shadow.h"

namespace raddle::agent {

class Aspects {
 public:
  // Reads and checks them. When the agent starts, the JVM's properties known.
  Result<void> Load(const std::vector<std::string>& jars, LoadedTypes& types);
  // Puts them on the system loader's path; where it does not take them, there are no aspects. In the VMInit event.
  Result<void> Open(JNIEnv* env);

  bool empty() const { return set_.empty(); }
  // Classes of the aspects and of what runs them: neither advised nor watched.
  bool Owns(std::string_view class_name) const;
  // The class with its advice; empty where none can apply. On any thread; `notes` gets what was left out.
  Result<std::vector<uint8_t>> Weave(classfile::Bytes bytes, std::vector<std::string>& notes,
                                     std::function<bool(const pointcut::Shadow&)> may_be_shared);

 private:
  Result<void> OpenAll(JNIEnv* env) const;

  std::vector<std::string> jars_;
  std::string runtime_;  // the jar with what runs them
  aspect::AspectSet set_;
  LoadedTypes* types_ = nullptr;
};

}  // namespace raddle::agent
