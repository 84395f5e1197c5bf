// dump: finds each class, reads it, and prints it or its IR.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/mapped_file.h"
#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "classfile/print.h"
#include "classpath/class_path.h"
#include "cli/class_path_options.h"
#include "cli/commands.h"
#include "cli/jdk_home.h"
#include "cli/output.h"
#include "ir/builder.h"
#include "ir/class_context.h"
#include "ir/printer.h"

namespace raddle::cli {
namespace {

using classfile::ClassFile;
using classfile::Member;

class Dumper {
 public:
  explicit Dumper(const options::DumpOptions& options) : options_(options) {}

  // What is wrong with one class does not keep the others from being printed.
  int Run() {
    int status = kOk;
    for (const std::string& name : options_.classes) {
      status = std::max(status, name.ends_with(".class") ? DumpFile(name) : DumpNamed(name));
    }
    return status;
  }

 private:
  int DumpFile(const std::string& path) {
    Result<MappedFile> file = MappedFile::Open(path);
    if (!file) return Complain("dump", file.error());
    return DumpBytes(path, file->bytes());
  }

  int DumpNamed(const std::string& name) {
    if (!class_path_) {
      Result<classpath::ClassPath> opened = OpenPath();
      if (!opened) return Complain("dump", opened.error());
      class_path_ = *std::move(opened);
    }
    std::optional<classpath::ClassLocation> location = Locate(name);
    if (!location) return Complain("dump", NotFound(name));
    std::string where = class_path_->Where(*location);
    Result<classpath::FileBytes> file = class_path_->Read(*location);
    if (!file) return Complain("dump", file.error(), kFailed);
    return DumpBytes(where, file->bytes);
  }

  // A JDK that was asked for must be there; one that was not is a convenience, unless there is nowhere else to look.
  Result<classpath::ClassPath> OpenPath() {
    options::MaybeText jdk = options_.jdk;
    Result<std::string> home = FindJdkHome(jdk);
    if (!home && (jdk.given || options_.class_path.empty())) return std::move(home).error();
    if (home) {
      jdk_home_ = *home;
      jdk = {.given = true, .text = jdk_home_};
    }
    return OpenClassPath(options_.class_path, jdk);
  }

  // a.b.C.D can be class D of package a.b.C, or a member of a.b.C, or even of a.b: the JVM's names tell, Java's do not.
  std::optional<classpath::ClassLocation> Locate(std::string name) const {
    std::replace(name.begin(), name.end(), '.', '/');
    while (true) {
      if (auto location = class_path_->Locate(name)) return location;
      size_t slash = name.rfind('/');
      if (slash == std::string::npos) return std::nullopt;
      name[slash] = '$';
    }
  }

  Error NotFound(const std::string& name) const {
    std::string path = options::Show(options_.class_path);
    std::string reason = fmt::format("no class {}", name);
    reason += path.empty() ? "" : fmt::format(" on the class path {}", path);
    reason += jdk_home_.empty() ? "" : fmt::format("{} in the JDK {}", path.empty() ? "" : " or", jdk_home_);
    if (!class_path_->notes().empty()) reason += fmt::format(" ({})", class_path_->notes().front().ToString());
    return {.reason = std::move(reason)};
  }

  int DumpBytes(const std::string& where, classfile::Bytes bytes) {
    Result<ClassFile> file = classfile::ReadClass(bytes);
    if (!file) return Complain("dump", file.error().In(where), kFailed);
    if (!options_.method.empty() && !KeepMethod(*file)) {
      return Complain("dump", {.reason = fmt::format("no method {}", options_.method), .place = where});
    }
    if (std::exchange(printed_, true)) Print("\n");
    if (options_.ir) return PrintIr(where, *file);
    std::string text;
    classfile::PrintOptions wanted{
        .constants = options_.constants, .code = !options_.no_code, .debug = !options_.no_debug};
    classfile::PrintClass(*file, wanted, text);
    Print(text);
    return kOk;
  }

  // Drops all other methods; false if there is none.
  bool KeepMethod(ClassFile& file) const {
    std::erase_if(file.methods, [&](const Member& method) {
      std::string_view name = file.NameOf(method);
      return options_.method != name && options_.method != fmt::format("{}{}", name, file.DescriptorOf(method));
    });
    return !file.methods.empty();
  }

  int PrintIr(const std::string& where, const ClassFile& file) {
    auto context = ir::ClassContext::Create(file);
    if (!context) return Complain("dump", context.error().In(where), kFailed);
    ir::Builder builder;
    Arena arena;
    int status = kOk;
    std::string_view gap;
    for (const Member& member : file.methods) {
      Result<ir::Method> method = builder.Build(**context, member, arena);
      if (method) {
        Print(fmt::format("{}{}", std::exchange(gap, "\n"), ir::Print(*method)));
      } else {
        std::string name = classfile::Printable(fmt::format("{}{}", file.NameOf(member), file.DescriptorOf(member)));
        status = Complain("dump", method.error().In(name).In(where), kFailed);
      }
      arena.Reset();
    }
    return status;
  }

  const options::DumpOptions& options_;
  std::optional<classpath::ClassPath> class_path_;  // opened when the first name is looked up
  std::string jdk_home_;                            // empty without one
  bool printed_ = false;
};

}  // namespace

int RunDump(const options::DumpOptions& options) {
  return Dumper(options).Run();
}

}  // namespace raddle::cli
