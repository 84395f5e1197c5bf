#include "selfcheck/selfcheck.h"

#include <fmt/format.h>

#include <optional>

#include "base/terminal.h"
#include "cli/class_path_options.h"
#include "cli/commands.h"
#include "cli/jdk_home.h"
#include "cli/output.h"

namespace raddle::cli {
namespace {

using selfcheck::Edit;
using selfcheck::EditReport;
using selfcheck::RoundTripReport;

std::optional<Edit> EditOf(std::string_view kind) {
  if (kind.empty() || kind == "nop") return Edit::kNop;
  if (kind == "branch") return Edit::kBranch;
  if (kind == "far") return Edit::kFar;
  if (kind == "weave") return Edit::kWeave;
  return std::nullopt;
}

void PrintFailures(const std::vector<Error>& failures) {
  for (const Error& failure : failures) Print(failure.ToString() + "\n");
}

std::string Share(uint64_t part, uint64_t whole, const Style& style) {
  const std::string text = fmt::format("{} of {}", part, whole);
  return part == whole ? style.Green(text) : style.Red(text);
}

int Show(const RoundTripReport& report) {
  PrintFailures(report.failures);
  const Style style = Style::For(stdout);
  Print(fmt::format("classes    {} byte-identical after read and write\n",
                    Share(report.identical, report.classes, style)));
  Print(fmt::format("methods    {} with code built into IR, {} instructions\n",
                    Share(report.built, report.methods, style), report.ir_instructions));
  const double megabytes = static_cast<double>(report.bytes) / 1e6;
  Print(fmt::format("time       {:.2f} s for {:.1f} MB, {:.1f} MB/s\n", report.seconds, megabytes,
                    megabytes / std::max(report.seconds, 1e-9)));
  return report.failures.empty() ? kOk : kFailed;
}

int Show(const EditReport& report) {
  PrintFailures(report.failures);
  const Style style = Style::For(stdout);
  const uint64_t good = report.linked + report.as_before + report.skipped;
  Print(fmt::format("classes    {} link as before: {} verified, {} fail with and without the edit, {} reserved\n",
                    Share(good, report.classes, style), report.linked, report.as_before, report.skipped));
  Print(fmt::format("methods    {} edited, {} left as they were since they would pass 64 KiB\n", report.methods,
                    report.too_large));
  Print(fmt::format("time       {:.2f} s\n", report.seconds));
  return report.failures.empty() && good == report.classes ? kOk : kFailed;
}

}  // namespace

int RunSelfcheck(const options::SelfcheckOptions& options) {
  const auto wrong = [](Error error) { return Complain("selfcheck", error); };
  const std::optional<Edit> edit = EditOf(options.edit.text);
  if (!edit) return wrong({fmt::format("--edit {}: the kinds are nop, branch, far and weave", options.edit.text)});
  if (!options.jdk.given && options.class_path.empty()) return wrong({"nothing to check: give -cp PATH or --jdk"});

  Result<classpath::ClassPath> path = OpenClassPath(options.class_path, options.jdk);
  if (!path) return wrong(path.error());
  if (Result<void> any = HasClasses(*path); !any && !options.jdk.given) return wrong(any.error());
  for (const Error& note : path->notes()) Complain("selfcheck", note);
  if (!options.edit.given) return Show(selfcheck::CheckRoundTrips(*path, options.threads));

  Result<std::string> home = FindJdkHome(options.jdk);
  if (!home) return wrong(home.error());
  Result<EditReport> report = selfcheck::CheckEdits(*path, *edit, *home, options.threads);
  return report ? Show(*report) : wrong(report.error());
}

}  // namespace raddle::cli
