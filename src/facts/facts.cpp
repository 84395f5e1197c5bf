#include "facts/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "atoms/section.h"

namespace raddle::facts {
namespace {

constexpr std::string_view kFirstLine = "raddle facts 2";

std::string_view TakeWord(std::string_view& line) {
  const size_t end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

template <typename Number>
std::optional<Number> ToNumber(std::string_view text, int base) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

bool IsWritable(std::string_view name) {
  return !name.empty() && name.find_first_of(" \n") == name.npos;
}

// The last line of a file that begins so. A digit that was changed in between would hide races.
std::string EndOf(std::string_view text) {
  return fmt::format("end {:016x}", atoms::HashOf(text));
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text), rest_(text) {}

  Result<ProgramFacts> Parse() {
    if (!NextLine() || line_ != kFirstLine) return Wrong("this is no file of facts, or one of another version");
    while (NextLine()) {
      std::string_view rest = line_;
      const std::string_view word = TakeWord(rest);
      if (word == "end") {
        if (!rest_.empty()) return Wrong("more behind the end");
        const size_t before = static_cast<size_t>(line_.data() - text_.data());
        if (line_ != EndOf(text_.substr(0, before))) return Wrong("the file is not as it was written");
        return std::move(facts_);
      }
      if (!Line(word, rest)) return Wrong("this line is not understood");
    }
    return Wrong("the file has no end");
  }

 private:
  bool NextLine() {
    const size_t end = rest_.find('\n');
    if (end == rest_.npos) return false;
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    ++number_;
    return true;
  }

  Error Wrong(std::string_view why) const { return Error{fmt::format("line {}: {}", number_, why)}; }

  bool Line(std::string_view word, std::string_view rest) {
    if (word == "note") {
      facts_.notes.emplace_back(rest);
      return true;
    }
    if (word == "class") {
      const std::string_view name = TakeWord(rest);
      const std::optional<uint64_t> hash = ToNumber<uint64_t>(rest, 16);
      const bool ascends = facts_.classes.empty() || facts_.classes.back().name < name;
      if (name.empty() || !hash || !ascends) return false;
      facts_.classes.push_back({std::string(name), *hash, {}});
      return true;
    }
    if (facts_.classes.empty()) return false;
    std::vector<MethodFacts>& methods = facts_.classes.back().methods;
    if (word == "method") {
      const std::string_view name = TakeWord(rest);
      if (!IsWritable(name) || !IsWritable(rest)) return false;
      methods.push_back({std::string(name), std::string(rest), {}});
      return true;
    }
    const auto argument = std::ranges::find(kWords, word);
    if (argument == kWords.end() || methods.empty() || rest.empty()) return false;
    std::vector<Fact>& all = methods.back().facts;
    while (!rest.empty()) {
      const std::optional<uint16_t> bci = ToNumber<uint16_t>(TakeWord(rest), 10);
      if (!bci) return false;
      all.push_back({*bci, static_cast<Argument>(argument - kWords.begin())});
    }
    std::ranges::sort(all);
    return true;
  }

  const std::string_view text_;
  std::string_view rest_, line_;
  size_t number_ = 0;
  ProgramFacts facts_;
};

}  // namespace

Result<Level> ParseLevel(std::string_view text) {
  const auto found = std::ranges::find(kLevels, text);
  if (found == kLevels.end()) return Error{fmt::format("{}: it is safe, closed or none", text)};
  return static_cast<Level>(found - kLevels.begin());
}

const MethodFacts* ClassFacts::Find(std::string_view method, std::string_view descriptor) const {
  for (const MethodFacts& each : methods) {
    if (each.name == method && each.descriptor == descriptor) return &each;
  }
  return nullptr;
}

const ClassFacts* ProgramFacts::Find(std::string_view name, uint64_t hash) const {
  const auto found = std::ranges::lower_bound(classes, name, {}, &ClassFacts::name);
  return found != classes.end() && found->name == name && found->hash == hash ? &*found : nullptr;
}

bool ProgramFacts::Knows(std::string_view name) const {
  return std::ranges::binary_search(classes, name, {}, &ClassFacts::name);
}

std::string Ended(std::string text) {
  return text += EndOf(text) + '\n';
}

Result<ProgramFacts> Parse(std::string_view text) {
  return Parser(text).Parse();
}

// Compilers of other languages may make names with blanks in them: those have no facts.
std::string ToText(const ProgramFacts& facts) {
  std::string text = fmt::format("{}\n", kFirstLine);
  for (const std::string& note : facts.notes) text += fmt::format("note {}\n", note.substr(0, note.find('\n')));
  for (const ClassFacts& each : facts.classes) {
    if (!IsWritable(each.name)) continue;
    text += fmt::format("class {} {:016x}\n", each.name, each.hash);
    for (const MethodFacts& method : each.methods) {
      if (!IsWritable(method.name) || !IsWritable(method.descriptor)) continue;
      text += fmt::format("method {} {}\n", method.name, method.descriptor);
      for (size_t argument = 0; argument < kWords.size(); ++argument) {
        std::string line;
        for (const Fact& fact : method.facts) {
          if (fact.argument == static_cast<Argument>(argument)) line += fmt::format(" {}", fact.bci);
        }
        if (!line.empty()) text += fmt::format("{}{}\n", kWords[argument], line);
      }
    }
  }
  return Ended(std::move(text));
}

}  // namespace raddle::facts
