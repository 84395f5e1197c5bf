// MadeClass: a class put together in a test, and the IR of its methods.
//
//   MadeClass made;
//   EXPECT_EQ(made.Problem("()V", "pop; return"), "stack underflow");
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "classfile/class_file.h"
#include "ir/builder.h"
#include "ir/class_context.h"

namespace raddle::ir {

class MadeClass {
 public:
  MadeClass();

  classfile::ConstantPool& pool() { return file_.pool; }
  ClassContext& context() { return *context_; }

  // A static method of the descriptor, its code as AssembleCode takes it.
  Result<Method> Build(std::string_view descriptor, std::string_view code, uint16_t max_stack = 8,
                       uint16_t max_locals = 8);
  // Its code as the body of a Code attribute.
  Result<Method> BuildBytes(std::string_view descriptor, std::vector<uint8_t> body);

  // Why it cannot be built; "" if it can and is valid, else the flaw.
  std::string Problem(std::string_view descriptor, std::string_view code, uint16_t max_stack = 8,
                      uint16_t max_locals = 8);
  // Its IR, or why there is none.
  std::string Text(std::string_view descriptor, std::string_view code);

 private:
  classfile::ClassFile file_;
  std::unique_ptr<ClassContext> context_;
  std::deque<std::vector<uint8_t>> bodies_;
  Arena arena_;
  Builder builder_;
};

}  // namespace raddle::ir
