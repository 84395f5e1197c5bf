// Shadow: a place in a class file where the program comes to a join point (AspectJ's word). Plain data; shadows.h finds
// them, match.h asks a pointcut about them, the aspect weaver puts advice there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pointcut/type_oracle.h"

namespace raddle::pointcut {

// Name in print, enumerator.
#define RADDLE_SHADOW_KINDS(X)                     \
  X("method-execution", MethodExecution)           \
  X("constructor-execution", ConstructorExecution) \
  X("initialization", Initialization)              \
  X("staticinitialization", StaticInitialization)  \
  X("method-call", MethodCall)                     \
  X("constructor-call", ConstructorCall)           \
  X("field-get", FieldGet)                         \
  X("field-set", FieldSet)                         \
  X("exception-handler", Handler)                  \
  X("lock", Lock)                                  \
  X("unlock", Unlock)                              \
  X("array-get", ArrayGet)                         \
  X("array-set", ArraySet)

enum class ShadowKind : uint8_t {
#define X(text, name) k##name,
  RADDLE_SHADOW_KINDS(X)
#undef X
};

std::string_view Name(ShadowKind kind);

struct Shadow {
  static constexpr uint32_t kWhole = ~uint32_t{0};

  ShadowKind kind = ShadowKind::kMethodExecution;
  const ClassFacts* within = nullptr;  // the class it is in
  const MemberFacts* code = nullptr;   // the method it is in; none for a class that has no <clinit>
  // In Code::instructions: the instruction itself; of a handler its first, of a constructor's execution and
  // initialization the first after super() or this(). kWhole: all of the method, as also of a synchronized method's
  // lock and unlock.
  uint32_t instruction = kWhole;
  uint16_t line = 0;  // 0: unknown

  // The member as the code names it. Of a handler, owner is the exception's class; of others none.
  std::string_view owner, name, descriptor;
  bool is_static = false;
  bool alone = false;  // lock and unlock of a block: the object is all that is on the operand stack
  // Execution and initialization of a constructor that begins with this(...): the descriptor of the one it calls.
  std::string_view calls_this = {};

  // Static types of what this(), target() and args() see, as descriptors. Empty: there is none.
  std::string this_type;
  std::string target_type;  // of an array access: the array's type; "Ljava/lang/Object;" where the code does not tell
  std::vector<std::string> arguments;
};

// "method-call(void com.acme.Bank.pay(int))"
std::string Print(const Shadow& shadow);

}  // namespace raddle::pointcut
