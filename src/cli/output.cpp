#include "cli/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

namespace raddle::cli {

void Print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

std::vector<std::string> OwnCommandLine() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  if (!words.empty()) words.erase(words.begin());
  return words;
}

// Not with fmt::print, which throws where it cannot write.
void Tell(std::string_view command, std::string_view line) {
  std::fflush(stdout);  // so that the two stay in order where they go to the same place
  const std::string whole = fmt::format("raddle{}{}: {}\n", command.empty() ? "" : " ", command, line);
  std::fwrite(whole.data(), 1, whole.size(), stderr);
}

int Complain(std::string_view command, const Error& error, int status) {
  Tell(command, error.ToString());
  return status;
}

int Finish(int status) {
  bool failed = std::ferror(stdout) != 0;
  if (std::fflush(stdout) != 0 || failed) {
    Tell("", fmt::format("cannot write the output: {}", std::strerror(errno)));
    return kFailed;
  }
  return status;
}

}  // namespace raddle::cli
