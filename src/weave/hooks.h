// Hooks: contracts put into the methods they are about, as calls to the shim at the entry and the exits.
//
// A hook sits in the called method, not at the call. So it also sees calls from libraries, through reflection and
// through method handles. No field or method is added, so a class that is already loaded can be hooked by
// retransforming it.
//
//   entry                 subjects that are needed at the exits are kept in locals; effects `before`; leaf: enter()
//   each return           leaf: leave(); effects `after`, with the result where they depend on it
//   a throw, where need   leaf: leave(); effects that are `always` told
//   getfield of a         around it: publish before, receive after
//   field with a contract
//
// Reads and writes of objects as a whole are not told here, but at the calls in the program's own code (method_weaver).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classfile/bytes.h"
#include "contracts/contract.h"
#include "weave/weaver.h"

namespace raddle::weave {

class HookTable {
 public:
  HookTable() = default;
  // Contracts of the same class add up. Without order, only the locks of `monitors` are told.
  explicit HookTable(const contracts::Contracts& contracts, bool order = true);

  // Whether a class, or the class it is nested in, has hooks.
  bool Has(std::string_view class_name) const {
    return Methods(class_name) != nullptr || Fields(class_name) != nullptr;
  }
  Result<Woven> Hook(classfile::Bytes bytes) const;
  std::vector<std::string> ClassNames() const;

 private:
  const contracts::ClassContract* Methods(std::string_view class_name) const;
  const contracts::ClassContract* Fields(std::string_view class_name) const;

  std::map<std::string, contracts::ClassContract, std::less<>> classes_;
  bool order_ = true;
};

}  // namespace raddle::weave
