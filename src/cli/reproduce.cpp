#include "cli/reproduce.h"

#include <fmt/format.h>

#include "base/shell.h"
#include "cli/watched.h"

namespace raddle::cli {
namespace {

// All that says what is watched, with the noise aimed: what it finds is what was found. The seed is said in any case: it is
// what one changes to try again.
std::vector<std::string> Words(const options::RunOptions& options, const std::string& variable) {
  options::RunOptions aimed;
  const options::RunOptions defaults;
  CopyWatch(options, aimed);
  aimed.noise.texts = {fmt::format("variable={}:1000", variable)};
  aimed.record.clear();
  aimed.quiet = aimed.stats = false;
  std::vector<std::string> words = {"raddle", "run"};
  for (const options::OptionSpec& option : options::SpecOf<options::RunOptions>().options) {
    const std::vector<std::string> texts = option.texts(&aimed);
    if (texts == option.texts(&defaults) && option.name != "seed") continue;
    for (const std::string& text : texts) {
      words.push_back("--" + option.name);
      if (option.takes != options::TakesValue::kNo) words.push_back(text);
    }
  }
  words.emplace_back("--");
  words.insert(words.end(), options.command.begin(), options.command.end());
  return words;
}

}  // namespace

void SayHowToReproduce(report::FindingsFile& file, const options::RunOptions& options) {
  for (report::Finding& finding : file.findings) {
    const bool aimed = finding.kind == report::Kind::kDataRace || finding.kind == report::Kind::kAtomicityViolation;
    if (!aimed || finding.variable.empty() || !finding.reproduce.empty()) continue;
    finding.reproduce = ShellLine(Words(options, finding.variable));
  }
}

}  // namespace raddle::cli
