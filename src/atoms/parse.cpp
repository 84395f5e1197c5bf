// A line is a keyword and words; what begins with '#' is a comment. Nothing is taken on trust, since people write these
// files too.
#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "atoms/section.h"
#include "base/words.h"

namespace raddle::atoms {
namespace {

constexpr uint32_t kMaxIndex = 65535;  // of bytecode and of lines (JVMS §4.7.3, §4.7.12)

// What stands before a word that begins with '#'.
std::string_view WithoutComment(std::string_view line) {
  for (size_t at = line.find('#'); at != line.npos; at = line.find('#', at + 1)) {
    if (at == 0 || kBlanks.find(line[at - 1]) != kBlanks.npos) return line.substr(0, at);
  }
  return line;
}

template <typename T>
std::optional<T> Number(std::string_view text, int base) {
  T value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Error Expected(std::string_view what, const Words& line) {
  if (line.done()) return Error{fmt::format("expected {}, found the end of the line", what)};
  return Error{fmt::format("expected {}, found '{}'", what, line.word())};
}

Result<std::string> ParseName(Words& line, std::string_view what) {
  if (!IsWritable(line.word())) return Expected(what, line);
  return std::string(line.Take());
}

// [INDEX] [line NUMBER], at least one of them.
Result<Place> ParsePlace(Words& line) {
  Place place;
  if (const auto bci = Number<uint32_t>(line.word(), 10)) {
    if (*bci >= kMaxIndex) return Error{fmt::format("no method has a bytecode index {}", *bci)};
    place.bci = static_cast<int32_t>(*bci);
    line.Take();
    if (line.word() != "line") return place;
  }
  if (!line.TakeIf("line")) return Expected("a bytecode index or 'line'", line);
  const auto number = Number<uint32_t>(line.word(), 10);
  if (!number || *number == 0 || *number > kMaxIndex) return Expected("the number of a line, 1 to 65535", line);
  place.line = *number;
  line.Take();
  return place;
}

// a.B.method(I)V, or without what begins with '('.
Result<MethodName> ParseMethod(Words& line) {
  const std::string_view word = line.word();
  const std::string_view name = word.substr(0, word.find('('));
  const size_t dot = name.rfind('.');
  if (!IsWritable(name) || dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) {
    return Expected("CLASS.METHOD(PARAMETERS)RESULT", line);
  }
  MethodName method{.class_name = std::string(name.substr(0, dot)),
                    .name = std::string(name.substr(dot + 1)),
                    .descriptor = std::string(word.substr(name.size()))};
  if (!method.descriptor.empty() &&
      (method.descriptor.find(')') == std::string::npos || method.descriptor.find_first_of("#") != std::string::npos)) {
    return Error{fmt::format("'{}' is no descriptor of a method, such as (I)V", method.descriptor)};
  }
  line.Take();
  return method;
}

Result<Variable> ParseVariable(Words& line) {
  Variable variable;
  if (line.TakeIf("field")) {
    const std::string_view word = line.word();
    const size_t dot = word.rfind('.');
    if (!IsWritable(word) || dot == std::string_view::npos || dot == 0 || dot + 1 == word.size()) {
      return Expected("CLASS.FIELD", line);
    }
    variable.owner = word.substr(0, dot);
    variable.name = word.substr(dot + 1);
    line.Take();
  } else if (line.TakeIf("element")) {
    variable.kind = Variable::Kind::kElement;
    if (!line.word().ends_with("[]")) return Expected("the type of an array, such as int[]", line);
    RADDLE_TRY(variable.owner, ParseName(line, "the type of an array"));
  } else if (line.TakeIf("object")) {
    variable.kind = Variable::Kind::kObject;
    RADDLE_TRY(variable.owner, ParseName(line, "a class"));
    if (line.TakeIf("of")) {
      RADDLE_TRY(variable.name, ParseName(line, "CLASS.FIELD"));
    }
  } else {
    return Expected("'field', 'element' or 'object'", line);
  }
  return variable;
}

Result<Point> ParsePoint(Words& line) {
  Point point;
  if (line.TakeIf("write")) {
    point.op = Op::kWrite;
  } else if (!line.TakeIf("read")) {
    return Expected("'read' or 'write'", line);
  }
  RADDLE_TRY(point.place, ParsePlace(line));
  if (line.TakeIf("in")) {
    RADDLE_TRY(point.callee, ParseMethod(line));
    RADDLE_TRY(point.callee_place, ParsePlace(line));
  }
  return point;
}

Result<End> ParseEnd(Words& line) {
  End end;
  RADDLE_TRY(end.point, ParsePoint(line));
  if (line.TakeIf("allow")) {
    end.allowed.read = line.TakeIf("read");
    end.allowed.write = line.TakeIf("write");
    end.allowed.add = line.TakeIf("add");
    end.allowed.remove = line.TakeIf("remove");
    if (end.allowed == Allowed{}) return Expected("'read', 'write', 'add' or 'remove'", line);
  }
  return end;
}

class Parser {
 public:
  Parser(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  Result<Repository> Run() {
    while (!text_.empty()) {
      const size_t end = std::min(text_.find('\n'), text_.size());
      Words line(WithoutComment(text_.substr(0, end)));
      text_.remove_prefix(std::min(end + 1, text_.size()));
      ++number_;
      if (Result<void> read = Read(line); !read) return At(std::move(read).error(), number_, line.column());
    }
    if (!versioned_) return At(Error{kNoVersion}, 1, 1);
    if (Result<void> whole = Finish(); !whole) return At(std::move(whole).error(), began_, 1);
    std::sort(repository_.classes.begin(), repository_.classes.end(),
              [](const ClassStamp& a, const ClassStamp& b) { return a.name < b.name; });
    return std::move(repository_);
  }

 private:
  static constexpr const char* kNoVersion = "the first line must be 'raddle atoms 1'";

  Error At(Error error, size_t line, size_t column) const {
    return std::move(error).In(fmt::format("{}: line {}, column {}", file_, line, column));
  }

  Result<void> Read(Words& line) {
    if (line.done()) return {};
    if (!versioned_) return ReadVersion(line);
    const std::string_view keyword = line.word();
    if (keyword == "class" || keyword == "section") {
      RADDLE_CHECK(Finish());
      line.Take();
      RADDLE_CHECK(keyword == "class" ? ReadClass(line) : ReadSection(line));
    } else {
      RADDLE_CHECK(ReadPart(line));
    }
    if (!line.done()) return Expected("the end of the line", line);
    return {};
  }

  Result<void> ReadVersion(Words& line) {
    if (!line.TakeIf("raddle") || !line.TakeIf("atoms")) return Error{kNoVersion};
    if (line.word() != "1") return Error{fmt::format("version '{}' is not known, only 1", line.word())};
    line.Take();
    if (!line.done()) return Expected("the end of the line", line);
    versioned_ = true;
    return {};
  }

  Result<void> ReadClass(Words& line) {
    ClassStamp stamp;
    if (stamped_.contains(line.word())) return Error{fmt::format("class {} is here twice", line.word())};
    RADDLE_TRY(stamp.name, ParseName(line, "the name of a class"));
    const auto hash = Number<uint64_t>(line.word(), 16);
    if (!hash || *hash == 0 || line.word().size() != 16) return Expected("its hash, 16 hexadecimal digits", line);
    stamp.hash = *hash;
    line.Take();
    stamped_.insert(stamp.name);
    repository_.classes.push_back(std::move(stamp));
    return {};
  }

  Result<void> ReadSection(Words& line) {
    Section section;
    if (ids_.contains(line.word())) return Error{fmt::format("there are two sections {}", line.word())};
    RADDLE_TRY(section.id, ParseName(line, "the section's name"));
    constexpr Kind kAll[] = {
#define X(name, word, what) Kind::k##name,
        RADDLE_SECTION_KINDS(X)
#undef X
    };
    const auto kind =
        std::find_if(std::begin(kAll), std::end(kAll), [&](Kind each) { return NameOf(each) == line.word(); });
    if (kind == std::end(kAll)) return Expected("'load-store', 'test-use', 'invariant' or 'user'", line);
    section.kind = *kind;
    line.Take();
    ids_.insert(section.id);
    repository_.sections.push_back(std::move(section));
    open_ = true;
    began_ = number_;
    has_entry_ = false;
    return {};
  }

  Result<void> ReadPart(Words& line) {
    const std::string_view keyword = line.word();
    const bool known =
        keyword == "on" || keyword == "in" || keyword == "entry" || keyword == "end" || keyword == "exit";
    if (!known) return Expected("class, section, on, in, entry, end or exit", line);
    if (!open_) return Error{fmt::format("'{}' belongs to a section, and there is none yet", keyword)};
    Section& section = repository_.sections.back();
    const bool again = (keyword == "on" && !section.variable.owner.empty()) ||
                       (keyword == "in" && !section.scope.name.empty()) || (keyword == "entry" && has_entry_);
    if (again) return Error{fmt::format("section {} has '{}' twice", section.id, keyword)};
    line.Take();
    if (keyword == "on") {
      RADDLE_TRY(section.variable, ParseVariable(line));
    } else if (keyword == "in") {
      RADDLE_TRY(section.scope, ParseMethod(line));
    } else if (keyword == "entry") {
      RADDLE_TRY(section.entry, ParsePoint(line));
      has_entry_ = true;
    } else if (keyword == "end") {
      RADDLE_TRY(End end, ParseEnd(line));
      section.ends.push_back(std::move(end));
    } else {
      RADDLE_TRY(Place exit, ParsePlace(line));
      section.exits.push_back(exit);
    }
    return {};
  }

  // Nothing that a section needs is missing from the last one.
  Result<void> Finish() {
    if (!open_) return {};
    open_ = false;
    const Section& section = repository_.sections.back();
    const std::string_view missing = section.variable.owner.empty() ? "on"
                                     : section.scope.name.empty()   ? "in"
                                     : !has_entry_                  ? "entry"
                                     : section.ends.empty()         ? "end"
                                                                    : "";
    if (missing.empty()) return {};
    return Error{fmt::format("section {} of line {} has no '{}'", section.id, began_, missing)};
  }

  std::string_view text_, file_;
  size_t number_ = 0, began_ = 0;
  bool versioned_ = false, open_ = false, has_entry_ = false;
  std::set<std::string, std::less<>> ids_, stamped_;
  Repository repository_;
};

}  // namespace

Result<Repository> Parse(std::string_view text, std::string_view file) {
  return Parser(text, file).Run();
}

}  // namespace raddle::atoms
