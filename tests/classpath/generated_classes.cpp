#include "generated_classes.h"

#include <gtest/gtest.h>

#include "classfile/opcodes.h"

namespace raddle::classpath {
namespace {

using classfile::Attribute;
using classfile::AttributeKind;
using classfile::Bytes;
using classfile::ByteWriter;
using classfile::ClassFile;
using classfile::Index;
using classfile::Op;
using classfile::Tag;

constexpr const char* kGiveString = "()Ljava/lang/String;";

class Generator {
 public:
  explicit Generator(const GeneratedClass& from) : from_(from) {
    file_.major = 61;  // Java 17
    file_.access = from.access;
    file_.this_class = file_.pool.AddClass(from.name);
    if (!from.super.empty()) file_.super_class = file_.pool.AddClass(from.super);
    for (const std::string& interface : from.interfaces) file_.interfaces.push_back(file_.pool.AddClass(interface));
  }

  std::string Run() {
    if (!from_.IsInterface() && !from_.super.empty()) AddConstructor();
    for (const GeneratedMember& field : from_.fields) AddField(field);
    for (const GeneratedMember& method : from_.methods) AddMethod(method);
    for (const Probe& probe : from_.probes) AddProbe(probe);
    ByteWriter out;
    EXPECT_TRUE(classfile::WriteClass(file_, out));
    return {reinterpret_cast<const char*>(out.bytes().data()), out.bytes().size()};
  }

 private:
  void Emit(Op op) { code_.U1(classfile::Byte(op)); }
  void Emit(Op op, Index operand) {
    Emit(op);
    code_.U2(operand);
  }
  Attribute Add(AttributeKind kind, std::string_view name, Bytes body) {
    return {kind, file_.pool.AddUtf8(name), 0, file_.arena.Copy(body)};
  }
  void Finish(classfile::Member& member) {
    ByteWriter body;
    body.U2(2);  // stack
    body.U2(1);  // locals
    body.U4(static_cast<uint32_t>(code_.size()));
    body.Raw(code_.bytes());
    body.U2(0);
    body.U2(0);
    member.attributes.push_back(Add(AttributeKind::kCode, "Code", body.bytes()));
    code_.Clear();
  }

  void AddConstructor() {
    Emit(Op::aload_0);
    Emit(Op::invokespecial, file_.pool.AddMember(Tag::kMethodref, from_.super, "<init>", "()V"));
    Emit(Op::return_);
    Finish(file_.AddMethod(classfile::kPublic, "<init>", "()V"));
  }
  void AddField(const GeneratedMember& field) {
    ByteWriter value;
    value.U2(file_.pool.AddString(from_.name));
    classfile::Member& member = file_.AddField(field.access, field.name, "Ljava/lang/String;");
    member.attributes.push_back(Add(AttributeKind::kConstantValue, "ConstantValue", value.bytes()));
  }
  void AddMethod(const GeneratedMember& method) {
    classfile::Member& member = file_.AddMethod(method.access, method.name, kGiveString);
    if (member.Has(classfile::kAbstract)) return;
    Emit(Op::ldc_w, file_.pool.AddString(from_.name));
    Emit(Op::areturn);
    Finish(member);
  }
  void AddProbe(const Probe& probe) {
    bool is_special = probe.kind == Probe::Kind::kSpecial || probe.kind == Probe::Kind::kSpecialInterface;
    if (is_special) {
      bool is_interface = probe.kind == Probe::Kind::kSpecialInterface;
      Tag tag = is_interface ? Tag::kInterfaceMethodref : Tag::kMethodref;
      Emit(Op::aload_0);
      Emit(Op::invokespecial, file_.pool.AddMember(tag, probe.owner, probe.member, kGiveString));
      Emit(Op::areturn);
      Finish(file_.AddMethod(classfile::kPublic, "own_" + probe.name, kGiveString));
    }
    if (probe.kind == Probe::Kind::kStaticField) {
      Emit(Op::getstatic, file_.pool.AddMember(Tag::kFieldref, probe.owner, probe.member, "Ljava/lang/String;"));
    } else {
      bool is_interface = is_special ? from_.IsInterface() : probe.kind == Probe::Kind::kInterface;
      std::string owner = is_special ? from_.name : probe.owner;
      std::string member = is_special ? "own_" + probe.name : probe.member;
      Emit(Op::aload_0);
      Emit(Op::checkcast, file_.pool.AddClass(owner));
      Index reference =
          file_.pool.AddMember(is_interface ? Tag::kInterfaceMethodref : Tag::kMethodref, owner, member, kGiveString);
      Emit(is_interface ? Op::invokeinterface : Op::invokevirtual, reference);
      if (is_interface) code_.U2(0x0100);  // one argument slot, and a zero
    }
    Emit(Op::areturn);
    Finish(
        file_.AddMethod(classfile::kPublic | classfile::kStatic, probe.name, "(Ljava/lang/Object;)Ljava/lang/String;"));
  }

  const GeneratedClass& from_;
  ClassFile file_;
  ByteWriter code_;
};

}  // namespace

std::string Generate(const GeneratedClass& from) {
  return Generator(from).Run();
}

}  // namespace raddle::classpath
