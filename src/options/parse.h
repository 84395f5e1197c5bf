// Command lines into options structs.
//
//   --name VALUE  --name=VALUE  -short VALUE     options that take a value
//   --name  -short                               flags
//   --name  --name VALUE  --name=VALUE           options whose value may be left out
//   --                                           ends the options: what follows is operands, whatever it looks like;
//                                                so does the first operand where operands are another command's line
//
// Short names may have several letters (-cp, as java has it), so flags are not bundled. Where a value may be left out,
// the next argument is taken for it if it is not an option and the command has no operands, or if it names a directory
// that exists: in `raddle dump --jdk java.lang.String` the last word is the class. An error is one line, without
// the name of the command.
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "options/options.h"
#include "options/spec.h"

namespace raddle::options {

using Arguments = std::span<const std::string_view>;

// `options` points to the struct that the spec was built for.
Result<void> ParseInto(const CommandSpec& command, Arguments arguments, void* options);

template <typename Options>
Result<Options> Parse(Arguments arguments, const CommandSpec& command = SpecOf<Options>()) {
  Options options;
  RADDLE_CHECK(ParseInto(command, arguments, &options));
  return options;
}

// "unknown command dmup; did you mean dump?"
Error UnknownCommand(std::string_view name);

}  // namespace raddle::options
