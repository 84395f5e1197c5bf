// Evidence: what only the thread that runs into a race can tell about its own access, while it makes it: which object
// it is on, and the call stack. What the other thread did is in its history, as far as that goes back.
#pragma once

#include <string>

#include "agent/jvm.h"
#include "report/finding.h"

namespace raddle::agent {

class Evidence {
  struct Touched {
    JNIEnv* env = nullptr;
    jobject object = nullptr;
  };

 public:
  // The current thread touches a variable of this object; null: a static, or an element of an array.
  class Scope {
   public:
    Scope(JNIEnv* env, jobject object) : outer_(current_) { current_ = {env, object}; }
    ~Scope() { current_ = outer_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    const Touched outer_;
  };

  // Where the object is just now: another one soon if it is moved, and never the same for two at once. 0 for none.
  static uint32_t Hint(jobject object) {
    return object == nullptr ? 0 : static_cast<uint32_t>(*reinterpret_cast<const uintptr_t*>(object) >> 3);
  }

  // "com.acme.Account allocated at Bank.java:14", "class com.acme.Bank" for a static, "int[]".
  static std::string ObjectOf(const std::string& variable);
  // The same for an object of which the class is known.
  static std::string ObjectOfClass(const std::string& class_name);

  // The current thread's stack, from the method of its access on.
  static void SetStack(report::Access& current);

 private:
  static thread_local Touched current_;
};

}  // namespace raddle::agent
