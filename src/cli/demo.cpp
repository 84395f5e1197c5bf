// demo: a bundled program with a race, run under the agent. The command line is shown, so that the reader can type it.
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "base/subprocess.h"
#include "base/terminal.h"
#include "cli/bundle.h"
#include "cli/commands.h"
#include "cli/output.h"

namespace raddle::cli {
namespace {

namespace fs = std::filesystem;

// As it can be typed in the current directory.
std::string Typed(const fs::path& path) {
  std::error_code ignored;
  std::string text = fs::proximate(path, ignored);
  return text.find(' ') == std::string::npos ? text : fmt::format("'{}'", text);
}

std::string Java() {
  const char* home = std::getenv("JAVA_HOME");
  return home == nullptr || *home == '\0' ? "java" : fmt::format("{}/bin/java", home);
}

}  // namespace

int RunDemo(const options::DemoOptions&) {
  Result<std::string> bank = Bundled("java/bank.jar");
  if (!bank) return Complain("demo", bank.error(), kFailed);
  Result<TemporaryDirectory> out = TemporaryDirectory::Create();
  if (!out) return Complain("demo", out.error(), kFailed);

  std::string line = fmt::format("$ raddle run -- java -cp {} bank.Bank", Typed(*bank));
  Print(fmt::format(
      "A small bank: examples/bank. Two tellers move money between accounts, and Account.withdraw forgot the lock.\n"
      "Most of the time nobody notices. Under Raddle:\n\n{}\n\n",
      Style::For(stdout).Bold(line)));
  options::RunOptions run;
  run.out = out->path();
  run.command = {Java(), "-cp", *bank, "bank.Bank"};
  int status = RunRun(run);
  if (status != kFindings) {
    return Complain("demo", {.reason = fmt::format("the race was not found (status {})", status)}, kFailed);
  }
  Print(
      "\nThe program ran as it always does; what Raddle has to say went to stderr, and the exit status was 66, since\n"
      "something was found. Put `raddle run --` before a command of your own: java, mvn test, gradle test, a "
      "script.\n");
  return kOk;
}

}  // namespace raddle::cli
