#include "tests/support/class_maker.h"

#include <gtest/gtest.h>

namespace raddle::classfile {

Assembler& Assembler::Do(Op op) {
  writer_.U1(Byte(op));
  return *this;
}

Assembler& Assembler::Byte1(Op op, int operand) {
  writer_.U1(Byte(op));
  writer_.U1(static_cast<uint8_t>(operand));
  return *this;
}

Assembler& Assembler::Byte2(Op op, int operand) {
  writer_.U1(Byte(op));
  writer_.U2(static_cast<uint16_t>(operand));
  return *this;
}

Assembler& Assembler::Wide(Op op, int local) {
  writer_.U1(Byte(Op::wide));
  return Byte2(op, local);
}

Assembler& Assembler::Increment(int local, int by) {
  Byte1(Op::iinc, local);
  writer_.U1(static_cast<uint8_t>(by));
  return *this;
}

Assembler& Assembler::Jump(Op op, std::string label) {
  const uint16_t from = offset();
  writer_.U1(Byte(op));
  Leave(Info(op).format == OperandFormat::kJump4, from, std::move(label));
  return *this;
}

Assembler& Assembler::Table(int32_t low, const std::vector<std::string>& labels, std::string other, uint8_t padding) {
  const uint16_t from = offset();
  writer_.U1(Byte(Op::tableswitch));
  Pad(padding);
  Leave(true, from, std::move(other));
  writer_.U4(static_cast<uint32_t>(low));
  writer_.U4(static_cast<uint32_t>(low + static_cast<int32_t>(labels.size()) - 1));
  for (const std::string& label : labels) Leave(true, from, label);
  return *this;
}

Assembler& Assembler::Lookup(const std::vector<std::pair<int32_t, std::string>>& cases, std::string other,
                             uint8_t padding) {
  const uint16_t from = offset();
  writer_.U1(Byte(Op::lookupswitch));
  Pad(padding);
  Leave(true, from, std::move(other));
  writer_.U4(static_cast<uint32_t>(cases.size()));
  for (const auto& [key, label] : cases) {
    writer_.U4(static_cast<uint32_t>(key));
    Leave(true, from, label);
  }
  return *this;
}

Assembler& Assembler::Interface(Index method, int count) {
  Byte2(Op::invokeinterface, method);
  writer_.U1(static_cast<uint8_t>(count));
  writer_.U1(0);
  return *this;
}

Assembler& Assembler::Raw(std::vector<uint8_t> bytes) {
  writer_.Raw(bytes);
  return *this;
}

Assembler& Assembler::At(std::string label) {
  labels_[std::move(label)] = offset();
  return *this;
}

void Assembler::Pad(uint8_t padding) {
  while (writer_.size() % 4 != 0) writer_.U1(padding);
}

void Assembler::Leave(bool four, uint16_t from, std::string label) {
  holes_.push_back({writer_.size(), four, from, std::move(label)});
  four ? writer_.U4(0) : writer_.U2(0);
}

std::vector<uint8_t> Assembler::bytes() const {
  ByteWriter filled = writer_;
  for (const Hole& hole : holes_) {
    const auto found = labels_.find(hole.label);
    if (found == labels_.end()) {
      ADD_FAILURE() << "label " << hole.label << " was not placed";
      continue;
    }
    const int distance = found->second - hole.from;
    hole.four ? filled.PatchU4(hole.at, static_cast<uint32_t>(distance))
              : filled.PatchU2(hole.at, static_cast<uint16_t>(distance));
  }
  return {filled.bytes().begin(), filled.bytes().end()};
}

std::vector<uint8_t> Shorts(std::initializer_list<int> values) {
  ByteWriter writer;
  for (const int value : values) writer.U2(static_cast<uint16_t>(value));
  return {writer.bytes().begin(), writer.bytes().end()};
}

std::vector<uint8_t> Join(std::initializer_list<std::vector<uint8_t>> parts) {
  std::vector<uint8_t> all;
  for (const std::vector<uint8_t>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

ClassMaker::ClassMaker(std::string_view name, uint16_t major, std::string_view super) {
  file.major = major;
  file.minor = major == kMinMajor ? 3 : 0;  // the only 45 that was ever written
  file.access = kPublic | kSuper;
  file.this_class = pool.AddClass(name);
  file.super_class = pool.AddClass(super);
}

Member& ClassMaker::Method(uint16_t access, std::string_view name, std::string_view descriptor, const MadeCode& code) {
  ByteWriter body;
  body.U2(code.max_stack);
  body.U2(code.max_locals);
  body.U4(static_cast<uint32_t>(code.code.size()));
  body.Raw(code.code);
  body.U2(static_cast<uint16_t>(code.handlers.size()));
  for (const MadeHandler& handler : code.handlers) {
    for (const uint16_t value : {handler.start, handler.end, handler.handler, handler.type}) body.U2(value);
  }
  body.U2(static_cast<uint16_t>(code.attributes.size()));
  for (const MadeAttribute& attribute : code.attributes) {
    body.U2(pool.AddUtf8(attribute.name));
    body.U4(static_cast<uint32_t>(attribute.body.size()));
    body.Raw(attribute.body);
  }
  Member& method = file.AddMethod(access, name, descriptor);
  method.attributes.push_back({AttributeKind::kCode, pool.AddUtf8("Code"), 0, file.arena.Copy(body.bytes())});
  return method;
}

void ClassMaker::DefaultConstructor() {
  Assembler code;
  code.Do(Op::aload_0)
      .Byte2(Op::invokespecial, pool.AddMember(Tag::kMethodref, file.SuperName(), "<init>", "()V"))
      .Do(Op::return_);
  Method(kPublic, "<init>", "()V", {.max_stack = 1, .max_locals = 1, .code = code.bytes()});
}

std::vector<uint8_t> ClassMaker::Write() const {
  ByteWriter writer;
  const Result<void> written = WriteClass(file, writer);
  if (!written) {
    ADD_FAILURE() << written.error().ToString();
    return {};
  }
  return {writer.bytes().begin(), writer.bytes().end()};
}

Reread::Reread(std::vector<uint8_t> bytes) : bytes_(std::move(bytes)) {
  Result<ClassFile> read = ReadClass(bytes_);
  EXPECT_TRUE(read) << read.error().ToString();
  if (read) file_ = *std::move(read);
}

const Member& Reread::Method(std::string_view name) const {
  static const Member none;
  for (const Member& method : file_.methods) {
    if (file_.NameOf(method) == name) return method;
  }
  ADD_FAILURE() << "no method " << name;
  return none;
}

std::string Reread::Describe(std::string_view method) const {
  return classfile::Describe(file_, Method(method));
}

}  // namespace raddle::classfile
