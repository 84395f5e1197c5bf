#include "classpath/manifest.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace raddle::classpath {
namespace {

std::string Shown(const Manifest& manifest) {
  return fmt::format("{} [{}] {}", manifest.multi_release, fmt::join(manifest.class_path, "|"), manifest.main_class);
}

TEST(Manifest, Attributes) {
  const std::pair<const char*, const char*> kCases[] = {
      {"", "false [] "},
      {"Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n", "true [] "},
      {"multi-release: TRUE\n", "true [] "},
      {"Multi-Release: true \n", "false [] "},
      {"Multi-Release:true\n", "false [] "},
      {"Multi-Release: true", "true [] "},
      {"Manifest-Version: 1.0\n\nName: a/\nMulti-Release: true\n", "false [] "},
      {"Class-Path: a.jar  b.jar\rMain-Class: p.Main\r", "false [a.jar|b.jar] p.Main"},
      {"Class-Path: lib/a.j\r\n ar lib/b.jar\r\n  lib/c.jar\r\n", "false [lib/a.jar|lib/b.jar|lib/c.jar] "},
      {"Main-Class: org.springframework.boot.loader.JarLauncher\nStart-Class: app.Main\n", "false [] app.Main"},
      {" starts with a continuation\nno colon\nMain-Class: M\n", "false [] M"},
  };
  for (const auto& [text, expected] : kCases) EXPECT_EQ(Shown(ParseManifest(text)), expected) << text;
}

TEST(Manifest, ClassPathUrls) {
  const std::pair<const char*, const char*> kCases[] = {
      {"b.jar", "/x/lib/b.jar"},
      {"../b.jar", "/x/lib/../b.jar"},
      {"/b.jar", "/b.jar"},
      {"a%20b.jar", "/x/lib/a b.jar"},
      {"classes/", "/x/lib/classes/"},
      {"file:/y/b.jar", "/y/b.jar"},
      {"file:b.jar", "/x/lib/b.jar"},
      {"file:///y/b.jar", "/y/b.jar"},
      {"http://host/b.jar", ""},
      {"//host/b.jar", ""},
      {"b.jar?q#f", "/x/lib/b.jar"},
      {"100%.jar", "/x/lib/100%.jar"},
      {"a%00b.jar", ""},
      {"", ""},
  };
  for (const auto& [url, expected] : kCases) EXPECT_EQ(ResolveClassPathUrl("/x/lib/a.jar", url), expected) << url;
  EXPECT_EQ(ResolveClassPathUrl("a.jar", "b.jar"), "b.jar");
}

}  // namespace
}  // namespace raddle::classpath
