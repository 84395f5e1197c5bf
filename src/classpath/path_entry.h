// What a class path is made of, behind class_path.h: one PathEntry for each place that is searched.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mapped_file.h"
#include "base/result.h"
#include "classpath/class_path.h"
#include "classpath/jimage.h"
#include "classpath/manifest.h"
#include "classpath/zip.h"

namespace raddle::classpath {

// An archive and what keeps its bytes: a mapped file, or the archive it lies in and perhaps a buffer.
struct Archive {
  std::string name;
  std::optional<MappedFile> file;
  std::shared_ptr<const Archive> outer;
  FileBytes inner;
  ZipArchive zip;
  Manifest manifest;
};

class PathEntry {
 public:
  PathEntry(EntryKind kind, std::string name) : kind_(kind), name_(std::move(name)) {}
  virtual ~PathEntry() = default;

  // Whether this place has the class. Archives say no: the class path has one table for all of them.
  virtual bool Has(std::string_view internal_name) const = 0;
  virtual Result<FileBytes> Read(const ClassLocation& location) const = 0;
  virtual std::string Where(const ClassLocation& location) const = 0;

  // ClassLocation::entry is `number`.
  const std::vector<ClassLocation>& Classes(uint32_t number) const;

  EntryKind kind() const { return kind_; }
  const std::string& name() const { return name_; }

 protected:
  virtual std::vector<ClassLocation> List() const = 0;

 private:
  EntryKind kind_;
  std::string name_;
  mutable std::once_flag listed_;
  mutable std::vector<ClassLocation> classes_;
};

class JdkEntry : public PathEntry {
 public:
  explicit JdkEntry(JdkImage image);
  bool Has(std::string_view internal_name) const override { return image_.Contains(internal_name); }
  Result<FileBytes> Read(const ClassLocation& location) const override;
  std::string Where(const ClassLocation& location) const override;
  const JdkImage& image() const { return image_; }

 protected:
  std::vector<ClassLocation> List() const override;

 private:
  JdkImage image_;
};

class DirectoryEntry : public PathEntry {
 public:
  explicit DirectoryEntry(std::string path) : PathEntry(EntryKind::kDirectory, std::move(path)) {}
  bool Has(std::string_view internal_name) const override;
  Result<FileBytes> Read(const ClassLocation& location) const override;
  std::string Where(const ClassLocation& location) const override;

 protected:
  // Links to directories are not followed, or a link to its own parent would never end.
  std::vector<ClassLocation> List() const override;

 private:
  std::string FileOf(std::string_view internal_name) const;
};

// The classes of an archive below `prefix`.
class ArchiveEntry : public PathEntry {
 public:
  struct Class {
    std::string_view name;  // as in the archive: UTF-8
    uint32_t index;         // of the archive's entry
  };

  ArchiveEntry(std::shared_ptr<const Archive> archive, std::string_view prefix, int release);
  bool Has(std::string_view) const override { return false; }
  Result<FileBytes> Read(const ClassLocation& location) const override;
  std::string Where(const ClassLocation& location) const override;
  const std::vector<Class>& classes() const { return classes_; }

 protected:
  std::vector<ClassLocation> List() const override;

 private:
  void IndexVersions(int release);

  std::shared_ptr<const Archive> archive_;
  std::vector<Class> classes_;
};

struct PathParts {
  std::vector<std::unique_ptr<PathEntry>> entries;
  std::vector<Error> notes;
};

// Unfolds a path into entries: wildcards, Class-Path attributes, archives in archives.
PathParts BuildPath(std::string_view path, int release);

}  // namespace raddle::classpath
