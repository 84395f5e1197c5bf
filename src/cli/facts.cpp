// facts: what need not be watched in a closed program, for raddle run, which calls this as a process of its own, so
// that time and memory have their limits.
#include <unistd.h>

#include <fmt/format.h>

#include "check/checker.h"
#include "cli/class_path_options.h"
#include "cli/commands.h"
#include "cli/facts_cache.h"
#include "cli/output.h"
#include "facts/facts.h"
#include "pointer/contexts.h"

namespace raddle::cli {
namespace {

// What is kept; else what is found out now, and kept.
Result<facts::ProgramFacts> ReadOrMake(const options::FactsOptions& options, const classpath::ClassPath& class_path,
                                       const FactsCache& cache) {
  if (std::optional<facts::ProgramFacts> kept = cache.Read()) return *std::move(kept);
  const Result<void> begun = cache.BeginAttempt();
  // Another process may have made them while this one waited.
  if (std::optional<facts::ProgramFacts> kept = cache.Read()) return *std::move(kept);
  RADDLE_CHECK(begun);
  check::Settings settings;
  settings.main = options.main;
  RADDLE_TRY(settings.policy, pointer::Policy::Parse("kobj:2"));
  settings.budget = std::chrono::seconds(options.seconds == 0 ? 60 : options.seconds);
  RADDLE_TRY(facts::ProgramFacts made, check::CheckForFacts(class_path, settings));
  RADDLE_CHECK(cache.Write(made));
  return made;
}

// What the facts cannot know of, in a line.
void TellNotes(const std::vector<std::string>& notes) {
  if (notes.empty()) return;
  const size_t more = notes.size() - 1;
  Tell("run", fmt::format("closed facts do not know of all that may run: {}{}; --facts=safe depends on none of it",
                          notes.front(), more == 0 ? "" : fmt::format(" (and {} more)", more)));
}

}  // namespace

int RunFacts(const options::FactsOptions& options) {
  alarm(options.seconds);  // which ends the process
  if (options.main.empty()) return Complain("facts", Error{.reason = "say where the program begins: --main CLASS"});
  options::MaybeText jdk = options.jdk;
  jdk.given = true;
  Result<classpath::ClassPath> class_path = OpenClassPath(options.class_path, jdk);
  if (!class_path) return Complain("facts", class_path.error());
  Result<FactsCache> cache = FactsCache::Open(*class_path, options.main);
  if (!cache) return Complain("run", cache.error(), kFailed);
  const Result<facts::ProgramFacts> facts = ReadOrMake(options, *class_path, *cache);
  if (!facts) return Complain("run", facts.error(), kFailed);
  TellNotes(facts->notes);
  Print(cache->path() + "\n");
  return 0;
}

}  // namespace raddle::cli
