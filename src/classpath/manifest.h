// The main section of a jar's META-INF/MANIFEST.MF: the few attributes that a class path depends on.
//
// Reading never fails: a line that is none is skipped, as java.util.jar would refuse the whole jar for it and nobody
// would learn why.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "classpath/zip.h"

namespace raddle::classpath {

struct Manifest {
  bool multi_release = false;           // Multi-Release: true
  std::vector<std::string> class_path;  // Class-Path: relative URLs as they stand there, still percent-encoded
  std::string main_class;               // Main-Class, or Start-Class where a Spring Boot launcher is the main class
};

Manifest ParseManifest(std::string_view text);

// The archive's manifest; the name's case does not matter to java.util.jar. Without one, the defaults.
Manifest ReadManifest(const ZipArchive& archive);

// Where a Class-Path URL of the jar at jar_path leads: a path, ending in '/' if it names a directory. Empty for a URL
// that is no file.
std::string ResolveClassPathUrl(std::string_view jar_path, std::string_view url);

}  // namespace raddle::classpath
