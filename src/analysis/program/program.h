// Program: the classes of a class path as static analysis sees them.
//
// The classes on the class path are *analysed*: the code of a method is read when it is first asked for. The JDK's
// classes and those that are missing are *the library*: known by their declarations and by the model (library_model.h),
// not by their code. Analyse() moves packages of the JDK to the analysed side.
//
// Anything that could not be read (a damaged class, a method without IR) becomes a note and counts as library. Not
// thread-safe; code and class files keep their addresses once they are made.
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

  // With "java/util/", classes whose name starts so are analysed although they are the JDK's. Call it before anything
  // is asked.
  void Analyse(std::string prefix) { prefixes_.push_back(std::move(prefix)); }
  bool IsAnalysed(ClassId id);
  bool IsAnalysed(MethodId id) { return IsAnalysed(types_[id].owner); }

  // Null for an abstract or native method, and for a method of the library.
  const MethodCode* CodeOf(MethodId id);
  // A body for a library method that a method reference names (list::add), as if it were a lambda that calls the
  // method: so a thread can be in it.
  const MethodCode& ReferenceTo(MethodId id);
  // For a method that has instances: CodeOf or ReferenceTo.
  const MethodCode* BodyOf(MethodId id);
  // Builds the IR again, for callers that need the flow graph. CodeOf must have given code.
  ir::Method Build(MethodId id, Arena& arena);

  ClassId Load(std::string_view name) { return types_.Load(name); }
  // The class of a type in a descriptor; none for a primitive.
  ClassId LoadType(classfile::TypeDescriptor type);

  // A number for a string constant, never 0, the same for the same text: equal constants are one String, in whatever
  // class they are.
  uint32_t NumberOfText(std::string_view text) {
    return texts_.try_emplace(std::string(text), static_cast<uint32_t>(texts_.size() + 1)).first->second;
  }

  // Null for a class of the library, and for one that cannot be read.
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
