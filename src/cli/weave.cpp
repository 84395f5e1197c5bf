// weave: advice put into class files ahead of time.
//
//   the aspects are read and checked -> every class of the path is woven or copied -> all is written, with the aspects
//   and the classes that run them
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "aspect/path_oracle.h"
#include "aspect/read.h"
#include "aspect/weaver.h"
#include "base/mapped_file.h"
#include "classfile/class_file.h"
#include "classpath/zip.h"
#include "classpath/zip_writer.h"
#include "cli/bundle.h"
#include "cli/class_path_options.h"
#include "cli/commands.h"
#include "cli/output.h"

namespace raddle::cli {
namespace {

namespace fs = std::filesystem;
using classfile::Bytes;

// A jar or a directory, as files with names.
class Place {
 public:
  static Result<Place> Open(const std::string& path) {
    Place place;
    place.path_ = path;
    std::error_code error;
    if (fs::is_directory(path, error)) {
      for (fs::recursive_directory_iterator it(path, error), end; it != end; it.increment(error)) {
        if (error) return Error{.reason = error.message(), .place = path};
        if (it->is_regular_file(error)) place.names_.push_back(fs::relative(it->path(), path, error).generic_string());
      }
      std::sort(place.names_.begin(), place.names_.end());
      return place;
    }
    RADDLE_TRY(MappedFile file, MappedFile::Open(path));
    place.file_ = std::make_unique<MappedFile>(std::move(file));
    Result<classpath::ZipArchive> archive = classpath::ZipArchive::Open(place.file_->bytes());
    if (!archive) return std::move(archive).error().In(path);
    place.archive_ = std::make_unique<classpath::ZipArchive>(*std::move(archive));
    for (const classpath::ZipEntry& entry : place.archive_->entries()) {
      if (!entry.IsDirectory() && entry.problem == classpath::ZipProblem::kNone) place.names_.emplace_back(entry.name);
    }
    return place;
  }

  const std::vector<std::string>& names() const { return names_; }

  Result<std::vector<uint8_t>> Read(const std::string& name) const {
    if (archive_ != nullptr) {
      Result<classpath::FileBytes> bytes = archive_->Read(*archive_->Find(name));
      if (!bytes) return std::move(bytes).error().In(path_);
      return std::vector<uint8_t>(bytes->bytes.begin(), bytes->bytes.end());
    }
    RADDLE_TRY(MappedFile file, MappedFile::Open((fs::path(path_) / name).string()));
    return std::vector<uint8_t>(file.bytes().begin(), file.bytes().end());
  }

 private:
  std::string path_;
  std::vector<std::string> names_;
  std::unique_ptr<MappedFile> file_;
  std::unique_ptr<classpath::ZipArchive> archive_;
};

constexpr std::string_view kManifest = "META-INF/MANIFEST.MF";

// What was signed is signed no longer.
bool IsSignature(std::string_view name) {
  if (!name.starts_with("META-INF/") || name.find('/', 9) != std::string_view::npos) return false;
  for (const std::string_view end : {".SF", ".RSA", ".DSA", ".EC"}) {
    if (name.ends_with(end)) return true;
  }
  return false;
}

// What will be written: names and contents in order. A jar's manifest stands first, where java wants it.
struct Output {
  std::vector<std::pair<std::string, std::vector<uint8_t>>> files;
  std::set<std::string> names;

  void Add(const std::string& name, std::vector<uint8_t> bytes) {
    names.insert(name);
    const auto at = name == kManifest ? files.begin() : files.end();
    files.insert(at, {name, std::move(bytes)});
  }
};

Result<void> WriteFile(const fs::path& path, Bytes bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return Error{.reason = "cannot be written", .place = path.string()};
  return {};
}

Result<void> Write(const Output& output, const std::string& path) {
  std::error_code error;
  if (path.ends_with(".jar")) {
    std::vector<uint8_t> jar;
    classpath::ZipWriter writer(jar);
    for (const auto& [name, bytes] : output.files) RADDLE_CHECK(writer.Add(name, Bytes(bytes)));
    RADDLE_CHECK(writer.Finish());
    return WriteFile(path, jar);
  }
  for (const auto& [name, bytes] : output.files) {
    const fs::path file = fs::path(path) / name;
    fs::create_directories(file.parent_path(), error);
    if (error) return Error{.reason = error.message(), .place = file.parent_path().string()};
    RADDLE_CHECK(WriteFile(file, bytes));
  }
  return {};
}

struct Counts {
  uint32_t classes = 0, woven = 0, places = 0, damaged = 0;
};

class Weaving {
 public:
  Weaving(const options::WeaveOptions& options, const aspect::AspectSet& aspects, pointcut::TypeOracle& oracle)
      : options_(options), aspects_(aspects), oracle_(oracle) {}

  Result<Output> Run() {
    for (const std::string& element : options_.class_path.entries) RADDLE_CHECK(AddProgram(element));
    for (const std::string& jar : options_.aspects.entries) RADDLE_CHECK(AddAsIs(jar));
    RADDLE_TRY(std::string runtime, Bundled("java/raddle_aspect.jar"));
    RADDLE_CHECK(AddAsIs(runtime));
    return std::move(output_);
  }

  const Counts& counts() const { return counts_; }

 private:
  Result<void> AddProgram(const std::string& element) {
    RADDLE_TRY(Place place, Place::Open(element));
    for (const std::string& name : place.names()) {
      if (output_.names.contains(name) || IsSignature(name)) continue;
      RADDLE_TRY(std::vector<uint8_t> bytes, place.Read(name));
      if (name.ends_with(".class")) {
        ++counts_.classes;
        if (Result<void> done = WeaveClass(bytes); !done) {
          if (!classfile::ReadClass(bytes)) ++counts_.damaged;
          Tell("weave", fmt::format("{}: {}: left as it is", name, done.error().ToString()));
        }
      }
      output_.Add(name, std::move(bytes));
    }
    return {};
  }

  Result<void> WeaveClass(std::vector<uint8_t>& bytes) {
    RADDLE_TRY(std::optional<aspect::WovenClass> woven, aspect::Weave(bytes, aspects_, oracle_));
    if (!woven) return {};
    ++counts_.woven;
    counts_.places += woven->places;
    for (const std::string& note : woven->notes) Tell("weave", note);
    bytes = std::move(woven->bytes);
    return {};
  }

  Result<void> AddAsIs(const std::string& jar) {
    RADDLE_TRY(Place place, Place::Open(jar));
    for (const std::string& name : place.names()) {
      if (output_.names.contains(name) || name.starts_with("META-INF/")) continue;
      RADDLE_TRY(std::vector<uint8_t> bytes, place.Read(name));
      output_.Add(name, std::move(bytes));
    }
    return {};
  }

  const options::WeaveOptions& options_;
  const aspect::AspectSet& aspects_;
  pointcut::TypeOracle& oracle_;
  Output output_;
  Counts counts_;
};

Result<void> Check(const options::WeaveOptions& options) {
  if (options.aspects.entries.empty()) return Error{"which aspects? --aspects JAR"};
  if (options.class_path.empty()) return Error{"which classes? -cp PATH"};
  if (options.output.empty()) return Error{"where to? -o OUT.jar, or a directory"};
  for (const std::string& element : options.class_path.entries) {
    std::error_code ignored;
    if (fs::equivalent(element, options.output, ignored)) {
      return Error{.reason = "is on the class path too: write to another place", .place = options.output};
    }
  }
  return {};
}

Result<int> WeaveAll(const options::WeaveOptions& options) {
  RADDLE_CHECK(Check(options));
  options::PathList all = options.class_path;
  for (const std::string& element : options.class_path.entries) RADDLE_CHECK(Place::Open(element));
  for (const std::string& jar : options.aspects.entries) all.entries.push_back(jar);
  for (const std::string& library : options.libraries.entries) all.entries.push_back(library);
  RADDLE_TRY(std::string runtime, Bundled("java/raddle_aspect.jar"));
  all.entries.push_back(runtime);
  options::MaybeText jdk = options.jdk;
  jdk.given = true;
  RADDLE_TRY(classpath::ClassPath path, OpenClassPath(all, jdk));
  aspect::PathOracle oracle(path);
  RADDLE_TRY(aspect::AspectSet aspects,
             aspect::ReadAspects({.jars = options.aspects.entries, .knows_program = true}, oracle));
  Weaving weaving(options, aspects, oracle);
  RADDLE_TRY(Output output, weaving.Run());
  if (Result<void> written = Write(output, options.output); !written)
    return Complain("weave", written.error(), kFailed);
  const Counts& counts = weaving.counts();
  Print(fmt::format("{} of {} classes have advice, at {} place{}\n", counts.woven, counts.classes, counts.places,
                    counts.places == 1 ? "" : "s"));
  return counts.damaged == 0 ? kOk : kFailed;
}

}  // namespace

int RunWeave(const options::WeaveOptions& options) {
  Result<int> status = WeaveAll(options);
  return status ? *status : Complain("weave", status.error());
}

}  // namespace raddle::cli
