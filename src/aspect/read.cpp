#include "aspect/read.h"

#include <algorithm>
#include <utility>

#include "aspect/aspect_reader.h"
#include "base/mapped_file.h"
#include "classfile/class_file.h"
#include "classpath/class_path.h"

namespace raddle::aspect {
namespace {

Result<void> ReadClasses(const std::string& jar, Classes& classes) {
  // A missing file would be a mere note of the class path.
  RADDLE_TRY(classpath::ClassPath path, classpath::ClassPath::Open(jar));
  if (path.entry_count() == 0) {
    if (Result<MappedFile> file = MappedFile::Open(jar); !file) return std::move(file).error();
    return Error{.reason = "is no jar and no directory", .place = jar};
  }
  for (const classpath::ClassLocation& location : path.ClassesOf(0)) {
    Result<classpath::FileBytes> bytes = path.Read(location);
    if (!bytes) return std::move(bytes).error().In(jar);
    Result<classfile::ClassFile> file = classfile::ReadClass(bytes->bytes);
    if (!file) return std::move(file).error().In(path.Where(location));
    if (file->Has(classfile::kModule)) continue;
    Result<AdviceClass> read = ReadAdviceClass(*file);
    if (!read) return std::move(read).error().In(jar);
    classes.emplace(read->name, *read);
  }
  return {};
}

}  // namespace

Result<AspectSet> ReadAspects(const ReadOptions& options, pointcut::TypeOracle& oracle) {
  std::vector<AspectJar> jars;
  for (const std::string& jar : options.jars) {
    RADDLE_CHECK(ReadClasses(jar, jars.emplace_back(AspectJar{jar, {}}).classes));
  }
  return UnderstandAspects(std::move(jars), options, oracle);
}

Result<AspectSet> UnderstandAspects(std::vector<AspectJar> jars, const ReadOptions& options,
                                    pointcut::TypeOracle& oracle) {
  AspectSet set;
  Classes all;
  std::vector<std::pair<std::string, std::vector<std::string>>> order;
  for (AspectJar& jar : jars) {
    auto& names = order.emplace_back(jar.name, std::vector<std::string>()).second;
    if (std::ranges::none_of(jar.classes, [](const auto& each) { return each.second.is_aspect; })) {
      return Error{.reason = "no class in it is an @Aspect", .place = jar.name};
    }
    for (auto& [class_name, read] : jar.classes) {
      // Of two with one name the first is the one that is loaded.
      if (!all.emplace(class_name, std::move(read)).second) continue;
      names.push_back(class_name);
      set.classes.insert(class_name);
    }
  }
  for (const auto& [jar, names] : order) {
    for (const std::string& name : names) {
      const AdviceClass& each = all.find(name)->second;
      Reader reader(all, options, oracle);
      if (!each.is_aspect || (each.access & classfile::kAbstract) != 0) {
        if (Result<void> checked = reader.Check(each); !checked) return std::move(checked).error().In(jar);
        continue;
      }
      Result<Aspect> aspect = reader.Read(each);
      if (!aspect) return std::move(aspect).error().In(jar);
      set.aspects.push_back(*std::move(aspect));
    }
  }
  return set;
}

}  // namespace raddle::aspect
