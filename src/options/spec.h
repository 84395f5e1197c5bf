// What the option table says of a command, in a form that parser, help and manual can walk over. Built by table.cpp
// from options.inc; nobody else makes one, except tests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "options/value.h"

namespace raddle::options {

inline constexpr size_t kNoLimit = std::numeric_limits<size_t>::max();

struct OptionSpec {
  std::string name;             // "class-path": --class-path on the command line, class-path= for the agent
  std::string_view short_name;  // "-cp", or empty
  std::string_view argument;    // "PATH", or empty for a flag
  std::string_view help;
  std::string_view group;
  std::string initial;  // as Show gives it
  TakesValue takes;
  bool is_list;
  Result<void> (*assign)(void* options, std::string_view text);
  std::vector<std::string> (*texts)(const void* options);  // as Texts gives it

  // "-cp, --class-path PATH", "--jdk [HOME]"
  std::string Usage() const;
  // The help, and the default where there is one to tell.
  std::string Explanation() const;
};

struct OperandSpec {
  std::string_view shape;  // "CLASS..."; empty where the command takes none
  std::string_view help;
  size_t least = 0;
  size_t most = 0;
  std::vector<std::string>& (*of)(void* options) = nullptr;
};

struct Example {
  std::string_view line;
  std::string_view shows;
};

struct Status {
  int number;
  std::string_view when;
};

struct CommandSpec {
  std::string_view name;
  std::string_view summary;
  bool hidden = false;
  std::vector<std::string_view> about;
  OperandSpec operands;
  std::vector<OptionSpec> options;
  std::vector<Example> examples;
  std::vector<Status> statuses;

  // "raddle dump [options] CLASS..."
  std::string Usage() const;
};

// One call a line of the table. The member pointers tie each option to its typed member: the void* that a spec's
// functions take is always an Options.
template <typename Options>
class CommandBuilder {
 public:
  CommandBuilder(std::string_view name, std::string_view summary) {
    spec_.name = name;
    spec_.summary = summary;
  }

  CommandBuilder& Hidden() {
    spec_.hidden = true;
    return *this;
  }
  CommandBuilder& About(std::string_view paragraph) {
    spec_.about.push_back(paragraph);
    return *this;
  }
  CommandBuilder& Group(std::string_view title) {
    group_ = title;
    return *this;
  }
  CommandBuilder& Shows(std::string_view line, std::string_view shows) {
    spec_.examples.push_back({line, shows});
    return *this;
  }
  CommandBuilder& Exits(int number, std::string_view when) {
    spec_.statuses.push_back({number, when});
    return *this;
  }

  template <auto Member>
  CommandBuilder& Operands(std::string_view shape, size_t least, size_t most, std::string_view help) {
    spec_.operands = {.shape = shape, .help = help, .least = least, .most = most, .of = [](void* options) -> auto& {
                        return static_cast<Options*>(options)->*Member;
                      }};
    return *this;
  }

  template <auto Member>
  CommandBuilder& Option(std::string_view member, std::string_view short_name, std::string_view argument,
                         std::string_view help) {
    using Value = std::remove_reference_t<decltype(std::declval<Options>().*Member)>;
    std::string name(member);
    std::replace(name.begin(), name.end(), '_', '-');
    spec_.options.push_back(
        {.name = std::move(name),
         .short_name = short_name,
         .argument = argument,
         .help = help,
         .group = group_,
         .initial = Show(Options{}.*Member),
         .takes = kTakesValue<Value>,
         .is_list = kIsList<Value>,
         .assign = [](void* options,
                      std::string_view text) { return Assign(static_cast<Options*>(options)->*Member, text); },
         .texts = [](const void* options) { return Texts(static_cast<const Options*>(options)->*Member); }});
    return *this;
  }

  CommandSpec Done() {
    Group(spec_.options.empty() ? "Options" : "Other");
    Option<&Options::help>("help", "-h", "", "this text");
    return std::move(spec_);
  }

 private:
  CommandSpec spec_;
  std::string_view group_ = "Options";
};

}  // namespace raddle::options
