// Printer: what print.cpp, print_code.cpp and print_attributes.cpp share. Private to them.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "base/arena.h"
#include "classfile/attributes.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "classfile/print.h"
#include "classfile/print_text.h"

namespace raddle::classfile {

class Printer {
 public:
  Printer(const ClassFile& file, const PrintOptions& options, std::string& out)
      : file_(file), pool_(file.pool), options_(options), out_(out) {}

  void PrintAll();

 private:
  // print.cpp
  void PrintHeader();
  void PrintConstants();
  void PrintMember(const Member& member, std::string_view word, FlagsOf owner);

  // print_attributes.cpp. code_length is that of the Code around them.
  void PrintAttributes(std::span<const Attribute> attributes, uint32_t code_length = kAnyCodeLength);
  void PrintAttribute(const Attribute& attribute, uint32_t code_length);
  void Print(std::string_view name, const Unknown& value);
  void Print(std::string_view name, const Empty& value);
  void Print(std::string_view name, const OneIndex& value);
  void Print(std::string_view name, const IndexList& value);
  void Print(std::string_view name, const Text& value);
  void Print(std::string_view name, const InnerClasses& value);
  void Print(std::string_view name, const EnclosingMethod& value);
  void Print(std::string_view name, const LineNumberTable& value);
  void Print(std::string_view name, const LocalVariableTable& value);
  void Print(std::string_view name, const Annotations& value);
  void Print(std::string_view name, const ParameterAnnotations& value);
  void Print(std::string_view name, const AnnotationDefault& value);
  void Print(std::string_view name, const TypeAnnotations& value);
  void Print(std::string_view name, const BootstrapMethods& value);
  void Print(std::string_view name, const MethodParameters& value);
  void Print(std::string_view name, const Module& value);
  void Print(std::string_view name, const Record& value);

  // print_code.cpp
  void PrintCode(const Attribute& attribute);
  void PrintInstruction(const Code& code, const Instruction& instruction);
  void PrintSwitch(const Code& code, const Switch& table);
  void PrintStackMap(const Attribute& attribute);

  template <typename... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    out_.append(indent_, ' ');
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }
  void ErrorLine(std::string_view name, const Error& error) { Line("{} <error: {}>", name, error.ToString()); }

  // Lines are indented further while one lives.
  class Deeper {
   public:
    explicit Deeper(Printer& printer, size_t by = 2) : printer_(printer), by_(by) { printer_.indent_ += by_; }
    ~Deeper() { printer_.indent_ -= by_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    Printer& printer_;
    size_t by_;
  };

  const ClassFile& file_;
  const ConstantPool& pool_;
  const PrintOptions& options_;
  std::string& out_;
  size_t indent_ = 0;
  Arena arena_;  // of one member or class attribute at a time
};

}  // namespace raddle::classfile
