// What is known of classes from a class path: each is read once, when first asked for. Any number of threads.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "classpath/class_path.h"
#include "pointcut/type_oracle.h"

namespace raddle::aspect {

class PathOracle : public pointcut::TypeOracle {
 public:
  // The path must outlive the oracle.
  explicit PathOracle(const classpath::ClassPath& path) : path_(path) {}

  const pointcut::ClassFacts* Find(std::string_view internal_name) override;

 private:
  const classpath::ClassPath& path_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<pointcut::ClassFacts>, std::less<>> known_;  // null: there is none
};

}  // namespace raddle::aspect
