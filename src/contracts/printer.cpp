#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "contracts/contract.h"
#include "contracts/verbs.h"

namespace raddle::contracts {
namespace {

std::string Text(const Subject& subject) {
  std::string text;
  switch (subject.root) {
    case Subject::Root::kThis:
      text = "this";
      break;
    case Subject::Root::kArgument:
      text = fmt::format("arg{}", subject.argument);
      break;
    case Subject::Root::kResult:
      text = "result";
      break;
    case Subject::Root::kThread:
      text = "thread";
      break;
    case Subject::Root::kJvm:
      text = "jvm";
      break;
    case Subject::Root::kKept:
      text = "kept";
      break;
    case Subject::Root::kCallee:
      text = "it";
      break;
  }
  if (!subject.field.empty()) text += "." + subject.field;
  if (!subject.tag.empty()) text += ":" + subject.tag;
  if (subject.key) text += fmt::format("[arg{}]", *subject.key);
  if (subject.updater) text += " by this";
  if (subject.offset) text += fmt::format(" by arg{}", *subject.offset);
  return text;
}

std::string_view Text(Condition condition) {
  switch (condition) {
    case Condition::kNone:
      return "";
    case Condition::kTrue:
      return " if true";
    case Condition::kFalse:
      return " if false";
    case Condition::kFound:
      return " if found";
  }
  return "";
}

std::string Text(const Effect& effect) {
  const auto verb = std::find_if(Verbs().begin(), Verbs().end(), [&](const VerbName& each) {
    return each.verb == effect.verb || each.shared == effect.verb;
  });
  std::string text;
  if (effect.when != verb->when) text = effect.when == When::kBefore ? "before " : "after ";
  text += verb->name;
  if (effect.verb != verb->verb) text += " shared";
  if (effect.tries) text += " try";
  text += " " + Text(effect.subject);
  if (!effect.limit.empty()) text += " within " + effect.limit;
  text += Text(effect.condition);
  if (effect.always) text += " always";
  if (effect.anyway) text += " anyway";
  if (effect.program_only) text += " unless jdk";
  return text;
}

std::string Text(const MethodContract& method) {
  std::vector<std::string> effects;
  for (const Effect& effect : method.effects) effects.push_back(Text(effect));
  if (effects.empty()) effects = {"nothing"};
  const std::string parameters = method.parameters ? fmt::format("{}", fmt::join(*method.parameters, ", ")) : "..";
  return fmt::format("{}{}({}): {}\n", method.leaf ? "leaf " : "", fmt::join(method.names, "|"), parameters,
                     fmt::join(effects, ", "));
}

std::string Text(const FieldContract& field) {
  std::vector<std::string_view> words;
  if (field.publish) words.push_back("publish");
  if (field.receive) words.push_back("receive");
  if (field.written) words.push_back("written");
  if (field.keep) words.push_back("keep");
  return fmt::format("field {}: {}\n", field.name, fmt::join(words, ", "));
}

}  // namespace

std::string Print(const Contracts& contracts) {
  std::string text;
  for (const ClassContract& each : contracts) {
    std::string name = each.name;
    std::replace(name.begin(), name.end(), '/', '.');
    text += fmt::format("class {}\n", name);
    if (each.monitors) text += "  monitors\n";
    for (const FieldContract& field : each.fields) text += "  " + Text(field);
    for (const CallContract& call : each.calls) text += "  call " + Text(call.called);
    for (const MethodContract& method : each.methods) text += "  " + Text(method);
  }
  return text;
}

}  // namespace raddle::contracts
