// Classes made in a test, instruction by instruction.
//
//   Assembler code;
//   code.Do(Op::iload_0).Jump(Op::ifeq, "zero").Do(Op::iconst_1).Do(Op::ireturn).At("zero")...
//   ClassMaker made("Made", 52);
//   Member& method = made.Method(kStatic, "run", "(I)I", {.max_stack = 1, .max_locals = 1, .code = code.bytes()});
//
// Nothing is checked or filled in: frames, tables and limits are what the test says they are.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/opcodes.h"

namespace raddle::classfile {

// A method's code as bytes. Jumps go to labels by name, which give their offsets afterwards.
class Assembler {
 public:
  Assembler& Do(Op op);
  Assembler& Byte1(Op op, int operand);  // bipush, ldc, iload, newarray
  Assembler& Byte2(Op op, int operand);  // sipush, and all that name a constant
  Assembler& Wide(Op op, int local);     // wide iload and its kind
  Assembler& Increment(int local, int by);
  Assembler& Jump(Op op, std::string label);  // any with a target, the two wide ones too
  Assembler& Table(int32_t low, const std::vector<std::string>& labels, std::string other, uint8_t padding = 0);
  Assembler& Lookup(const std::vector<std::pair<int32_t, std::string>>& cases, std::string other, uint8_t padding = 0);
  Assembler& Interface(Index method, int count);
  Assembler& Raw(std::vector<uint8_t> bytes);
  Assembler& At(std::string label);

  uint16_t offset() const { return static_cast<uint16_t>(writer_.size()); }
  uint16_t OffsetOf(const std::string& label) const { return labels_.at(label); }
  std::vector<uint8_t> bytes() const;  // every label must have been placed

 private:
  struct Hole {
    size_t at;
    bool four;
    uint16_t from;
    std::string label;
  };
  void Pad(uint8_t padding);
  void Leave(bool four, uint16_t from, std::string label);

  ByteWriter writer_;
  std::map<std::string, uint16_t> labels_;
  std::vector<Hole> holes_;
};

struct MadeHandler {
  uint16_t start, end, handler;
  Index type = 0;
};

struct MadeAttribute {
  std::string_view name;
  std::vector<uint8_t> body;
};

struct MadeCode {
  uint16_t max_stack = 4;
  uint16_t max_locals = 4;
  std::vector<uint8_t> code;
  std::vector<MadeHandler> handlers = {};
  std::vector<MadeAttribute> attributes = {};
};

// Numbers as two bytes each: most tables are nothing else.
std::vector<uint8_t> Shorts(std::initializer_list<int> values);
std::vector<uint8_t> Join(std::initializer_list<std::vector<uint8_t>> parts);

class ClassMaker {
 public:
  explicit ClassMaker(std::string_view name = "Made", uint16_t major = 52, std::string_view super = "java/lang/Object");
  ClassMaker(const ClassMaker&) = delete;
  ClassMaker& operator=(const ClassMaker&) = delete;

  Member& Method(uint16_t access, std::string_view name, std::string_view descriptor, const MadeCode& code);
  // A constructor without arguments that does nothing else.
  void DefaultConstructor();
  std::vector<uint8_t> Write() const;  // an empty vector if the class cannot be written

  ClassFile file;
  ConstantPool& pool = file.pool;
};

// The bytes as a class again; they stay alive.
class Reread {
 public:
  explicit Reread(std::vector<uint8_t> bytes);
  const ClassFile& file() const { return file_; }
  const Member& Method(std::string_view name) const;
  // A method's code and tables as text; describe.cpp has its form.
  std::string Describe(std::string_view method) const;

 private:
  std::vector<uint8_t> bytes_;
  ClassFile file_;
};

// What Reread::Describe gives, of a class at hand.
std::string Describe(const ClassFile& file, const Member& method);

}  // namespace raddle::classfile
