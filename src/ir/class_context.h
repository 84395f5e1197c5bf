// ClassContext: what the methods of one class share while their IR is built and read.
//
// Types, parsed descriptors and bootstrap descriptions are worked out when they are first asked for and kept by
// constant index, because a class names the same few members again and again. So a context changes while methods are
// built from it: one thread at a time. It refers to the ClassFile, and every Method built from it refers to the
// context; both must keep their addresses as long as the methods are used.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "classfile/attributes.h"
#include "classfile/class_file.h"
#include "ir/bootstraps.h"
#include "ir/types.h"

namespace raddle::ir {

struct Signature {
  std::string_view descriptor;
  std::span<const ValueType> parameters;  // without a receiver
  ValueType result;
  uint16_t slots = 0;  // of the parameters
};

class ClassContext {
 public:
  // Fails where the BootstrapMethods attribute is malformed.
  static Result<std::unique_ptr<ClassContext>> Create(const classfile::ClassFile& file);
  ClassContext(const ClassContext&) = delete;
  ClassContext& operator=(const ClassContext&) = delete;

  const classfile::ClassFile& file() const { return file_; }
  const classfile::ConstantPool& pool() const { return file_.pool; }
  TypeTable& types() { return types_; }
  const TypeTable& types() const { return types_; }

  // The type of a Fieldref.
  Result<ValueType> FieldType(classfile::Index field);
  // The signature of a Methodref, InterfaceMethodref, InvokeDynamic, or of a Utf8 that is a method's descriptor.
  Result<const Signature*> SignatureOf(classfile::Index constant);
  // The type of a loadable Dynamic constant.
  Result<ValueType> DynamicType(classfile::Index constant);
  // What an InvokeDynamic or Dynamic constant asks for.
  Result<const BootstrapCall*> Bootstrap(classfile::Index constant);
  // The same for one that was asked for before; null otherwise. Does not change the context.
  const BootstrapCall* FindBootstrap(classfile::Index constant) const;

 private:
  explicit ClassContext(const classfile::ClassFile& file);
  Result<void> CheckTypeCount() const;

  const classfile::ClassFile& file_;
  Arena arena_;
  TypeTable types_;
  std::span<const classfile::BootstrapMethod> bootstrap_methods_;
  std::vector<const Signature*> signatures_;  // by constant index; null until asked for
  std::vector<ValueType> fields_;             // kVoid until asked for
  std::vector<const BootstrapCall*> bootstraps_;
};

}  // namespace raddle::ir
