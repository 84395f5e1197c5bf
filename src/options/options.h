// The options of each command, as typed members: struct DumpOptions { PathList class_path; bool ir; ... }, one struct a
// RADDLE_COMMAND of options.inc, which also gives the parser (parse.h), the help and the manual page (help.h).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "options/spec.h"
#include "options/value.h"

namespace raddle::options {

#define RADDLE_COMMAND(Type, name, summary) struct Type##Options {
#define RADDLE_OPERANDS(member, shape, least, most, help) std::vector<std::string> member;
#define RADDLE_OPTION(type, member, short_name, argument, initial, help) type member = initial;
#define RADDLE_END(Type) \
  bool help = false;     \
  }                      \
  ;
#include "options/options.inc"

template <typename Options>
const CommandSpec& SpecOf();

#define RADDLE_COMMAND(Type, name, summary) \
  template <>                               \
  const CommandSpec& SpecOf<Type##Options>();
#include "options/options.inc"

// All of them, in the table's order.
std::span<const CommandSpec* const> AllCommands();

// Null where there is none of this name.
const CommandSpec* FindCommand(std::string_view name);

}  // namespace raddle::options
