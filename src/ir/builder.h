// Builder: turns a method's bytecode into its IR.
//
// The steps, each in a file of its own:
//   1. structure.h    cut the bytecode into blocks with one handler list each
//   2. node_graph.h   the reachable blocks, with each subroutine copied for each of its callers
//   3. liveness.h     which locals are still read
//   4. translator.h   run each block once on an abstract stack of registers, making phis where states meet
//   5. ssa.h          fill the phis, drop those that only rename or that nobody reads, find types
//   6. assembler.h    number registers and blocks, lay the result out in the arena
//
// Nothing about the bytecode is trusted beyond what DecodeCode checked. Underflow, overflow, two depths or kinds at one
// place, a local read before it is written, a subroutine that does not return the way it was called: each is an Error
// whose offset is a bytecode index. A method that would take unreasonable room or time (limits.h) is an error, too.
// Code that passes the JVM's verifier is accepted, with one exception: a `ret` that leaves two subroutines at once.
//
// A Builder keeps its working memory from one method to the next; use one for each thread.
#pragma once

#include <memory>

#include "base/arena.h"
#include "base/result.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "ir/method_ir.h"

namespace raddle::ir {

class Builder {
 public:
  Builder();
  ~Builder();
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  // An abstract or native method gives a Method without blocks.
  Result<Method> Build(ClassContext& context, const classfile::Member& member, Arena& arena);
  // The same with the code already at hand.
  Result<Method> Build(ClassContext& context, const classfile::Member& member, const classfile::Code& code,
                       Arena& arena);

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace raddle::ir
