// Program: the classes of a class path as static analysis sees them.
//
// The classes on the class path are analysed: their code is read, a method at a time, when somebody first asks for it.
// The JDK's and those that are missing are the library: known by their declarations and by the model
// (library_model.h), not by their code. Analyse() moves packages of the JDK across that line.
//
// What could not be read (a damaged class, a method without IR) is a note, and counts as library.
// Not thread-safe; code and class files stay where they are once made.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "classpath/class_path.h"
#include "classpath/hierarchy.h"
#include "ir/builder.h"
#include "program/library_model.h"
#include "program/method_code.h"

namespace raddle::program {

class Program {
 public:
  explicit Program(const classpath::ClassPath& class_path);
  Program(const Program&) = delete;

  classpath::Hierarchy& types() { return types_; }
  const classpath::Hierarchy& types() const { return types_; }
  const LibraryModel& model() const { return model_; }
  const classpath::ClassPath& class_path() const { return class_path_; }

  // "java/util/": classes whose name starts so are analysed though the JDK has them. Before anything is asked.
  void Analyse(std::string prefix) { prefixes_.push_back(std::move(prefix)); }
  bool IsAnalysed(ClassId id);
  bool IsAnalysed(MethodId id) { return IsAnalysed(types_[id].owner); }

  // Null for an abstract or native method, and one of the library.
  const MethodCode* CodeOf(MethodId id);
  // A method of the library that a method reference names (list::add), as if it were a lambda that calls it: so a
  // thread can be there.
  const MethodCode& ReferenceTo(MethodId id);
  // Of whatever has instances: one of the two.
  const MethodCode* BodyOf(MethodId id);
  // The IR, built again for whoever needs the flow graph. CodeOf must have given code.
  ir::Method Build(MethodId id, Arena& arena);

  ClassId Load(std::string_view name) { return types_.Load(name); }
  // A type of a descriptor; none for a primitive.
  ClassId LoadType(classfile::TypeDescriptor type);

  // Not 0; the same for the same text: constants that are equal are one String, whatever class they are in.
  uint32_t NumberOfText(std::string_view text) {
    return texts_.try_emplace(std::string(text), static_cast<uint32_t>(texts_.size() + 1)).first->second;
  }

  // Null for one of the library, or that cannot be read.
  const classfile::ClassFile* FileOf(ClassId id) {
    Source* source = IsAnalysed(id) ? SourceOf(id) : nullptr;
    return source == nullptr ? nullptr : &source->file;
  }

  // "com.acme.Bank.transfer(Bank.java:31)"
  std::string Frame(MethodId id, uint16_t bci);
  std::string SourceFile(ClassId id);
  int Line(MethodId id, uint16_t bci);

  // "class com.acme.Gone is not on the class path": each once, sorted.
  std::vector<std::string> Notes() const;
  void Note(std::string note) { notes_.push_back(std::move(note)); }

 private:
  struct Source {
    classpath::ClassBytes bytes;
    classfile::ClassFile file;
    std::unique_ptr<ir::ClassContext> context;
  };
  enum class Side : uint8_t { kUnknown, kAnalysed, kLibrary };

  Source* SourceOf(ClassId id);
  Side Judge(ClassId id);
  std::string ReadSourceFile(ClassId id);

  const classpath::ClassPath& class_path_;
  classpath::Hierarchy types_;
  LibraryModel model_;
  std::vector<std::string> prefixes_;
  std::vector<Side> sides_;                                         // by class
  std::unordered_map<ClassId, std::unique_ptr<Source>> sources_;    // null: could not be read
  std::unordered_map<MethodId, std::unique_ptr<MethodCode>> code_;  // null: has none
  std::unordered_map<MethodId, MethodCode> references_;
  std::unordered_map<uint64_t, int> lines_;  // by method and bytecode index, as asked for
  std::unordered_map<ClassId, std::string> files_;
  std::unordered_map<std::string, uint32_t> texts_;
  std::vector<std::string> notes_;
  ir::Builder builder_;
};

}  // namespace raddle::program
