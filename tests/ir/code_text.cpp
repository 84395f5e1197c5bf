#include "code_text.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "classfile/bytes.h"
#include "classfile/opcodes.h"

namespace raddle::ir {
namespace {

using classfile::Op;
using classfile::OperandFormat;
using classfile::Tag;

using Words = std::vector<std::string>;

[[noreturn]] void Stop(const std::string& what) {
  std::fprintf(stderr, "bytecode text: %s\n", what.c_str());
  std::abort();
}

// Lines and statements end at ';' followed by a blank or at the end of the line; descriptors have no blanks in them.
std::vector<Words> Statements(std::string_view text) {
  std::vector<Words> statements(1);
  std::string word;
  bool quoted = false;
  auto end_word = [&] {
    if (!word.empty()) statements.back().push_back(std::exchange(word, ""));
  };
  for (size_t i = 0; i <= text.size(); i++) {
    char c = i < text.size() ? text[i] : '\n';
    bool blank_follows = i + 1 >= text.size() || text[i + 1] == ' ' || text[i + 1] == '\n';
    if (c == '"') quoted = !quoted;
    if (quoted || (c != ' ' && c != '\n' && !(c == ';' && blank_follows))) {
      word += c;
      continue;
    }
    end_word();
    if (c != ' ' && !statements.back().empty()) statements.emplace_back();
  }
  if (statements.back().empty()) statements.pop_back();
  return statements;
}

class Text {
 public:
  explicit Text(classfile::ConstantPool& pool) : pool_(pool) {}

  std::vector<uint8_t> Assemble(std::string_view text, uint16_t max_stack, uint16_t max_locals) {
    std::vector<Words> statements = Statements(text);
    for (Words& words : statements) {
      while (!words.empty() && words[0].ends_with(':')) {
        labels_[words[0].substr(0, words[0].size() - 1)] = code_.size();
        words.erase(words.begin());
      }
      if (!words.empty() && words[0] != ".catch") Instruction(words);
    }
    for (const Patch& patch : patches_) {
      int64_t distance = static_cast<int64_t>(At(patch.label)) - static_cast<int64_t>(patch.base);
      if (patch.wide) {
        code_.PatchU4(patch.at, static_cast<uint32_t>(distance));
      } else {
        code_.PatchU2(patch.at, static_cast<uint16_t>(distance));
      }
    }
    return Body(statements, max_stack, max_locals);
  }

 private:
  struct Patch {
    size_t at, base;
    bool wide;
    std::string label;
  };

  std::vector<uint8_t> Body(const std::vector<Words>& statements, uint16_t max_stack, uint16_t max_locals) {
    classfile::ByteWriter body;
    body.U2(max_stack);
    body.U2(max_locals);
    body.U4(static_cast<uint32_t>(code_.size()));
    body.Raw(code_.bytes());
    size_t count_at = body.size();
    uint16_t count = 0;
    body.U2(0);
    for (const Words& words : statements) {
      if (words.empty() || words[0] != ".catch") continue;  // .catch T from a to b at c
      if (words.size() != 8) Stop(".catch");
      body.U2(static_cast<uint16_t>(At(words[3])));
      body.U2(static_cast<uint16_t>(At(words[5])));
      body.U2(static_cast<uint16_t>(At(words[7])));
      body.U2(words[1] == "any" ? 0 : pool_.AddClass(words[1]));
      count++;
    }
    body.PatchU2(count_at, count);
    body.U2(0);
    return {body.bytes().begin(), body.bytes().end()};
  }

  size_t At(const std::string& label) const {
    auto found = labels_.find(label);
    if (found == labels_.end()) Stop("no label " + label);
    return found->second;
  }

  static Op Find(const std::string& name) {
    static constexpr std::pair<std::string_view, Op> kPlain[] = {
        {"goto", Op::goto_}, {"return", Op::return_}, {"new", Op::new_}, {"instanceof", Op::instanceof_}};
    for (const auto& [text, op] : kPlain) {
      if (name == text) return op;
    }
    for (int i = 0; i < classfile::kOpCount; i++) {
      if (classfile::kOps[static_cast<size_t>(i)].name == name) return static_cast<Op>(i);
    }
    Stop("no instruction " + name);
  }

  void Jump(size_t base, bool wide, const std::string& label) {
    patches_.push_back({code_.size(), base, wide, label});
    wide ? code_.U4(0) : code_.U2(0);
  }

  void Instruction(const Words& words) {
    size_t start = code_.size();
    Op op = Find(words[0]);
    auto word = [&](size_t i) -> const std::string& {
      if (i >= words.size()) Stop("operand of " + words[0]);
      return words[i];
    };
    auto number = [&](size_t i) { return std::atoi(word(i).c_str()); };
    OperandFormat format = classfile::Info(op).format;
    bool wide = (format == OperandFormat::kLocal || format == OperandFormat::kIinc) && number(1) > 255;
    if (wide) code_.U1(classfile::Byte(Op::wide));
    code_.U1(classfile::Byte(op));
    switch (format) {
      case OperandFormat::kNone:
        break;
      case OperandFormat::kByte:
        code_.U1(static_cast<uint8_t>(number(1)));
        break;
      case OperandFormat::kShort:
        code_.U2(static_cast<uint16_t>(number(1)));
        break;
      case OperandFormat::kLocal:
      case OperandFormat::kIinc:
        wide ? code_.U2(static_cast<uint16_t>(number(1))) : code_.U1(static_cast<uint8_t>(number(1)));
        if (format == OperandFormat::kLocal) break;
        wide ? code_.U2(static_cast<uint16_t>(number(2))) : code_.U1(static_cast<uint8_t>(number(2)));
        break;
      case OperandFormat::kJump2:
      case OperandFormat::kJump4:
        Jump(start, format == OperandFormat::kJump4, word(1));
        break;
      case OperandFormat::kConstant1:
        code_.U1(static_cast<uint8_t>(Constant(op, word(1))));
        break;
      case OperandFormat::kLookupSwitch:
        LookupSwitch(start, words);
        break;
      default:
        code_.U2(Constant(op, word(1)));
        if (format == OperandFormat::kMultiNew) code_.U1(static_cast<uint8_t>(number(2)));
        if (format == OperandFormat::kInterface) code_.U2(0x100);  // the count is not looked at
        if (format == OperandFormat::kDynamic) code_.U2(0);
    }
  }

  void LookupSwitch(size_t start, const Words& words) {
    while (code_.size() % 4 != 0) code_.U1(0);
    Jump(start, true, words.back());
    code_.U4(static_cast<uint32_t>(words.size() - 3));
    for (size_t i = 1; i + 2 < words.size(); i++) {
      size_t equals = words[i].find('=');
      code_.U4(static_cast<uint32_t>(std::atoi(words[i].c_str())));
      Jump(start, true, words[i].substr(equals + 1));
    }
  }

  // A constant by number ("#5"), or by what it says.
  classfile::Index Constant(Op op, const std::string& text) {
    if (text[0] == '#') return static_cast<classfile::Index>(std::atoi(text.c_str() + 1));
    if (op == Op::ldc2_w) return pool_.AddLong(std::atoll(text.c_str()));
    if (op == Op::ldc || op == Op::ldc_w) {
      return text[0] == '"' ? pool_.AddString(text.substr(1, text.size() - 2))
                            : pool_.AddInteger(std::atoi(text.c_str()));
    }
    size_t colon = text.find(':');
    if (colon == std::string::npos) return pool_.AddClass(text);
    size_t dot = text.rfind('.', colon);
    Tag tag = classfile::IsFieldAccess(op) ? Tag::kFieldref
              : op == Op::invokeinterface  ? Tag::kInterfaceMethodref
                                           : Tag::kMethodref;
    return pool_.AddMember(tag, text.substr(0, dot), text.substr(dot + 1, colon - dot - 1), text.substr(colon + 1));
  }

  classfile::ConstantPool& pool_;
  classfile::ByteWriter code_;
  std::map<std::string, size_t> labels_;
  std::vector<Patch> patches_;
};

}  // namespace

std::vector<uint8_t> AssembleCode(std::string_view text, uint16_t max_stack, uint16_t max_locals,
                                  classfile::ConstantPool& pool) {
  return Text(pool).Assemble(text, max_stack, max_locals);
}

}  // namespace raddle::ir
