#include "cli/program.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string_view>

#include "base/shell.h"

extern char** environ;

namespace raddle::cli {
namespace {

constexpr int kPassedOn[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};

// Signals wait in the kernel, for sigwaitinfo, as long as this lives: none is lost between one look and the next.
class HeldSignals {
 public:
  HeldSignals() {
    sigemptyset(&held_);
    for (int signal : kPassedOn) sigaddset(&held_, signal);
    sigaddset(&held_, SIGCHLD);
    signal(SIGCHLD, SIG_DFL);  // ignored, as some parents leave it, it would take the exit status with it
    sigprocmask(SIG_BLOCK, &held_, &before_);
  }
  // What came too late for the program is not meant for us either.
  ~HeldSignals() {
    const timespec now{};
    while (sigtimedwait(&held_, nullptr, &now) > 0) {
    }
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  const sigset_t& held() const { return held_; }
  const sigset_t& before() const { return before_; }

 private:
  sigset_t held_, before_;
};

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string_view NameOf(std::string_view variable) {
  return variable.substr(0, variable.find('='));
}

std::vector<std::string> EnvironmentWith(const std::vector<std::string>& changes) {
  std::vector<std::string> all = changes;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    bool changed = std::any_of(changes.begin(), changes.end(),
                               [&](const std::string& change) { return NameOf(change) == NameOf(*variable); });
    if (!changed) all.emplace_back(*variable);
  }
  return all;
}

Result<pid_t> Spawn(std::vector<std::string> arguments, std::vector<std::string> environment, const sigset_t& mask) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &mask);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t child = 0;
  int error = posix_spawnp(&child, arguments[0].c_str(), nullptr, &attributes, Pointers(arguments).data(),
                           Pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  if (error != 0) return Error{.reason = std::strerror(error), .place = ShellQuoted(arguments[0])};
  return child;
}

bool TellsUsToEnd(int signal) {
  return signal == SIGINT || signal == SIGTERM || signal == SIGHUP;
}

// Those that the program was too quick for us to see.
bool IsEndPending() {
  sigset_t pending;
  sigpending(&pending);
  return std::ranges::any_of(kPassedOn,
                             [&](int signal) { return TellsUsToEnd(signal) && sigismember(&pending, signal); });
}

Ran WaitFor(pid_t child, const sigset_t& signals) {
  bool interrupted = false;
  while (true) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) {
      return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
              .interrupted = interrupted || IsEndPending()};
    }
    siginfo_t received{};
    int signal = sigwaitinfo(&signals, &received);
    bool from_a_process = received.si_code <= 0;
    if (signal > 0 && signal != SIGCHLD && from_a_process) kill(child, signal);
    interrupted |= TellsUsToEnd(signal);
  }
}

}  // namespace

Result<Ran> RunProgram(const std::vector<std::string>& arguments, const std::vector<std::string>& environment) {
  std::fflush(nullptr);
  HeldSignals signals;
  RADDLE_TRY(pid_t child, Spawn(arguments, EnvironmentWith(environment), signals.before()));
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  return WaitFor(child, signals.held());
}

}  // namespace raddle::cli
