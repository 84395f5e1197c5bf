#include "program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace raddle::pointcut {

namespace fs = std::filesystem;

PathOracle::PathOracle(bool with_jdk) {
  classpath::ClassPathOptions options;
  if (with_jdk) options.jdk_home = RADDLE_JDK_HOME;
  Result<classpath::ClassPath> path = classpath::ClassPath::Open(RADDLE_POINTCUT_CLASSES, options);
  if (!path) {
    ADD_FAILURE() << path.error().ToString();
    return;
  }
  path_.emplace(*std::move(path));
}

const ClassFacts* PathOracle::Find(std::string_view internal_name) {
  if (auto known = known_.find(internal_name); known != known_.end()) return known->second.get();
  std::unique_ptr<ClassFacts>& facts = known_[std::string(internal_name)];
  if (!path_) return nullptr;
  Result<std::optional<classpath::ClassBytes>> bytes = path_->Find(internal_name);
  if (!bytes || !*bytes) return nullptr;
  Result<classfile::ClassFile> file = classfile::ReadClass((*bytes)->bytes());
  if (!file) return nullptr;
  Result<ClassFacts> read = FactsOf(*file);
  if (read) facts = std::make_unique<ClassFacts>(*std::move(read));
  return facts.get();
}

Program::Program() {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(RADDLE_POINTCUT_CLASSES)) {
    if (entry.path().extension() == ".class") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  for (const fs::path& path : paths) {
    Result<MappedFile> bytes = MappedFile::Open(path.string());
    if (!bytes) ADD_FAILURE() << bytes.error().ToString();
    auto loaded = std::make_unique<Loaded>(*std::move(bytes));
    loaded->file = *classfile::ReadClass(loaded->bytes.bytes());
    loaded->facts = *FactsOf(loaded->file);
    Result<std::vector<Shadow>> shadows = ShadowsOf(loaded->file, loaded->facts);
    if (!shadows) ADD_FAILURE() << path << ": " << shadows.error().ToString();
    for (Shadow& shadow : *shadows) shadows_.push_back(std::move(shadow));
    classes_.push_back(std::move(loaded));
  }
}

std::vector<const Shadow*> Program::In(std::string_view class_name) const {
  std::vector<const Shadow*> found;
  for (const Shadow& shadow : shadows_) {
    if (shadow.within->name == class_name) found.push_back(&shadow);
  }
  return found;
}

const Program& TheProgram() {
  static const Program* program = new Program;
  return *program;
}

std::string ReadTable(const std::string& file) {
  std::ifstream in(std::string(RADDLE_POINTCUT_TABLES) + "/" + file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<Row> ReadRows(const std::string& file) {
  std::vector<Row> rows;
  std::istringstream in(ReadTable(file));
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    Row row;
    row.differs = line[0] == '~';
    if (row.differs) line.erase(0, 1);
    row.line = line;
    size_t colon = line.find("):");
    if (line[0] == '(' && colon != std::string::npos) {
      std::istringstream formals(line.substr(1, colon - 1));
      for (std::string type, name; formals >> type >> name;) {
        if (name.ends_with(',')) name.pop_back();
        row.formals.push_back({name, type});
      }
      line.erase(0, line.find_first_not_of(' ', colon + 2));
    }
    row.text = line;
    rows.push_back(std::move(row));
  }
  return rows;
}

void ExpectTable(const std::string& file, const std::string& actual) {
  if (std::getenv("RADDLE_UPDATE") != nullptr) {
    std::ofstream(std::string(RADDLE_POINTCUT_TABLES) + "/" + file) << actual;
    return;
  }
  EXPECT_EQ(ReadTable(file), actual) << "RADDLE_UPDATE=1 writes " << file << " anew";
}

}  // namespace raddle::pointcut
