// A class of the tests' own, as javac made it.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "classfile/class_file.h"

namespace raddle::weave {

class CompiledClass {
 public:
  // "covered/covered/Together": below the folder of the classes.
  explicit CompiledClass(const std::string& path) : bytes_(Read(path)), file_(*classfile::ReadClass(Bytes())) {}
  CompiledClass(const CompiledClass&) = delete;
  CompiledClass& operator=(const CompiledClass&) = delete;

  const classfile::ClassFile& operator*() const { return file_; }
  const classfile::ClassFile* operator->() const { return &file_; }

 private:
  static std::string Read(const std::string& path) {
    std::ifstream in(std::string(RADDLE_CLASSES "/").append(path).append(".class"), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  classfile::Bytes Bytes() const { return {reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size()}; }

  const std::string bytes_;  // which the file refers to
  const classfile::ClassFile file_;
};

}  // namespace raddle::weave
