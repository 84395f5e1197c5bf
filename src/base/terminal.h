// What may be written to a terminal and must not be written to a file or a pipe: colour, and lines that redraw.
//
// Colour follows https://no-color.org: it is for a terminal, and NO_COLOR set to anything but the empty string turns it
// off. TERM=dumb turns off both.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace raddle {

bool IsTerminal(std::FILE* stream);

class Style {
 public:
  static Style For(std::FILE* stream);
  static Style Plain() { return Style(false); }
  static Style Coloured() { return Style(true); }

  std::string Bold(std::string_view text) const { return Wrap("1", text); }
  std::string Dim(std::string_view text) const { return Wrap("2", text); }
  std::string Red(std::string_view text) const { return Wrap("31", text); }
  std::string Green(std::string_view text) const { return Wrap("32", text); }

 private:
  explicit Style(bool on) : on_(on) {}
  std::string Wrap(std::string_view code, std::string_view text) const;

  bool on_;
};

}  // namespace raddle
