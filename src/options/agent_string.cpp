#include "options/agent_string.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "options/suggest.h"

namespace raddle::options {
namespace {

constexpr std::string_view kHelp = "help";  // every command has it; the agent has nobody to tell

struct Item {
  const OptionSpec* option;
  std::string value;
};

// At single commas, the double ones made single.
std::vector<std::string> SplitAtCommas(std::string_view text) {
  std::vector<std::string> words(1);
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != ',') {
      words.back() += text[at];
    } else if (text.substr(at).starts_with(",,")) {
      words.back() += text[at++];
    } else {
      words.emplace_back();
    }
  }
  std::erase(words, "");
  return words;
}

const OptionSpec* FindOption(std::string_view name) {
  for (const OptionSpec& option : SpecOf<AgentOptions>().options) {
    if (option.name == name && name != kHelp) return &option;
  }
  return nullptr;
}

std::string_view NearestOption(std::string_view name) {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const OptionSpec& option : SpecOf<AgentOptions>().options) all.push_back(option.name);
    std::erase(all, kHelp);
    return all;
  }();
  return Nearest(name, names);
}

Error UnknownOption(std::string_view name) {
  std::string_view nearest = NearestOption(name);
  if (nearest.empty()) return {.reason = fmt::format("unknown option {}; raddle agent --help lists them", name)};
  return {.reason = fmt::format("unknown option {}; did you mean {}?", name, nearest)};
}

Result<std::vector<Item>> ReadItems(std::string_view text) {
  std::vector<Item> items;
  for (const std::string& word : SplitAtCommas(text)) {
    size_t equals = std::min(word.find('='), word.size());
    std::string name = word.substr(0, equals);
    const OptionSpec* option = FindOption(name);
    if (option != nullptr) {
      bool has_value = equals < word.size();
      if (!has_value && option->takes == TakesValue::kYes) {
        return Error{.reason = fmt::format("{} needs a value: {}={}", name, name, option->argument)};
      }
      items.push_back({option, has_value ? word.substr(equals + 1) : ""});
    } else if (equals == word.size() && !items.empty() && items.back().option->is_list && NearestOption(word).empty()) {
      items.back().value += "," + word;
    } else {
      return UnknownOption(name.empty() ? word : name);
    }
  }
  return items;
}

std::string Escaped(std::string_view text, bool is_list) {
  std::string escaped;
  for (char letter : text) escaped += letter != ',' ? std::string(1, letter) : is_list ? "+" : ",,";
  return escaped;
}

}  // namespace

Result<AgentOptions> ParseAgentString(std::string_view text) {
  RADDLE_TRY(std::vector<Item> items, ReadItems(text));
  AgentOptions options;
  for (const Item& item : items) {
    if (Result<void> assigned = item.option->assign(&options, item.value); !assigned) {
      return Error{.reason = fmt::format("{}: '{}' {}", item.option->name, item.value, assigned.error().reason)};
    }
  }
  return options;
}

std::string AgentString(const AgentOptions& options) {
  const AgentOptions defaults;
  std::vector<std::string> items;
  for (const OptionSpec& option : SpecOf<AgentOptions>().options) {
    std::vector<std::string> texts = option.texts(&options);
    if (option.name == kHelp || texts == option.texts(&defaults)) continue;
    for (const std::string& text : texts) {
      bool is_flag = option.takes == TakesValue::kNo;
      items.push_back(is_flag ? option.name : fmt::format("{}={}", option.name, Escaped(text, option.is_list)));
    }
  }
  return fmt::format("{}", fmt::join(items, ","));
}

}  // namespace raddle::options
