// demo: the other commands, one after the other, on the bank under examples/. Each step prints the command line that
// it stands for, so that the reader can type it.
#include <filesystem>

#include <fmt/format.h>

#include "base/terminal.h"
#include "cli/commands.h"
#include "cli/output.h"

namespace raddle::cli {
namespace {

namespace fs = std::filesystem;

// Examples are compiled into java/ beside the bin/ that this program lies in.
fs::path Examples() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path() / "java";
}

// As it can be typed in the current directory.
std::string Typed(const fs::path& path) {
  std::error_code ignored;
  std::string text = fs::proximate(path, ignored);
  return text.find(' ') == std::string::npos ? text : fmt::format("'{}'", text);
}

void Say(std::string_view text) {
  Print(fmt::format("\n{}\n", text));
}

void ShowCommand(std::string_view line) {
  Print(fmt::format("\n{}\n\n", Style::For(stdout).Bold(fmt::format("$ raddle {}", line))));
}

}  // namespace

int RunDemo(const options::DemoOptions&) {
  std::string bank = Examples() / "bank.jar";
  if (!fs::exists(bank)) {
    return Complain("demo", {.reason = fmt::format("{} is missing: build Raddle again", bank)}, kFailed);
  }

  Print(
      "A small bank: examples/bank. Two tellers move money between accounts, and Account.withdraw forgot the lock.\n");
  Say("Raddle reads class files. This is the method with the mistake, as the analyses see it:");
  ShowCommand(fmt::format("dump --ir --method withdraw -cp {} bank.Account", Typed(bank)));
  options::DumpOptions dump;
  dump.ir = true;
  dump.method = "withdraw";
  dump.class_path.entries = {bank};
  dump.classes = {"bank.Account"};
  int dumped = RunDump(dump);

  Say("It rewrites them too. Taken apart and put together again, every class must come out as it was, to the byte:");
  ShowCommand(fmt::format("selfcheck -cp {}", Typed(bank)));
  options::SelfcheckOptions selfcheck;
  selfcheck.class_path.entries = {bank};
  int checked = RunSelfcheck(selfcheck);

  Say("That is the groundwork. Finding the race is what the next commands will do.");
  return dumped == kOk && checked == kOk ? kOk : kFailed;
}

}  // namespace raddle::cli
