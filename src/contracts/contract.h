// Contracts: what calls of library methods mean for synchronisation, and the text that says so.
//
//   class java.util.concurrent.locks.ReentrantLock
//     lock(): acquire this.sync
//     tryLock(..): acquire this.sync if true
//     unlock(): release this.sync
//
// The JDK's are in contracts/jdk.contracts; users add their own with --contracts. docs/contracts.md is the reference of
// the language. The classes that contracts name need not exist: a contract for a class that is never loaded costs
// nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace raddle::contracts {

enum class Verb : uint8_t {
  kAcquire,  // a lock, held until its release
  kRelease,
  kAcquireRead,  // the same for a lock that others may hold for reading, too
  kReleaseRead,
  kPublish,  // what this thread has done so far happens before ...
  kReceive,  // ... what a thread does after it has received it
  kFork,     // the thread is about to start
  kJoin,     // the thread has ended, if it has
  kEnd,      // this was the thread's last act
  kWait,     // gives up the lock during the call
  kNotify,
  kSpeculate,  // reads are not checked until
  kValidate,   // the next validation
  kRead,       // reads the object as a whole: a collection that is not thread-safe
  kWrite,
  kLend,  // a thread that receives from the subject also receives from `this`
  kAsk,   // the thread parks until it gets the lock
};

// When the effect is reported, relative to the body of the method. An effect that lets other threads go on is reported
// before it, one that lets this thread go on is reported after it.
enum class When : uint8_t { kBefore, kAfter };

enum class Condition : uint8_t { kNone, kTrue, kFalse, kFound };  // on the result; kFound: not null, not 0

struct Subject {
  enum class Root : uint8_t { kThis, kArgument, kResult, kThread, kJvm, kKept, kCallee };

  Root root = Root::kThis;
  uint8_t argument = 0;                // of kArgument, from 1
  std::string field;                   // the subject is this field of the root; empty: the root itself
  std::string tag;                     // tells apart several things that one object can stand for
  std::optional<uint8_t> key;          // the argument whose value tells apart the parts of a map or array
  bool updater = false;                // the field of the object that `this`, an AtomicXFieldUpdater, updates; or
  std::optional<uint8_t> offset = {};  // what lies at the offset that this argument gives

  bool IsOther() const { return updater || offset; }  // nothing of the object itself
};

struct Effect {
  Verb verb;
  When when;
  Subject subject;
  Condition condition = Condition::kNone;
  std::string limit = {};     // an int field of `this`: reported unless it is the greatest int. Empty: always reported
  bool always = false;        // also if the method throws
  bool program_only = false;  // only where the object's class is not the JDK's
  bool anyway = false;        // also inside a leaf
  bool tries = false;         // of an acquire: it gives up rather than wait for ever, so no thread can be stuck there

  // An access to the whole object, reported where the call is made. What is accessed by way of the object (a
  // java.lang.reflect.Field, an updater) belongs to another object, and is reported in the method.
  bool IsAccess() const { return !subject.IsOther() && (verb == Verb::kRead || verb == Verb::kWrite); }
  // A write that becomes visible, or is made, only when the call is over.
  bool IsLateWrite() const {
    return IsAccess() && verb == Verb::kWrite && (when == When::kAfter || !subject.tag.empty());
  }
};

struct MethodContract {
  std::vector<std::string> names;
  std::optional<std::vector<std::string>> parameters;  // none: any
  bool leaf = false;  // calls no code of the program: the contracts of the methods that it calls do not count
  std::vector<Effect> effects;
  uint32_t line = 0;

  bool Matches(std::string_view name, std::string_view descriptor) const;
};

// Calls that the class itself makes, of code that may be the program's. They are reported even if the caller is a leaf.
// Subjects are those of the method that makes the call; kCallee is the object on which the call is made.
struct CallContract {
  MethodContract called;  // by name and parameters, whatever class it belongs to
};

// Reads of a field by the class itself and the classes nested in it.
struct FieldContract {
  std::string name;
  bool publish = false;  // before the read, which precedes the update that it is for
  bool receive = false;  // after the read
  bool written = false;  // a write publishes as well
  bool keep = false;     // publishes to the object that was read first; it is `kept` until the method's end
  uint32_t line = 0;
};

struct ClassContract {
  std::string name;  // as in class files
  std::vector<MethodContract> methods = {};
  std::vector<FieldContract> fields = {};
  std::vector<CallContract> calls = {};
  bool monitors = false;  // its synchronized methods and blocks count
  uint32_t line = 0;

  bool HasAccesses() const;  // kRead, kWrite: reported at the calls, in the program's code
};

using Contracts = std::vector<ClassContract>;

// The error's place is "FILE: line N".
Result<Contracts> Parse(std::string_view text, std::string_view file);

// Text that means the same, always in the same form: it omits what an effect implies by itself.
std::string Print(const Contracts& contracts);

// A tag as the runtime knows it.
int32_t TagKey(std::string_view tag);

}  // namespace raddle::contracts
