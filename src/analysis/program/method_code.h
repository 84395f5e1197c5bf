// MethodCode: what whole-program analyses need of one method, made from its IR once.
//
// Points-to analysis needs only references. So the reference registers are renumbered (Var), and only the instructions
// are kept that move references, access memory, call, lock or allocate, in blocks that keep the flow graph. The IR
// itself is dropped. About 32 bytes per statement; all contexts of the method share it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "classpath/hierarchy.h"
#include "ir/method_ir.h"
#include "program/number.h"

namespace raddle::program {

class Program;

enum class Do : uint8_t {
  kNew,            // result = new target
  kClassConstant,  // result = target.class
  kValue,          // result = something of class target that the library made: a string, a method handle
  kCopy,           // result = value, if control came from block `target`; these come first in a block
  kCast,           // result = (target) value
  kLoad,           // result = base.target; result is none for a primitive field, as value is below
  kStore,          // base.target = value
  kLoadElement,    // result = base[]
  kStoreElement,   // base[] = value
  kLoadStatic,     // result = target
  kStoreStatic,    // target = value
  kCall,           // calls[target]
  kLambda,         // result = lambdas[target]
  kReturn,         // return value
  kThrow,          // throw value
  kCatch,          // result = the exception, of class target
  kEnter,          // monitorenter base; if that is a string constant, target says which (Program::NumberOfText)
  kExit,           // monitorexit base
};

struct Statement {
  Do what;
  bool in_loop = false;
  uint16_t bci = 0;
  Var result = kNoVar;
  Var base = kNoVar;
  Var value = kNoVar;
  uint32_t target = 0;
  // The index of an element; the length of a new array; the value of a store that stores no reference.
  NumberId number = 0;
  bool is_made_up = false;  // stands for no instruction of the program

  ClassId Class() const { return ClassId(target); }
  FieldId Field() const { return FieldId(target); }
  bool IsAccess() const { return what >= Do::kLoad && what <= Do::kStoreStatic && !is_made_up; }
  bool IsWrite() const { return what == Do::kStore || what == Do::kStoreElement || what == Do::kStoreStatic; }
};

struct Call {
  ir::InvokeKind kind = ir::InvokeKind::kVirtual;
  MethodId resolved;  // none if the class is missing or has no such method
  ClassId named;
  std::string_view name;
  std::string_view descriptor;
  uint32_t statement = 0;
  Var result = kNoVar;
  std::vector<Var> arguments;          // receiver first unless static; none for primitives
  std::vector<NumberId> numbers = {};  // of the same arguments; a null reference is 0
  std::string_view text = {};          // of the first argument that is a string constant: reflection

  bool HasReceiver() const { return kind != ir::InvokeKind::kStatic; }
};

struct LambdaSite {
  ClassId interface;
  std::string_view method;  // of the interface
  Call implementation;      // arguments: the captured values; kind and named as the handle has them
  bool is_constructor = false;
};

struct CodeBlock {
  uint32_t first = 0, end = 0;       // statements
  std::vector<uint32_t> successors;  // without handlers
  std::vector<uint32_t> handlers;    // reached from any statement
  std::vector<uint32_t> loops;       // around it, innermost first
  bool returns = false;
  // The branch at the end, if it compares the result of a call or a load with a constant; null counts as 0.
  static constexpr uint32_t kNoTest = ~uint32_t{0};
  uint32_t tested = kNoTest;  // statement
  int32_t tested_for = 0;
  uint32_t if_equal = 0, if_not = 0;  // blocks
  // What the method returns if control goes on from here to the return: a constant, or the result of a call. A Boolean
  // counts as the value it wraps.
  std::optional<int32_t> returned = {};
  uint32_t returned_call = kNoTest;  // statement
};

struct MethodCode {
  MethodId method;
  ClassId owner;
  uint16_t access = 0;
  uint32_t var_count = 0;
  std::vector<Var> parameters;  // `this` first; none for primitives
  std::vector<Statement> statements;
  std::vector<CodeBlock> blocks;  // in reverse post order
  std::vector<Call> calls;
  std::vector<LambdaSite> lambdas;
  std::vector<Number> numbers = {{}};
  bool returns_other = false;        // may return something other than what the blocks say
  std::vector<ClassId> initialises;  // classes whose static initialiser it may trigger

  bool IsStatic() const { return (access & classfile::kStatic) != 0; }
  bool IsSynchronized() const { return (access & classfile::kSynchronized) != 0; }
};

// The blocks that can be reached without taking the edge from block `from` to block `to`.
std::vector<bool> ReachedWithout(const MethodCode& code, uint32_t from, uint32_t to);

MethodCode MakeCode(Program& program, MethodId id, const ir::Method& method);
// A body that calls the method with its own arguments and returns the result.
MethodCode MakeReference(const Program& program, MethodId id);

}  // namespace raddle::program
