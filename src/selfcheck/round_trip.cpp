#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/parallel.h"
#include "base/progress.h"
#include "classfile/class_file.h"
#include "classpath/jimage.h"
#include "ir/builder.h"
#include "selfcheck/selfcheck.h"

namespace raddle::selfcheck {
namespace {

using classfile::ClassFile;

// One thread's share.
class Worker {
 public:
  void Check(classfile::Bytes bytes, const std::string& where) {
    ++report.classes;
    report.bytes += bytes.size();
    Result<ClassFile> file = classfile::ReadClass(bytes);
    if (!file) return Fail(file.error(), where);
    CheckBytes(*file, bytes, where);
    CheckIr(*file, where);
  }

  void Fail(const Error& error, const std::string& where) { report.failures.push_back(error.In(where)); }

  RoundTripReport report;

 private:
  void CheckBytes(const ClassFile& file, classfile::Bytes bytes, const std::string& where) {
    writer_.Clear();
    if (Result<void> written = WriteClass(file, writer_, classfile::WriteMode::kReencode); !written) {
      return Fail(written.error(), where);
    }
    const classfile::Bytes again = writer_.bytes();
    const auto [a, b] = std::mismatch(bytes.begin(), bytes.end(), again.begin(), again.end());
    if (a == bytes.end() && b == again.end()) {
      ++report.identical;
    } else {
      Fail({"differs after read and write", static_cast<uint64_t>(a - bytes.begin())}, where);
    }
  }

  void CheckIr(const ClassFile& file, const std::string& where) {
    arena_.Reset();
    Result<std::unique_ptr<ir::ClassContext>> context = ir::ClassContext::Create(file);
    if (!context) return Fail(context.error(), where);
    for (const classfile::Member& method : file.methods) {
      if (Find(method.attributes, classfile::AttributeKind::kCode) == nullptr) continue;
      ++report.methods;
      arena_.Reset();
      Result<ir::Method> built = builder_.Build(**context, method, arena_);
      if (!built) {
        Fail(built.error().In(fmt::format("{}{}", file.NameOf(method), file.DescriptorOf(method))), where);
        continue;
      }
      ++report.built;
      report.ir_instructions += built->instructions.size();
    }
  }

  classfile::ByteWriter writer_;
  ir::Builder builder_;
  Arena arena_;
};

}  // namespace

RoundTripReport CheckRoundTrips(const classpath::ClassPath& path, unsigned threads) {
  std::vector<const classpath::ClassLocation*> classes;
  for (size_t entry = 0; entry < path.entry_count(); ++entry) {
    for (const classpath::ClassLocation& location : path.ClassesOf(entry)) classes.push_back(&location);
  }
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::unique_ptr<Worker>> workers(WorkerCount(threads));
  for (auto& worker : workers) worker = std::make_unique<Worker>();
  Progress progress("selfcheck", classes.size());
  ParallelFor(classes.size(), static_cast<unsigned>(workers.size()), [&](unsigned w, size_t i) {
    const Result<classpath::FileBytes> file = path.Read(*classes[i]);
    const std::string where = path.Where(*classes[i]);
    file ? workers[w]->Check(file->bytes, where) : workers[w]->Fail(file.error(), where);
    progress.Advance();
  });
  progress.Finish();
  if (path.jdk() != nullptr) {
    // Class files too, though no classes; few enough for one thread.
    for (const std::string& module : path.jdk()->Modules()) {
      const Result<std::optional<classpath::FileBytes>> file = path.jdk()->ReadModuleInfo(module);
      const std::string where = module + "/module-info.class";
      if (!file)
        workers[0]->Fail(file.error(), where);
      else if (*file)
        workers[0]->Check((*file)->bytes, where);
    }
  }

  RoundTripReport total;
  for (const auto& worker : workers) {
    const RoundTripReport& part = worker->report;
    total.classes += part.classes;
    total.bytes += part.bytes;
    total.identical += part.identical;
    total.methods += part.methods;
    total.built += part.built;
    total.ir_instructions += part.ir_instructions;
    total.failures.insert(total.failures.end(), part.failures.begin(), part.failures.end());
  }
  std::sort(total.failures.begin(), total.failures.end(),
            [](const Error& a, const Error& b) { return a.place < b.place; });
  total.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return total;
}

}  // namespace raddle::selfcheck
