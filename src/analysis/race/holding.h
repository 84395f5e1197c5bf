// What objects hold, and where variables have their values from.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "race/access.h"

namespace raddle::race {

// Of a load or store.
inline pointer::FieldKey FieldKeyOf(const program::Statement& s) {
  const bool is_element = s.what == program::Do::kLoadElement || s.what == program::Do::kStoreElement;
  return is_element ? pointer::kElements : s.target;
}

// Two numbers as a key: an object and a field, say.
inline uint64_t Key(uint32_t high, uint32_t low) {
  return uint64_t{high} << 32 | low;
}

const ObjectSet& HeldIn(const PointerAnalysis& analysis, ObjectId object, pointer::FieldKey field);

// An array, a collection, a stream of bytes and the like: nothing comes into it but by stores and by calls that name
// it. Not so a future.
bool IsFilledByCalls(const PointerAnalysis& analysis, ObjectId bag);

// What an iterator or a view that the method got shows: `list` for `it` of `it = list.iterator()`.
program::Var Viewed(const PointerAnalysis& analysis, InstanceId id, program::Var var);

// The statements that set each variable of a method; made once a method.
class Definitions {
 public:
  const std::vector<std::vector<uint32_t>>& Of(const program::MethodCode& code);

 private:
  std::unordered_map<MethodId, std::vector<std::vector<uint32_t>>> known_;
};

}  // namespace raddle::race
