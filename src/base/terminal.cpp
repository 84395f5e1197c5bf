#include "base/terminal.h"

#include <unistd.h>

#include <cstdlib>

#include <fmt/format.h>

namespace raddle {

bool IsTerminal(std::FILE* stream) {
  const char* term = std::getenv("TERM");
  if (term != nullptr && std::string_view(term) == "dumb") return false;
  return isatty(fileno(stream)) == 1;
}

Style Style::For(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  bool refused = no_color != nullptr && *no_color != '\0';
  return Style(!refused && IsTerminal(stream));
}

std::string Style::Wrap(std::string_view code, std::string_view text) const {
  if (!on_) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

}  // namespace raddle
