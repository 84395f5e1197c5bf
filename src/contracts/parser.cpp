#include <fmt/format.h>

#include <algorithm>

#include "base/blanks.h"
#include "base/words.h"
#include "contracts/contract.h"
#include "contracts/verbs.h"

namespace raddle::contracts {
namespace {

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(Trim(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string VerbList() {
  std::string list;
  for (const VerbName& each : Verbs()) list += fmt::format("{}{}", list.empty() ? "" : ", ", each.name);
  return list;
}

std::optional<uint8_t> ArgumentNumber(std::string_view text) {
  if (!text.starts_with("arg") || text.size() != 4 || text[3] < '1' || text[3] > '9') return std::nullopt;
  return static_cast<uint8_t>(text[3] - '0');
}

// this | argN | result | thread | jvm | kept | it, then .FIELD, then :TAG or [argN].
Result<Subject> ParseSubject(std::string_view text) {
  Subject subject;
  std::string_view rest = text;
  if (rest.ends_with(']')) {
    const size_t open = rest.rfind('[');
    if (open == std::string_view::npos) return Error{fmt::format("'{}' has no '['", text)};
    subject.key = ArgumentNumber(rest.substr(open + 1, rest.size() - open - 2));
    if (!subject.key) return Error{fmt::format("'{}': between the brackets stands an argument, arg1 to arg9", text)};
    rest = rest.substr(0, open);
  } else if (const size_t colon = rest.find(':'); colon != std::string_view::npos) {
    subject.tag = rest.substr(colon + 1);
    if (subject.tag.empty()) return Error{fmt::format("'{}' has nothing after ':'", text)};
    rest = rest.substr(0, colon);
  }
  if (const size_t dot = rest.find('.'); dot != std::string_view::npos) {
    subject.field = rest.substr(dot + 1);
    if (subject.field.empty()) return Error{fmt::format("'{}' has nothing after '.'", text)};
    rest = rest.substr(0, dot);
  }
  if (const std::optional<uint8_t> number = ArgumentNumber(rest)) {
    subject.root = Subject::Root::kArgument;
    subject.argument = *number;
  } else if (rest == "result") {
    subject.root = Subject::Root::kResult;
  } else if (rest == "thread") {
    subject.root = Subject::Root::kThread;
  } else if (rest == "jvm") {
    subject.root = Subject::Root::kJvm;
  } else if (rest == "it") {
    subject.root = Subject::Root::kCallee;
  } else if (rest == "kept") {
    subject.root = Subject::Root::kKept;
  } else if (rest != "this") {
    return Error{fmt::format("'{}' is none of this, arg1 to arg9, result, thread, jvm, kept and it", rest)};
  }
  return subject;
}

// What an effect can speak of depends on when it is told.
Result<void> CheckTime(const Effect& effect) {
  const bool needs_result = effect.condition != Condition::kNone || effect.subject.root == Subject::Root::kResult;
  if (needs_result && (effect.when == When::kBefore || effect.always)) {
    return Error{"there is no result before the method returns, or when it throws"};
  }
  if (effect.always && effect.when == When::kBefore) return Error{"'always' is for what is told after the method"};
  if (effect.verb == Verb::kWait && effect.when == When::kAfter) return Error{"a wait begins before the method"};
  return {};
}

Result<void> CheckAccess(const Effect& effect) {
  const Subject& subject = effect.subject;
  const bool part = !subject.tag.empty() || subject.key;
  if (subject.IsOther()) {
    const bool whole = subject.root == Subject::Root::kArgument && subject.field.empty() && !part;
    if (!whole || effect.condition != Condition::kNone) return Error{"'by' is for an argument as it is"};
    return {};
  }
  if (effect.verb != Verb::kRead && effect.verb != Verb::kWrite) return {};
  const bool flagged = !subject.tag.empty() && subject.field.empty() && !subject.key;
  const bool late = effect.when == When::kAfter && effect.verb == Verb::kRead;
  const bool unless = effect.condition == Condition::kFalse;
  if (subject.root != Subject::Root::kThis || (part && !flagged) || late || unless || effect.anyway ||
      effect.program_only) {
    return Error{"what is read or written is 'this' or one of its fields, and nothing more is said of it"};
  }
  return {};
}

Result<Effect> ParseEffect(std::string_view text) {
  Words words(text);
  std::optional<When> when;
  if (words.TakeIf("before"))
    when = When::kBefore;
  else if (words.TakeIf("after"))
    when = When::kAfter;
  const std::string_view name = words.Take();
  const auto verb =
      std::find_if(Verbs().begin(), Verbs().end(), [&](const VerbName& each) { return each.name == name; });
  if (verb == Verbs().end()) return Error{fmt::format("'{}' is none of {}", name, VerbList())};
  Effect effect{verb->verb, when.value_or(verb->when), {}};
  if (verb->shared != verb->verb && words.TakeIf("shared")) effect.verb = verb->shared;
  if (verb->verb == Verb::kAcquire) effect.tries = words.TakeIf("try");
  if (words.done()) return Error{fmt::format("'{}' of what? this, arg1 to arg9, result or thread", name)};
  RADDLE_TRY(effect.subject, ParseSubject(words.Take()));
  if (words.TakeIf("by")) {
    effect.subject.updater = words.TakeIf("this");
    if (!effect.subject.updater) effect.subject.offset = ArgumentNumber(words.done() ? "" : words.Take());
    if (!effect.subject.IsOther()) return Error{"'by' is followed by 'this' or an argument, arg1 to arg9"};
  }
  if (words.TakeIf("within")) {
    const bool ordering = effect.verb == Verb::kPublish || effect.verb == Verb::kReceive;
    if (!ordering || effect.subject.IsOther()) return Error{"'within' is for publish and receive of an object"};
    if (words.done()) return Error{"'within' is followed by a field"};
    effect.limit = words.Take();
  }
  if (words.TakeIf("if")) {
    if (!effect.limit.empty()) return Error{"'within' and 'if' do not go together"};
    const std::string_view what = words.Take();
    if (what == "true")
      effect.condition = Condition::kTrue;
    else if (what == "false")
      effect.condition = Condition::kFalse;
    else if (what == "found")
      effect.condition = Condition::kFound;
    else
      return Error{fmt::format("'if {}': the conditions are true, false and found", what)};
  }
  effect.always = words.TakeIf("always");
  effect.anyway = words.TakeIf("anyway");
  if (words.TakeIf("unless")) {
    if (!words.TakeIf("jdk")) return Error{"'unless' is followed by 'jdk'"};
    effect.program_only = true;
  }
  if (!words.done()) return Error{fmt::format("'{}' is not understood", words.word())};
  RADDLE_CHECK(CheckTime(effect));
  RADDLE_CHECK(CheckAccess(effect));
  return effect;
}

class Parser {
 public:
  Parser(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  Result<Contracts> Run() {
    uint32_t number = 0;
    while (!text_.empty()) {
      const size_t end = std::min(text_.find('\n'), text_.size());
      const std::string_view line = text_.substr(0, end);
      text_.remove_prefix(std::min(end + 1, text_.size()));
      ++number;
      if (Result<void> read = Line(Trim(line.substr(0, line.find('#'))), number); !read) {
        return std::move(read).error().In(fmt::format("{}: line {}", file_, number));
      }
    }
    return std::move(contracts_);
  }

 private:
  Result<void> Line(std::string_view line, uint32_t number) {
    if (line.empty()) return {};
    if (line.starts_with("class ")) {
      std::string name(Trim(line.substr(6)));
      if (name.empty() || name.find_first_of(" \t()/:") != std::string::npos) {
        return Error{fmt::format("'{}' is no class name", name)};
      }
      std::replace(name.begin(), name.end(), '.', '/');
      contracts_.push_back({.name = std::move(name), .line = number});
      return {};
    }
    if (contracts_.empty()) return Error{"a line 'class NAME' comes first"};
    if (line == "monitors") {
      contracts_.back().monitors = true;
      return {};
    }
    if (line.starts_with("field ")) return Field(Trim(line.substr(6)), number);
    if (line.starts_with("call ")) {
      RADDLE_TRY(MethodContract called, Method(Trim(line.substr(5)), number));
      RADDLE_CHECK(CheckCall(called));
      contracts_.back().calls.push_back({std::move(called)});
      return {};
    }
    RADDLE_TRY(MethodContract method, Method(line, number));
    for (const Effect& effect : method.effects) {
      if (effect.subject.root == Subject::Root::kCallee) return Error{"'it' is what a 'call' is made on"};
    }
    contracts_.back().methods.push_back(std::move(method));
    return {};
  }

  // Of the call itself nothing is at hand but what it is made on, and that only if nothing lies above it on the stack.
  Result<void> CheckCall(const MethodContract& called) {
    if (called.leaf) return Error{"a 'call' is no leaf: it is made for the code that it calls"};
    for (const Effect& effect : called.effects) {
      if (effect.condition != Condition::kNone || effect.subject.root == Subject::Root::kResult || effect.always) {
        return Error{"a 'call' knows no result, condition or 'always'"};
      }
      if (effect.verb == Verb::kRead || effect.verb == Verb::kWrite || effect.verb == Verb::kWait) {
        return Error{"a 'call' cannot read, write or wait"};
      }
      const bool bare = called.parameters && called.parameters->empty() && effect.when == When::kBefore;
      if (effect.subject.root == Subject::Root::kCallee && !bare) {
        return Error{"'it' is at hand before a call without arguments only"};
      }
    }
    return {};
  }

  Result<void> Field(std::string_view line, uint32_t number) {
    const size_t colon = line.find(':');
    FieldContract field{.name = std::string(Trim(line.substr(0, colon))), .line = number};
    if (colon == std::string_view::npos || field.name.empty() ||
        field.name.find_first_of(kBlanks) != std::string::npos) {
      return Error{"expected 'field NAME: publish, receive'"};
    }
    for (const std::string_view word : Split(line.substr(colon + 1), ',')) {
      if (word == "publish")
        field.publish = true;
      else if (word == "receive")
        field.receive = true;
      else if (word == "written")
        field.written = true;
      else if (word == "keep")
        field.keep = true;
      else
        return Error{fmt::format("'{}': what reading a field can mean is publish, receive, written and keep", word)};
    }
    contracts_.back().fields.push_back(std::move(field));
    return {};
  }

  Result<MethodContract> Method(std::string_view line, uint32_t number) {
    MethodContract method;
    method.line = number;
    if (line.starts_with("leaf ")) {
      method.leaf = true;
      line = Trim(line.substr(5));
    }
    const size_t open = line.find('('), close = line.find(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
      return Error{"expected 'METHOD(PARAMETERS): EFFECT, ...', '(..)' for any parameters"};
    }
    for (const std::string_view name : Split(line.substr(0, open), '|')) {
      if (name.empty() || name.find_first_of(kBlanks) != std::string_view::npos) {
        return Error{fmt::format("'{}' is no method name", name)};
      }
      method.names.emplace_back(name);
    }
    if (method.leaf && std::find(method.names.begin(), method.names.end(), "<init>") != method.names.end()) {
      return Error{"a constructor is no leaf: nobody could tell when it throws"};
    }
    const std::string_view parameters = Trim(line.substr(open + 1, close - open - 1));
    if (parameters.empty()) {
      method.parameters.emplace();
    } else if (parameters != "..") {
      method.parameters.emplace();
      for (const std::string_view each : Split(parameters, ',')) {
        if (each.empty() || each.find_first_of(kBlanks) != std::string_view::npos) {
          return Error{fmt::format("'{}' is no type of a parameter", each)};
        }
        method.parameters->emplace_back(each);
      }
    }
    const std::string_view rest = Trim(line.substr(close + 1));
    if (!rest.starts_with(':')) return Error{"expected ':' after ')'"};
    const bool nothing = Trim(rest.substr(1)) == "nothing";
    for (const std::string_view each : Split(rest.substr(1), ',')) {
      if (nothing) break;
      RADDLE_TRY(Effect effect, ParseEffect(each));
      method.effects.push_back(std::move(effect));
    }
    return method;
  }

  std::string_view text_, file_;
  Contracts contracts_;
};

}  // namespace

Result<Contracts> Parse(std::string_view text, std::string_view file) {
  return Parser(text, file).Run();
}

}  // namespace raddle::contracts
