// What an invokedynamic instruction or a Dynamic constant means, for the bootstrap methods of the JDK.
//
// A bootstrap method is Java code that runs when the site is linked, so in general its meaning is not known. Compilers
// use a handful of them, and these are understood here:
//
//   LambdaMetafactory.metafactory, altMetafactory     Lambda: lambdas and method references
//   StringConcatFactory.makeConcat[WithConstants]     StringConcat
//   ObjectMethods.bootstrap                           RecordMethod: toString, hashCode, equals of records
//   SwitchBootstraps.typeSwitch, enumSwitch           PatternSwitch
//   ConstantBootstraps.*                              KnownConstant
//
// Everything else is Opaque, and so is a known one whose arguments do not have the expected shape; handle and arguments
// are available in all cases. A description names constants and does not follow them, so a Dynamic constant that has
// itself among its arguments (legal until it is linked) costs nothing. Only the labels of a pattern switch are
// followed, to a fixed depth.
//
// Texts are modified UTF-8 in the class file's bytes; spans lie in the arena that the caller passed.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "base/arena.h"
#include "base/result.h"
#include "classfile/attributes.h"
#include "classfile/constant_pool.h"

namespace raddle::ir {

struct Handle {
  classfile::HandleKind kind = classfile::HandleKind::kInvokeStatic;
  bool on_interface = false;  // the member is an InterfaceMethodref
  classfile::MemberRef member;
};

struct Opaque {};

// The site makes (or may reuse) an object of an unnamed class that implements `interface` and the markers. Calling
// `method` on it calls `implementation` with the captured values, which are the site's operands, followed by the call's
// own arguments, each cast or boxed to what the implementation takes. Where the handle is not invokestatic or
// newinvokespecial, the first of these is the receiver.
struct Lambda {
  std::string_view interface;
  std::string_view method;
  std::string_view erased_descriptor;        // the one `method` is declared with
  std::string_view instantiated_descriptor;  // the types that arguments and result really have
  Handle implementation;
  bool serializable = false;
  std::span<const std::string_view> markers;  // further interfaces
  std::span<const std::string_view> bridges;  // further descriptors under which `method` is implemented
};

// The site's operands and some text, joined into a new String. Operands that are references are asked for toString().
struct StringConcat {
  // \1 stands for the next operand, \2 for the next of `constants`, any other character for itself.
  // Empty for makeConcat, which joins the operands alone.
  std::string_view recipe;
  std::span<const classfile::Index> constants;
};

enum class RecordOperation : uint8_t { kToString, kHashCode, kEquals };

// The operand (for equals the first of two) is an object of `record`; each getter reads one component of it. Components
// that are references are asked for toString(), hashCode() or equals() in turn.
struct RecordMethod {
  RecordOperation operation;
  std::string_view record;
  std::string_view names;  // of the components, joined by ';'
  std::span<const Handle> getters;
};

struct SwitchLabel {
  enum Which : uint8_t { kClass, kString, kInteger, kEnumConstant, kOther };
  Which which = kOther;
  classfile::Index constant = 0;
  std::string_view text;        // class, string or name of the enum constant
  std::string_view enum_class;  // kEnumConstant: dotted in a label of typeSwitch, "java.lang.Thread$State"
  int32_t value = 0;
};

// operands (selector, start) -> index of the first label at or after start that fits; labels.size() if none, -1 for
// null.
struct PatternSwitch {
  bool of_enum = false;
  std::span<const SwitchLabel> labels;
};

enum class ConstantOperation : uint8_t {
  kNull,
  kPrimitiveClass,
  kEnumConstant,
  kGetStaticFinal,
  kInvoke,
  kFieldVarHandle,
  kStaticFieldVarHandle,
  kArrayVarHandle,
  kExplicitCast,
};

struct KnownConstant {
  ConstantOperation operation;
};

using BootstrapMeaning = std::variant<Opaque, Lambda, StringConcat, RecordMethod, PatternSwitch, KnownConstant>;

struct BootstrapCall {
  classfile::Index constant = 0;  // the InvokeDynamic or Dynamic
  std::string_view name;          // given to the bootstrap method, with the descriptor
  std::string_view descriptor;
  Handle bootstrap;
  std::span<const classfile::Index> arguments;
  BootstrapMeaning meaning;

  template <typename T>
  const T* As() const {
    return std::get_if<T>(&meaning);
  }
};

// `constant` must be an InvokeDynamic or Dynamic; one that names a bootstrap method the class does not have is an
// error.
Result<BootstrapCall> DescribeBootstrap(classfile::Index constant, const classfile::ConstantPool& pool,
                                        std::span<const classfile::BootstrapMethod> methods, Arena& arena);

Handle HandleOf(const classfile::ConstantPool& pool, classfile::Index method_handle);

}  // namespace raddle::ir
