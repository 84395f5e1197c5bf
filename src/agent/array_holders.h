// Which types of arrays may be those of arrays whose elements have atomic sections: "Object[]" may be a "Bank[]", a
// "Shop[]" may not. Where a class is not to be found before it is loaded, any may; what the JDK's classes extend is not
// looked up, so arrays of those may as well, but for strings. Any thread.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "atoms/section.h"
#include "pointcut/type_oracle.h"

namespace raddle::agent {

class ArrayHolders {
 public:
  // Whether there is anything to ask.
  static bool Concern(const atoms::Repository& repository);

  // An array of references, "[Lcom/acme/Bank;".
  bool MayBe(std::string_view array, const atoms::Repository& repository, pointcut::TypeOracle& types);

 private:
  void Find(const atoms::Repository& repository, pointcut::TypeOracle& types);
  void Add(const std::string& internal_name, pointcut::TypeOracle& types);

  std::once_flag found_;
  bool any_ = false;
  std::set<std::string, std::less<>> elements_;  // internal names
};

}  // namespace raddle::agent
