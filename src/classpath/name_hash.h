// HashName: the hash of names that come from outside.
//
// Its seed is drawn once a process, so nobody can prepare a jar whose names all fall into one bucket and make a look-up
// table quadratic. Therefore no result may depend on the order of a table keyed by it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace raddle::classpath {

uint64_t HashName(std::string_view name);

// For std::unordered_map<std::string, T, NameHash, std::equal_to<>>, which can then be asked with a string_view.
struct NameHash {
  using is_transparent = void;
  size_t operator()(std::string_view name) const { return HashName(name); }
};

}  // namespace raddle::classpath
