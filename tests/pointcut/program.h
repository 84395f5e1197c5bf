// What the tests of this folder share: the compiled programs of java/ with their shadows, an oracle for them and the
// JDK, and the tables of pointcuts beside the tests.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mapped_file.h"
#include "classpath/class_path.h"
#include "pointcut/match.h"
#include "pointcut/named.h"
#include "pointcut/shadows.h"

namespace raddle::pointcut {

// Knows the classes of a class path, each read once.
class PathOracle : public TypeOracle {
 public:
  explicit PathOracle(bool with_jdk = true);
  const ClassFacts* Find(std::string_view internal_name) override;

 private:
  std::optional<classpath::ClassPath> path_;
  std::map<std::string, std::unique_ptr<ClassFacts>, std::less<>> known_;
};

class Program {
 public:
  Program();
  const std::vector<Shadow>& shadows() const { return shadows_; }
  // Those inside one class.
  std::vector<const Shadow*> In(std::string_view class_name) const;

 private:
  struct Loaded {
    explicit Loaded(MappedFile file_bytes) : bytes(std::move(file_bytes)) {}
    MappedFile bytes;
    classfile::ClassFile file;
    ClassFacts facts;
  };
  std::vector<std::unique_ptr<Loaded>> classes_;
  std::vector<Shadow> shadows_;
};
const Program& TheProgram();

// A line of pointcuts.txt: `[~][(Type name, ...):] pointcut`. ~ marks what AspectJ sees otherwise.
struct Row {
  std::string line;  // as it stands, but for the ~
  std::string text;  // the pointcut alone
  std::vector<Formal> formals;
  bool differs = false;
};
std::vector<Row> ReadRows(const std::string& file);

std::string ReadTable(const std::string& file);
// Compares with the table, or writes it if RADDLE_UPDATE is set.
void ExpectTable(const std::string& file, const std::string& actual);

}  // namespace raddle::pointcut
