#include "options/parse.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "options/suggest.h"

namespace raddle::options {
namespace {

bool LooksLikeOption(std::string_view argument) {
  return argument.size() > 1 && argument[0] == '-';
}

bool IsDirectory(std::string_view path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

const OptionSpec* FindOption(const CommandSpec& command, std::string_view name) {
  for (const OptionSpec& option : command.options) {
    bool is_long = name.starts_with("--") && name.substr(2) == option.name;
    if (is_long || (!option.short_name.empty() && name == option.short_name)) return &option;
  }
  return nullptr;
}

Error UnknownOption(const CommandSpec& command, std::string_view name) {
  std::vector<std::string> names;
  for (const OptionSpec& option : command.options) {
    names.push_back("--" + option.name);
    if (!option.short_name.empty()) names.emplace_back(option.short_name);
  }
  std::string_view nearest = Nearest(name, names);
  if (nearest.empty()) {
    return {.reason = fmt::format("unknown option {}; raddle {} --help lists the options", name, command.name)};
  }
  return {.reason = fmt::format("unknown option {}; did you mean {}?", name, nearest)};
}

class Parser {
 public:
  Parser(const CommandSpec& command, Arguments arguments, void* options)
      : command_(command), rest_(arguments), options_(options) {}

  Result<void> Run() {
    bool options_ended = false;
    while (!rest_.empty()) {
      std::string_view argument = Next();
      if (!options_ended && argument == "--") {
        options_ended = true;
      } else if (!options_ended && LooksLikeOption(argument)) {
        RADDLE_CHECK(ParseOption(argument));
      } else {
        RADDLE_CHECK(AddOperand(argument));
        options_ended |= command_.operands.shape.starts_with("--");
      }
    }
    return CheckOperands();
  }

 private:
  std::string_view Next() {
    std::string_view argument = rest_.front();
    rest_ = rest_.subspan(1);
    return argument;
  }

  Result<void> ParseOption(std::string_view argument) {
    std::string_view name = argument;
    std::optional<std::string_view> value;
    if (size_t equals = argument.find('='); argument.starts_with("--") && equals != std::string_view::npos) {
      name = argument.substr(0, equals);
      value = argument.substr(equals + 1);
    }
    const OptionSpec* option = FindOption(command_, name);
    if (option == nullptr) return UnknownOption(command_, name);
    if (option->name == "help") help_ = true;
    if (value.has_value() && value->empty()) return Error{.reason = fmt::format("{}= has nothing after it", name)};
    if (!value.has_value() && TakesNext(*option)) value = Next();
    if (!value.has_value() && option->takes == TakesValue::kYes) {
      return Error{.reason = fmt::format("{} needs a value: {} {}", name, name, option->argument)};
    }
    std::string_view text = value.value_or("");
    if (Result<void> assigned = option->assign(options_, text); !assigned) {
      return Error{.reason = fmt::format("{}: '{}' {}", name, text, assigned.error().reason)};
    }
    return {};
  }

  // A value may begin with a dash only after '=': "--threads --edit" is a forgotten number, not a strange one.
  bool TakesNext(const OptionSpec& option) const {
    if (rest_.empty() || LooksLikeOption(rest_.front())) return false;
    switch (option.takes) {
      case TakesValue::kNo:
        return false;
      case TakesValue::kYes:
        return true;
      case TakesValue::kMaybe:
        return command_.operands.most == 0 || IsDirectory(rest_.front());
    }
    return false;
  }

  Result<void> AddOperand(std::string_view argument) {
    const OperandSpec& operands = command_.operands;
    if (operands.most == 0) {
      return Error{.reason = fmt::format("unexpected argument {}: usage is {}", argument, command_.Usage())};
    }
    std::vector<std::string>& given = operands.of(options_);
    if (given.size() == operands.most) {
      return Error{.reason = fmt::format("one argument too many, {}: usage is {}", argument, command_.Usage())};
    }
    given.emplace_back(argument);
    return {};
  }

  // Somebody who asks for help is not told off for what is missing.
  Result<void> CheckOperands() const {
    const OperandSpec& operands = command_.operands;
    if (help_ || operands.least == 0 || operands.of(options_).size() >= operands.least) return {};
    return Error{.reason = fmt::format("{} is missing: usage is {}", operands.shape, command_.Usage())};
  }

  const CommandSpec& command_;
  Arguments rest_;
  void* const options_;
  bool help_ = false;
};

}  // namespace

Result<void> ParseInto(const CommandSpec& command, Arguments arguments, void* options) {
  return Parser(command, arguments, options).Run();
}

Error UnknownCommand(std::string_view name) {
  std::vector<std::string> names;
  for (const CommandSpec* command : AllCommands()) {
    if (!command->hidden) names.emplace_back(command->name);
  }
  std::string_view nearest = Nearest(name, names);
  if (nearest.empty()) return {.reason = fmt::format("unknown command {}; raddle help lists the commands", name)};
  return {.reason = fmt::format("unknown command {}; did you mean {}?", name, nearest)};
}

}  // namespace raddle::options
