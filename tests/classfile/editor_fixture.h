// A class with one method to edit, and what came of it as text (tests/support/describe.cpp has its form).
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "classfile/code_editor.h"
#include "tests/support/class_maker.h"

namespace raddle::classfile {

class EditorTest : public testing::Test {
 protected:
  // The method to edit. Everything but the code has a default.
  CodeEditor& Open(MadeCode code, std::string_view descriptor = "(I)I", uint16_t major = 52,
                   std::string_view name = "run", uint16_t access = kPublic | kStatic) {
    made.file.major = major;
    Member& method = made.Method(access, name, descriptor, code);
    before_.assign(method.attributes[0].body.begin(), method.attributes[0].body.end());
    Result<CodeEditor> opened = CodeEditor::Open(made.file, method);
    EXPECT_TRUE(opened) << opened.error().ToString();
    editor_.emplace(*std::move(opened));
    return *editor_;
  }

  // 0 iload_0   1 ifeq 6   4 iconst_1   5 ireturn   6 iconst_0   7 ireturn
  CodeEditor& OpenBranch(uint16_t major = 52) {
    Assembler code;
    code.Do(Op::iload_0).Jump(Op::ifeq, "zero").Do(Op::iconst_1).Do(Op::ireturn);
    code.At("zero").Do(Op::iconst_0).Do(Op::ireturn);
    MadeCode made_code{.max_stack = 1, .max_locals = 1, .code = code.bytes()};
    if (major >= 50) made_code.attributes.push_back({"StackMapTable", {0, 1, 6}});
    return Open(made_code, "(I)I", major);
  }

  // 0 iconst_0   1 ireturn
  CodeEditor& OpenStraight(uint16_t major = 52) {
    return Open({.max_stack = 1, .max_locals = 1, .code = {Byte(Op::iconst_0), Byte(Op::ireturn)}}, "(I)I", major);
  }

  // Finishes the edit, writes the class, reads it back and describes the method.
  std::string Finished() {
    const Result<void> finished = editor_->Finish();
    if (!finished) return "refused: " + finished.error().ToString() + "\n";
    return Reread(made.Write()).Describe(made.file.NameOf(made.file.methods.back()));
  }

  // The reason why the edit is refused. The method must be what it was.
  std::string Refusal() {
    const Result<void> finished = editor_->Finish();
    const Bytes body = made.file.methods.back().attributes[0].body;
    EXPECT_EQ(std::vector<uint8_t>(body.begin(), body.end()), before_);
    return finished ? "not refused" : finished.error().reason;
  }

  // The lines of a description that start with a word: "frame", "line", "catch".
  static std::string Lines(const std::string& text, std::string_view word) {
    std::string found;
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = text.find('\n', begin) + 1;
      const std::string line = text.substr(begin, end - begin);
      if (line.starts_with(std::string(word) + " ")) found += line;
      begin = end;
    }
    return found;
  }

  ClassMaker made;

 private:
  std::optional<CodeEditor> editor_;
  std::vector<uint8_t> before_;
};

}  // namespace raddle::classfile
