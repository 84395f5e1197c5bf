// What the agent knows of classes, for pointcuts: the classes that the JVM has shown, the JDK's, and those on the
// program's class path and in the places from which other loaders have loaded classes. Read when first asked for; any
// thread.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "agent/jvm.h"
#include "base/result.h"
#include "classfile/bytes.h"
#include "classpath/class_path.h"
#include "pointcut/type_oracle.h"

namespace raddle::agent {

// The jar or directory that a class with this protection domain comes from; empty where that is no file. In a
// class-load event: it asks nothing but JDK classes that are there already.
std::string FileOf(JNIEnv* env, jobject protection_domain);

class LoadedTypes : public pointcut::TypeOracle {
 public:
  // The JDK and the class path of this JVM, and what else is to be known. Before the first class is loaded.
  Result<void> Open(const std::vector<std::string>& more);

  // The class path alone: what cannot be read is not known.
  void OpenProgram();

  // A class as it is about to be loaded. Where two loaders have one of the same name, the first counts.
  void See(std::string_view name, classfile::Bytes bytes);
  // A jar or directory that classes were loaded from.
  void AddPlace(const std::string& path);

  const pointcut::ClassFacts* Find(std::string_view internal_name) override;

 private:
  std::mutex mutex_;
  std::deque<classpath::ClassPath> paths_;  // searched in order
  std::set<std::string> places_;
  // What is not found stays unknown only until a place is added.
  std::map<std::string, std::unique_ptr<pointcut::ClassFacts>, std::less<>> known_;
};

}  // namespace raddle::agent
