// Allocations: where the woven code makes objects of each class. No object remembers where it was made. But most
// classes are made in one place only, and then that is the place.
//
// Added to while classes are woven, asked when something was found. Any thread.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "classfile/class_file.h"

namespace raddle::weave {

class Allocations {
 public:
  static constexpr size_t kMost = 3;  // places of a class that are worth telling

  struct Place {
    std::string file;
    uint16_t line;

    bool operator==(const Place&) const = default;
  };

  // A `new` of the class, by its internal name. No file or line: somewhere.
  void Add(std::string_view class_name, Place place);
  // The constructors that the class has handles of (Account::new): who calls those, nobody knows.
  void AddHandles(const classfile::ConstantPool& pool);

  // All the places there are, in the order of weaving; none where there are too many or one is not known.
  std::vector<Place> Of(std::string_view class_name) const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::vector<Place>> places_;  // up to one too many of each
};

}  // namespace raddle::weave
