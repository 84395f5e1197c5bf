// CallContracts: methods that read or write the object they are called on, as the contracts of collections say. They
// are woven at the call. Which contract holds depends on the object's class, which only shows at run time.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "contracts/contract.h"

namespace raddle::weave {

class CallContracts {
 public:
  explicit CallContracts(const contracts::Contracts& contracts);

  // A number for the method, if any class has a contract for one of that name and type; else -1. That of size() is 0,
  // if it has one. Any thread.
  int32_t Find(std::string_view name, std::string_view descriptor) const;

  // Whether some class's contract has to be asked again when the call is over.
  bool IsLate(int32_t number) const;

  struct Meaning {
    bool known = false;  // the class has contracts; the classes above it need not be asked
    const contracts::Effect* effect = nullptr;
  };
  // Its name and descriptor.
  std::pair<std::string, std::string> MethodOf(int32_t number) const;

  // What calling that method means for an object of the class, by its internal name.
  Meaning On(std::string_view class_name, int32_t number) const;

 private:
  std::map<std::string, std::vector<contracts::MethodContract>, std::less<>> classes_;
  mutable std::mutex mutex_;
  mutable std::map<std::pair<std::string, std::string>, int32_t> numbers_;  // guarded by mutex_
  mutable std::vector<const std::pair<const std::pair<std::string, std::string>, int32_t>*> methods_;  // the same
};

}  // namespace raddle::weave
