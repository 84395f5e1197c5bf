// Contracts: what calls of library methods mean for synchronisation, and the text that says it.
//
//   class java.util.concurrent.locks.ReentrantLock
//     lock(): acquire this.sync
//     tryLock(..): acquire this.sync if true
//     unlock(): release this.sync
//
// The JDK's are in contracts/jdk.contracts; a user adds his own with --contracts. docs/contracts.md is the reference
// of the language. The classes named here need not exist: a contract for a class that is never loaded costs nothing.
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
  kAcquireRead,  // the same for a lock that others may hold for reading too
  kReleaseRead,
  kPublish,  // what this thread did so far happens before ...
  kReceive,  // ... what a thread does that has received it
  kFork,     // the thread is about to start
  kJoin,     // the thread has ended, if it has
  kEnd,      // this was the thread's last act
  kWait,     // gives up the lock while the call lasts
  kNotify,
  kSpeculate,  // reads are checked no more, until
  kValidate,   // the next validation
  kRead,       // of the object as a whole: a collection that is not thread-safe
  kWrite,
  kLend,  // whoever receives from the subject receives from `this`
  kAsk,   // the thread parks until it gets the lock
};

// When, relative to the body of the method. Whatever lets others go on is told before, what lets us go on after.
enum class When : uint8_t { kBefore, kAfter };

enum class Condition : uint8_t { kNone, kTrue, kFalse, kFound };  // on the result; kFound: not null, not 0

struct Subject {
  enum class Root : uint8_t { kThis, kArgument, kResult, kThread, kJvm, kKept, kCallee };

  Root root = Root::kThis;
  uint8_t argument = 0;                // of kArgument, from 1
  std::string field;                   // one of its fields instead; empty: itself
  std::string tag;                     // several things that one object can stand for
  std::optional<uint8_t> key;          // argument whose value tells apart the parts of a map or array
  bool updater = false;                // of the object, the field that the AtomicXFieldUpdater `this` updates; or
  std::optional<uint8_t> offset = {};  // what lies at the offset that this argument is

  bool IsOther() const { return updater || offset; }  // nothing of the object itself
};

struct Effect {
  Verb verb;
  When when;
  Subject subject;
  Condition condition = Condition::kNone;
  std::string limit = {};     // an int field of `this`; told unless it is the greatest there is. Empty: told anyhow
  bool always = false;        // also if the method throws
  bool program_only = false;  // only where the object's class is not the JDK's
  bool anyway = false;        // also inside a leaf
  bool tries = false;         // of an acquire: it gives up rather than wait for ever, so nobody can be stuck there

  // Of the whole object, told where the call is made. What is accessed by way of the object (a java.lang.reflect.Field,
  // an updater) is another's, and told in the method.
  bool IsAccess() const { return !subject.IsOther() && (verb == Verb::kRead || verb == Verb::kWrite); }
  // A write that shows, or is made, only when the call is over.
  bool IsLateWrite() const {
    return IsAccess() && verb == Verb::kWrite && (when == When::kAfter || !subject.tag.empty());
  }
};

struct MethodContract {
  std::vector<std::string> names;
  std::optional<std::vector<std::string>> parameters;  // none: any
  bool leaf = false;  // calls back no code of the program: contracts of what it calls itself do not count
  std::vector<Effect> effects;
  uint32_t line = 0;

  bool Matches(std::string_view name, std::string_view descriptor) const;
};

// Calls that the class itself makes, of code that may be the program's: it is told of also if the caller is a leaf.
// Subjects are those of the method that makes the call; kCallee is what it is made on.
struct CallContract {
  MethodContract called;  // by name and parameters, whatever class it belongs to
};

// Reads of a field by the class itself and the classes nested in it.
struct FieldContract {
  std::string name;
  bool publish = false;  // before the read: it precedes the update that it is for
  bool receive = false;  // behind it
  bool written = false;  // a write publishes, too
  bool keep = false;     // publish to the object that was read first; it is `kept` until the method's end
  uint32_t line = 0;
};

struct ClassContract {
  std::string name;  // as in class files
  std::vector<MethodContract> methods = {};
  std::vector<FieldContract> fields = {};
  std::vector<CallContract> calls = {};
  bool monitors = false;  // its synchronized methods and blocks count
  uint32_t line = 0;

  bool HasAccesses() const;  // kRead, kWrite: told at the calls, in the program's code
};

using Contracts = std::vector<ClassContract>;

// The error's place is "FILE: line N".
Result<Contracts> Parse(std::string_view text, std::string_view file);

// Text that means the same, in one form: what an effect says by itself is left out.
std::string Print(const Contracts& contracts);

// A tag as the runtime knows it.
int32_t TagKey(std::string_view tag);

}  // namespace raddle::contracts
