// ClassPath: finds classes where `java -cp PATH` would, and lists them.
//
// An element of the path is a directory, an archive, or `dir/*` for all jars of a directory. What is done beyond that:
//   - the archives that a jar's Class-Path attribute names follow right after it, and theirs after them; those that do
//     not exist are ignored, as java does;
//   - a multi-release jar shows the classes of the highest version that is not above `release`;
//   - an archive with BOOT-INF/ or WEB-INF/ (Spring Boot, .war) is taken apart as its launcher or container would:
//     the archive itself, then its classes/ folder, then the jars of its lib/ folders in the archive's order;
//   - the JDK, if one is given, comes first, since application loaders ask it first. (A class that the JDK lacks is
//     taken from the path even in one of the JDK's packages, where the JVM would refuse; patched modules need that.)
//
// What is missing or unreadable is a note, and the rest is used: java ignores it too, though in silence. Only a JDK
// that was asked for and cannot be used is an error.
//
// Costs: Open() maps each archive and reads its central directory, and inflates jars that lie deflated in another one;
// classes are inflated when they are read, directories looked into when they are asked. Look-up is one hash probe plus
// one stat() for each directory that stands before the hit.
//
// Threads: after Open() everything may be called from any number of threads. To read all classes in parallel, take
// Classes() and share out the indices. A FileBytes may point into the class path's mappings: it must not outlive it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classpath/zip.h"

namespace raddle::classpath {

class JdkImage;

struct ClassPathOptions {
  std::string jdk_home = {};  // empty: no JDK
  int release = 0;            // for multi-release jars; 0: the JDK's, or kNewestRelease without one
  static constexpr int kNewestRelease = 25;
};

enum class EntryKind : uint8_t { kJdk, kDirectory, kArchive };

// A class as found at one place. Cheap to keep; Read() fetches its bytes.
struct ClassLocation {
  std::string name;    // internal name
  uint32_t entry = 0;  // of the class path
  uint32_t index = 0;  // in the archive
};

struct ClassBytes {
  ClassLocation location;
  FileBytes file;

  Bytes bytes() const { return file.bytes; }
};

class ClassPath {
 public:
  // path: elements separated by ':'. An empty element is the current directory; an empty path has no elements.
  static Result<ClassPath> Open(std::string_view path, const ClassPathOptions& options = {});
  ClassPath(ClassPath&&) noexcept;
  ClassPath& operator=(ClassPath&&) noexcept;
  ~ClassPath();

  std::optional<ClassLocation> Locate(std::string_view internal_name) const;
  Result<FileBytes> Read(const ClassLocation& location) const;
  // Both in one: nothing where no entry has the class, an error where the one that has it cannot be read.
  Result<std::optional<ClassBytes>> Find(std::string_view internal_name) const;
  // "app.jar!/BOOT-INF/lib/util.jar!/META-INF/versions/17/a/B.class"
  std::string Where(const ClassLocation& location) const;

  // Entries in the order they are searched: the elements of the path after everything above was unfolded.
  size_t entry_count() const;
  EntryKind KindOf(size_t entry) const;
  const std::string& NameOf(size_t entry) const;  // "app.jar", "app.jar!/WEB-INF/classes"
  // All classes of one entry, also those that an earlier entry hides. Made at the first call.
  const std::vector<ClassLocation>& ClassesOf(size_t entry) const;
  // Every class once, where Find() would find it, in the order of the entries. Without the JDK's unless asked for.
  std::vector<ClassLocation> Classes(bool with_jdk = false) const;

  int release() const;
  const JdkImage* jdk() const;  // nullptr without one
  // Missing elements, archives that are none, odd entries in archives.
  const std::vector<Error>& notes() const;

 private:
  struct State;
  explicit ClassPath(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace raddle::classpath
