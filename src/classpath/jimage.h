// JdkImage: the classes of a JDK (or of a run-time image that jlink made), from its lib/modules.
//
// The JDK's own lib/libjimage.so opens the image and looks names up in it. That library has no public header and its
// functions changed once (JIMAGE_PackageToModule went away, and JIMAGE_FindResource took a flag for preview classes in
// place of a version), which is told apart by the missing symbol. It needs libjvm.so, which is loaded for it but never
// started. Both stay loaded until the process ends.
//
// The bytes come from a mapping of our own, at the place the look-up gave: an uncompressed class is not copied, and
// JIMAGE_GetResource, which on a compressed image calls into the JVM and crashes where none runs (seen with JDK 25), is
// not needed. Resources compressed with jlink's zip plug-in are inflated here; those that shared strings were taken out
// of (`--compress=1` of JDK 17) are an Error.
//
// Costs: Open() 15 to 50 ms, for loading libjvm.so and listing the 27,000 classes of a whole JDK; a look-up about a
// microsecond.
// Threads: after Open() everything may be called from any number of threads: the image is read-only memory to libjimage
// as it is to us, and the JVM itself calls it from all of its threads.
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

class JdkImage {
 public:
  // home: what JAVA_HOME would be. The error says what is missing where it is no JDK of release 9 or newer.
  static Result<JdkImage> Open(const std::string& home);
  JdkImage(JdkImage&&) noexcept;
  JdkImage& operator=(JdkImage&&) noexcept;
  ~JdkImage();

  const std::string& home() const;
  // 17 for "17.0.15"; 0 where the home has no readable `release` file.
  int release() const;

  // The module a package ("java/util") is in; empty for a package that is not the JDK's.
  std::string_view ModuleOf(std::string_view package) const;
  bool Contains(std::string_view internal_name) const;
  // The class's bytes; nothing where the JDK has no such class.
  Result<std::optional<FileBytes>> Read(std::string_view internal_name) const;
  // Internal names of all classes without the module-infos, sorted.
  const std::vector<std::string>& Classes() const;

  // The modules that have a descriptor, sorted, and the bytes of their module-info.class.
  const std::vector<std::string>& Modules() const;
  Result<std::optional<FileBytes>> ReadModuleInfo(const std::string& module) const;

 private:
  struct State;
  explicit JdkImage(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace raddle::classpath
