// Say: a line on the program's stderr. It is the only way in which the agent speaks while the program runs. Each line
// is one write, so that lines of several threads and JVMs stay whole. Any thread.
#pragma once

#include <unistd.h>

#include <string>
#include <string_view>

namespace raddle::agent {

inline void Say(std::string_view line) {
  const std::string text = "raddle: " + std::string(line) + "\n";
  // A stderr that takes nothing more is no reason to do anything else, and there is nobody to tell.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace raddle::agent
