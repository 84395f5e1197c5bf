#include "classfile/descriptor.h"

namespace raddle::classfile {
namespace {

// Characters of the field descriptor at the front of text; 0 where there is none. Names are not looked into.
size_t TypeLength(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && text[at] == '[') ++at;
  if (at == text.size()) return 0;
  if (IsPrimitive(text[at])) return at + 1;
  if (text[at] != 'L') return 0;
  size_t semicolon = text.find(';', at);
  return semicolon == std::string_view::npos ? 0 : semicolon + 1;
}

std::string_view PrimitiveName(char c) {
  switch (c) {
    case 'B':
      return "byte";
    case 'C':
      return "char";
    case 'D':
      return "double";
    case 'F':
      return "float";
    case 'I':
      return "int";
    case 'J':
      return "long";
    case 'S':
      return "short";
    case 'Z':
      return "boolean";
    case 'V':
      return "void";
    default:
      return {};
  }
}

// Walks a descriptor once; the first fault ends it.
class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {}

  Result<void> Field() {
    if (Type()) End();
    return Verdict();
  }

  Result<void> Method() {
    if (Peek() != '(') {
      Fail("expected '('");
      return Verdict();
    }
    ++at_;
    while (Peek() != ')') {
      if (!Type()) return Verdict();
    }
    ++at_;
    if (Peek() == 'V') {
      ++at_;
      End();
    } else if (Type()) {
      End();
    }
    return Verdict();
  }

 private:
  // NUL never stands in modified UTF-8, so it can mean the end.
  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool Type() {
    size_t start = at_;
    while (Peek() == '[') ++at_;
    if (at_ - start > kMaxDimensions) {
      at_ = start;
      return Fail("array of more than 255 dimensions");
    }
    if (IsPrimitive(Peek())) {
      ++at_;
      return true;
    }
    if (Peek() != 'L') return Fail(at_ < text_.size() ? "not a type" : "unexpected end");
    ++at_;
    return ClassName();
  }

  // Names parted by '/', up to and with the ';'.
  bool ClassName() {
    for (size_t part = at_;; ++at_) {
      switch (Peek()) {
        case ';':
        case '/':
          if (at_ == part) return Fail("empty name");
          if (text_[at_] == ';') {
            ++at_;
            return true;
          }
          part = at_ + 1;
          break;
        case '.':
        case '[':
          return Fail("character not allowed in a name");
        case '\0':
          return Fail(at_ < text_.size() ? "character not allowed in a name" : "unexpected end");
        default:
          break;
      }
    }
  }

  void End() {
    if (at_ != text_.size()) Fail("text behind the end");
  }

  bool Fail(const char* reason) {
    reason_ = reason;
    return false;
  }

  Result<void> Verdict() const {
    if (reason_ == nullptr) return {};
    return Error{.reason = reason_, .offset = at_};
  }

  std::string_view text_;
  size_t at_ = 0;
  const char* reason_ = nullptr;
};

}  // namespace

bool IsPrimitive(char c) {
  switch (c) {
    case 'B':
    case 'C':
    case 'D':
    case 'F':
    case 'I':
    case 'J':
    case 'S':
    case 'Z':
      return true;
    default:
      return false;
  }
}

BaseKind TypeDescriptor::kind() const {
  switch (text[0]) {
    case 'V':
      return BaseKind::kVoid;
    case 'J':
      return BaseKind::kLong;
    case 'F':
      return BaseKind::kFloat;
    case 'D':
      return BaseKind::kDouble;
    case 'L':
    case '[':
      return BaseKind::kReference;
    default:
      return BaseKind::kInt;
  }
}

std::string_view TypeDescriptor::ClassName() const {
  if (IsArray()) return text;
  return first() == 'L' && text.size() >= 2 ? text.substr(1, text.size() - 2) : std::string_view();
}

// The end is the iterator without text; one that meets ')' or anything that is no type becomes it.
MethodDescriptor::Iterator::Iterator(std::string_view rest) : rest_(rest), length_(TypeLength(rest)) {
  if (length_ == 0) rest_ = {};
}

MethodDescriptor::Iterator& MethodDescriptor::Iterator::operator++() {
  *this = Iterator(rest_.substr(length_));
  return *this;
}

MethodDescriptor::Iterator MethodDescriptor::begin() const {
  return Iterator(text_.starts_with('(') ? text_.substr(1) : std::string_view());
}

MethodDescriptor::Iterator MethodDescriptor::end() const {
  return Iterator({});
}

TypeDescriptor MethodDescriptor::Return() const {
  // A ')' may stand in a class name, so it cannot be searched for.
  std::string_view rest = text_.starts_with('(') ? text_.substr(1) : std::string_view();
  while (size_t length = TypeLength(rest)) rest.remove_prefix(length);
  // A caller that did not check must still not find an empty type.
  return rest.size() > 1 && rest[0] == ')' ? TypeDescriptor{rest.substr(1)} : TypeDescriptor{"V"};
}

int MethodDescriptor::ParameterCount() const {
  int count = 0;
  for ([[maybe_unused]] TypeDescriptor type : *this) ++count;
  return count;
}

int MethodDescriptor::ParameterSlots() const {
  int slots = 0;
  for (TypeDescriptor type : *this) slots += Slots(type.kind());
  return slots;
}

Result<void> CheckFieldDescriptor(std::string_view text) {
  return Checker(text).Field();
}

Result<void> CheckMethodDescriptor(std::string_view text) {
  return Checker(text).Method();
}

std::string DottedName(std::string_view internal_name) {
  if (internal_name.starts_with('[')) return Readable({internal_name});
  std::string dotted = Printable(internal_name);
  for (char& c : dotted) {
    if (c == '/') c = '.';
  }
  return dotted;
}

std::string Readable(TypeDescriptor type) {
  std::string_view text = type.text;
  size_t dimensions = 0;
  while (dimensions < text.size() && text[dimensions] == '[') ++dimensions;
  text.remove_prefix(dimensions);
  std::string readable;
  if (text.size() == 1 && !PrimitiveName(text[0]).empty()) {
    readable = PrimitiveName(text[0]);
  } else if (text.size() >= 2 && text[0] == 'L' && text.back() == ';') {
    readable = DottedName(text.substr(1, text.size() - 2));
  } else {
    return Printable(type.text);
  }
  for (; dimensions > 0; --dimensions) readable += "[]";
  return readable;
}

std::string ReadableMethod(std::string_view name, std::string_view descriptor) {
  std::string readable = Printable(name) + '(';
  bool first = true;
  for (TypeDescriptor type : MethodDescriptor(descriptor)) {
    if (!first) readable += ", ";
    first = false;
    readable += Readable(type);
  }
  return readable += ')';
}

}  // namespace raddle::classfile
