// Edits in C++, links in Java: the classes cross in two container files, which java/linkcheck reads.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <mutex>

#include "base/parallel.h"
#include "base/progress.h"
#include "base/subprocess.h"
#include "selfcheck/edits.h"
#include "selfcheck/selfcheck.h"
#include "weave/weaver.h"

extern "C" const unsigned char kLinkCheckJar[], kLinkCheckJar_end[];

namespace raddle::selfcheck {
namespace {

using classfile::Bytes;

// A file written front to back; the first failure is remembered and told by Close().
class OutputFile {
 public:
  explicit OutputFile(std::string path) : path_(std::move(path)), stream_(std::fopen(path_.c_str(), "wbe")) {
    if (stream_ == nullptr) error_ = errno;
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile() {
    if (stream_ != nullptr) std::fclose(stream_);
  }

  void Write(Bytes bytes) {
    if (error_ == 0 && std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size()) error_ = errno;
  }

  // One class of a container: name and bytes, each behind its length.
  void WriteClass(std::string_view name, Bytes bytes) {
    header_.Clear();
    header_.U2(static_cast<uint16_t>(name.size()));
    header_.Raw({reinterpret_cast<const uint8_t*>(name.data()), name.size()});
    header_.U4(static_cast<uint32_t>(bytes.size()));
    Write(header_.bytes());
    Write(bytes);
  }

  Result<void> Close() {
    if (stream_ != nullptr && std::fclose(stream_) != 0 && error_ == 0) error_ = errno;
    stream_ = nullptr;
    if (error_ != 0) return Error{.reason = std::strerror(error_), .place = path_};
    return {};
  }

 private:
  std::string path_;
  std::FILE* stream_;
  int error_ = 0;
  classfile::ByteWriter header_;
};

Result<EditCounts> WeaveAll(Bytes bytes, weave::SiteTable& sites, classfile::ByteWriter& writer) {
  RADDLE_TRY(const weave::Woven woven, weave::WeaveClass(bytes, {}, 0, sites));
  writer.Raw(woven.bytes);
  return EditCounts{woven.methods, woven.notes.size()};
}

Result<EditCounts> EditClass(Bytes bytes, Edit edit, weave::SiteTable& sites, classfile::ByteWriter& writer,
                             std::string& name) {
  RADDLE_TRY(classfile::ClassFile file, classfile::ReadClass(bytes));
  name = file.Name();
  writer.Clear();
  if (edit == Edit::kWeave) return WeaveAll(bytes, sites, writer);
  RADDLE_TRY(const EditCounts counts, EditMethods(file, edit));
  RADDLE_CHECK(WriteClass(file, writer));
  return counts;
}

// LinkCheck's last line: "linked N same-failure N differ N skipped N". The lines before it are failures.
Result<void> ReadVerdict(const Captured& captured, EditReport& report) {
  std::string_view rest = captured.output;
  while (rest.ends_with('\n')) rest.remove_suffix(1);
  const size_t last = rest.rfind('\n') + 1;  // npos + 1 is 0
  unsigned long linked, same, differ, skipped;
  if (std::sscanf(std::string(rest.substr(last)).c_str(), "linked %lu same-failure %lu differ %lu skipped %lu", &linked,
                  &same, &differ, &skipped) != 4) {
    return Error{fmt::format("the JVM that links the classes gave no verdict (exit status {})", captured.status)};
  }
  report.linked = linked;
  report.as_before = same;
  report.skipped = skipped;
  for (std::string_view lines = rest.substr(0, last); !lines.empty();) {
    const size_t end = lines.find('\n');
    report.failures.push_back({std::string(lines.substr(0, end))});
    lines.remove_prefix(end + 1);
  }
  return {};
}

}  // namespace

Result<EditReport> CheckEdits(const classpath::ClassPath& path, Edit edit, const std::string& jdk_home,
                              unsigned threads) {
  const auto start = std::chrono::steady_clock::now();
  RADDLE_TRY(const TemporaryDirectory directory, TemporaryDirectory::Create());
  OutputFile originals(directory.path() + "/originals"), edits(directory.path() + "/edited");
  EditReport report;
  weave::SiteTable sites;
  std::mutex mutex;  // guards report and both files

  const std::vector<classpath::ClassLocation> classes = path.Classes(/*with_jdk=*/false);
  std::vector<classfile::ByteWriter> writers(WorkerCount(threads));
  {
    Progress progress("edit", classes.size());
    ParallelFor(classes.size(), static_cast<unsigned>(writers.size()), [&](unsigned worker, size_t i) {
      classfile::ByteWriter& writer = writers[worker];
      const std::string where = path.Where(classes[i]);
      const Result<classpath::FileBytes> file = path.Read(classes[i]);
      std::string name;
      Result<EditCounts> edited = file ? EditClass(file->bytes, edit, sites, writer, name) : file.error();
      progress.Advance();
      const std::lock_guard lock(mutex);
      ++report.classes;
      if (!edited) return report.failures.push_back(edited.error().In(where));
      report.methods += edited->methods;
      report.too_large += edited->too_large;
      originals.WriteClass(name, file->bytes);
      edits.WriteClass(name, writer.bytes());
    });
  }
  RADDLE_CHECK(originals.Close());
  RADDLE_CHECK(edits.Close());
  const std::string jar = directory.path() + "/linkcheck.jar";
  OutputFile jar_file(jar);
  jar_file.Write({kLinkCheckJar, kLinkCheckJar_end});
  RADDLE_CHECK(jar_file.Close());

  std::vector<std::string> command{jdk_home + "/bin/java"};
  for (const char* option : {"-Xverify:all", "-XX:-PrintWarnings", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                             "-Xmx768m", "-XX:MaxMetaspaceSize=4g", "-Xss4m"}) {
    command.emplace_back(option);
  }
  for (const std::string& argument : {std::string("-cp"), jar, std::string("raddle.linkcheck.LinkCheck"),
                                      directory.path() + "/originals", directory.path() + "/edited"}) {
    command.push_back(argument);
  }
  RADDLE_TRY(const Captured captured, RunAndCapture(command));
  RADDLE_CHECK(ReadVerdict(captured, report));
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace raddle::selfcheck
