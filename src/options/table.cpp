#include <fmt/format.h>

#include "options/options.h"

namespace raddle::options {

#define RADDLE_COMMAND(Type, name, summary)    \
  template <>                                  \
  const CommandSpec& SpecOf<Type##Options>() { \
    using Self = Type##Options;                \
    static const CommandSpec spec = CommandBuilder<Self>(name, summary)
#define RADDLE_HIDDEN .Hidden()
#define RADDLE_ABOUT(paragraph) .About(paragraph)
#define RADDLE_OPERANDS(member, shape, least, most, help) .Operands<&Self::member>(shape, least, most, help)
#define RADDLE_GROUP(title) .Group(title)
#define RADDLE_OPTION(type, member, short_name, argument, initial, help) \
  .Option<&Self::member>(#member, short_name, argument, help)
#define RADDLE_EXAMPLE(line, shows) .Shows(line, shows)
#define RADDLE_STATUS(number, when) .Exits(number, when)
#define RADDLE_END(Type) \
  .Done();               \
  return spec;           \
  }
#include "options/options.inc"

std::span<const CommandSpec* const> AllCommands() {
  static const CommandSpec* const commands[] = {
#define RADDLE_COMMAND(Type, name, summary) &SpecOf<Type##Options>(),
#include "options/options.inc"
  };
  return commands;
}

const CommandSpec* FindCommand(std::string_view name) {
  for (const CommandSpec* command : AllCommands()) {
    if (command->name == name) return command;
  }
  return nullptr;
}

std::string OptionSpec::Usage() const {
  std::string text = short_name.empty() ? "" : fmt::format("{}, ", short_name);
  text += fmt::format("--{}", name);
  if (takes == TakesValue::kYes) text += fmt::format(" {}", argument);
  if (takes == TakesValue::kMaybe) text += fmt::format(" [{}]", argument);
  return text;
}

std::string OptionSpec::Explanation() const {
  if (initial.empty()) return std::string(help);
  return fmt::format("{} (default: {})", help, initial);
}

std::string CommandSpec::Usage() const {
  return fmt::format("raddle {} [options]{}{}", name, operands.shape.empty() ? "" : " ", operands.shape);
}

}  // namespace raddle::options
