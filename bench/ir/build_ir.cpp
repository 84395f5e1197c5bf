// bench_ir JDK_HOME [--keep]: IR for every method of a JDK, on one thread; prints seconds and peak memory.
//
// With --keep everything stays in memory to the end, as a whole-program analysis would have it; otherwise a class's IR
// is dropped before the next class is read.
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <deque>
#include <memory>
#include <string_view>
#include <vector>

#include "classfile/class_file.h"
#include "classpath/class_path.h"
#include "ir/builder.h"
#include "ir/class_context.h"

namespace {

using namespace raddle;

struct BuiltClass {
  classpath::FileBytes bytes;
  std::unique_ptr<classfile::ClassFile> file;
  std::unique_ptr<ir::ClassContext> context;
  Arena arena;
  std::vector<ir::Method> methods;
};

struct Totals {
  uint64_t classes = 0, methods = 0, instructions = 0, ir_bytes = 0, failures = 0;
};

Result<BuiltClass> Build(const classpath::ClassPath& path, const classpath::ClassLocation& location,
                         ir::Builder& builder, Totals& totals) {
  BuiltClass built;
  RADDLE_TRY(built.bytes, path.Read(location));
  RADDLE_TRY(classfile::ClassFile file, classfile::ReadClass(built.bytes.bytes));
  built.file = std::make_unique<classfile::ClassFile>(std::move(file));
  RADDLE_TRY(built.context, ir::ClassContext::Create(*built.file));
  ++totals.classes;
  for (const classfile::Member& member : built.file->methods) {
    Result<ir::Method> method = builder.Build(*built.context, member, built.arena);
    if (!method) return method.error().In(built.file->NameOf(member));
    if (method->blocks.empty()) continue;
    ++totals.methods;
    totals.instructions += method->instructions.size();
    totals.ir_bytes += method->Size();
    built.methods.push_back(*std::move(method));
  }
  return built;
}

}  // namespace

int main(int count, char** arguments) {
  bool keep = count == 3 && std::string_view(arguments[2]) == "--keep";
  if (count != 2 && !keep) {
    fmt::print(stderr, "usage: bench_ir JDK_HOME [--keep]\n");
    return 2;
  }
  auto begin = std::chrono::steady_clock::now();
  Result<classpath::ClassPath> path = classpath::ClassPath::Open("", {.jdk_home = arguments[1]});
  if (!path) {
    fmt::print(stderr, "bench_ir: {}\n", path.error().ToString());
    return 1;
  }
  ir::Builder builder;
  Totals totals;
  std::deque<BuiltClass> kept;
  for (const classpath::ClassLocation& location : path->Classes(/*with_jdk=*/true)) {
    Result<BuiltClass> built = Build(*path, location, builder, totals);
    if (!built) {
      ++totals.failures;
      fmt::print(stderr, "bench_ir: {}\n", built.error().In(location.name).ToString());
    } else if (keep) {
      kept.push_back(*std::move(built));
    }
  }
  std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("{}: {} classes, {} methods, {} instructions, {:.0f} MiB of IR, {} failures; {:.2f} s, peak {} MiB\n",
             keep ? "kept" : "dropped", totals.classes, totals.methods, totals.instructions,
             static_cast<double>(totals.ir_bytes) / (1 << 20), totals.failures, taken.count(), usage.ru_maxrss / 1024);
  return totals.failures == 0 ? 0 : 1;
}
