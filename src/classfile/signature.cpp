// Generic signatures (§4.7.9.1): the checkers of descriptor.h. A recursive descent over the grammar whose only
// recursion, through type arguments, is counted.
#include "classfile/descriptor.h"

namespace raddle::classfile {
namespace {

constexpr int kMaxNesting = 256;

class SignatureChecker {
 public:
  explicit SignatureChecker(std::string_view text) : text_(text) {}

  // Each answers whether its part of the grammar stood at the place reached, and has gone behind it.

  bool Class() {
    if (!TypeParameters() || !ClassType()) return false;
    while (!AtEnd()) {
      if (!ClassType()) return false;
    }
    return true;
  }

  bool Method() {
    if (!TypeParameters() || !Expect('(', "expected '('")) return false;
    while (!Skip(')')) {
      if (!JavaType()) return false;
    }
    if (!Skip('V') && !JavaType()) return false;
    while (Skip('^')) {
      if (Peek() != 'L' && Peek() != 'T') return Fail("not a class or type variable");
      if (!ReferenceType()) return false;
    }
    return End();
  }

  bool Field() { return ReferenceType() && End(); }

  Result<void> Verdict(bool good) const {
    if (good) return {};
    return Error{.reason = reason_, .offset = at_};
  }

 private:
  bool TypeParameters() {
    if (!Skip('<')) return true;
    do {
      if (!Identifier()) return false;
      if (!Expect(':', "expected ':'")) return false;
      // The class bound may be left out, an interface bound behind its colon may not.
      if (Peek() != ':' && IsReference(Peek()) && !ReferenceType()) return false;
      while (Skip(':')) {
        if (!ReferenceType()) return false;
      }
    } while (!Skip('>'));
    return true;
  }

  bool JavaType() {
    if (!IsPrimitive(Peek())) return ReferenceType();
    ++at_;
    return true;
  }

  bool ReferenceType() {
    if (Peek() == '[') {
      size_t start = at_;
      while (Skip('[')) {
      }
      if (at_ - start > kMaxDimensions) {
        at_ = start;
        return Fail("array of more than 255 dimensions");
      }
      return JavaType();  // which is no array: the brackets are all behind us
    }
    if (Skip('T')) return Identifier() && Expect(';', "expected ';'");
    return ClassType();
  }

  bool ClassType() {
    if (!Expect('L', "not a type")) return false;
    do {
      if (!Identifier()) return false;
    } while (Skip('/'));
    if (!TypeArguments()) return false;
    while (Skip('.')) {
      if (!Identifier() || !TypeArguments()) return false;
    }
    return Expect(';', "expected ';'");
  }

  bool TypeArguments() {
    if (Peek() != '<') return true;
    if (depth_ == kMaxNesting) return Fail("type arguments nested more than 256 deep");
    ++at_;
    ++depth_;
    do {
      if (Skip('*')) continue;
      if (!Skip('+')) Skip('-');
      if (!ReferenceType()) return false;
    } while (!Skip('>'));
    --depth_;
    return true;
  }

  bool Identifier() {
    size_t start = at_;
    at_ = text_.find_first_of(kNotInNames, at_);
    if (at_ == std::string_view::npos) at_ = text_.size();
    if (at_ != start) return true;
    return Fail(AtEnd() ? "unexpected end" : "empty name");
  }

  static bool IsReference(char c) { return c == 'L' || c == 'T' || c == '['; }
  bool AtEnd() const { return at_ == text_.size(); }
  char Peek() const { return AtEnd() ? '\0' : text_[at_]; }
  bool Skip(char c) {
    if (Peek() != c || AtEnd()) return false;
    ++at_;
    return true;
  }
  bool Expect(char c, const char* reason) { return Skip(c) || Fail(AtEnd() ? "unexpected end" : reason); }
  bool End() { return AtEnd() || Fail("text behind the end"); }
  bool Fail(const char* reason) {
    reason_ = reason;
    return false;
  }

  static constexpr std::string_view kNotInNames = ".;[/<>:";

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
  const char* reason_ = "";
};

}  // namespace

Result<void> CheckClassSignature(std::string_view text) {
  SignatureChecker checker(text);
  return checker.Verdict(checker.Class());
}

Result<void> CheckMethodSignature(std::string_view text) {
  SignatureChecker checker(text);
  return checker.Verdict(checker.Method());
}

Result<void> CheckFieldSignature(std::string_view text) {
  SignatureChecker checker(text);
  return checker.Verdict(checker.Field());
}

}  // namespace raddle::classfile
