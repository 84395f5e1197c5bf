// ArrayHolders: which types of arrays may hold arrays whose elements have atomic sections. A value of type "Object[]"
// may be a "Bank[]"; one of type "Shop[]" may not. If a class cannot be found before it is loaded, its arrays may.
// Superclasses of the JDK's classes are not looked up, so arrays of those classes may as well, except for arrays of
// strings. Any thread.
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
