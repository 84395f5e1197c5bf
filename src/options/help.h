// The texts that the option table gives: --help, the list of commands, manual pages.
//
// Lines are kept within 80 columns whatever the terminal, so that the text is the same everywhere and can be compared.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/terminal.h"
#include "options/spec.h"

namespace raddle::options {

// What `raddle COMMAND --help` prints.
std::string Help(const CommandSpec& command, const Style& style);

// What `raddle help` prints: what Raddle is, and its commands.
std::string Overview(const Style& style);

// The page docs/man/raddle-COMMAND.md, in Markdown.
std::string ManualPage(const CommandSpec& command);

// The text in lines of at most `width` characters, broken at spaces.
std::vector<std::string> Wrap(std::string_view text, size_t width);

}  // namespace raddle::options
