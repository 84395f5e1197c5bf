#include "report/text.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "report/frames.h"
#include "report/utf8.h"
#include "report/words.h"

namespace raddle::report {
namespace {

std::string List(const std::vector<std::string>& texts) {
  return ForTerminal(fmt::format("{}", fmt::join(texts, ", ")));
}

std::string What(const Finding& finding) {
  return fmt::format("{} {}", NameOf(finding.grade), InWords(finding.kind));
}

std::string Header(const Finding& finding, const Style& style) {
  std::string what = What(finding), subject = ForTerminal(Subject(finding));
  bool happened = finding.grade == Grade::kObserved;
  return fmt::format("{} on {}  {}\n", happened ? style.Red(what) : style.Bold(what), style.Bold(subject),
                     style.Dim(finding.id));
}

std::string Place(const Access& access) {
  return ForTerminal(PlaceOf(access));
}

std::string Thread(const Access& access) {
  return ForTerminal(ThreadAndNumber(access));
}

std::string AccessText(const Finding& finding, const Access& access, const Style& style) {
  std::string head = fmt::format("{} by {} at {}", NameOf(access.op), Thread(access), Place(access));
  const std::string holding = ForTerminal(Holding(finding, access));
  std::string text = fmt::format("\n  {}{}{}\n", style.Bold(head), holding.empty() ? "" : ", ", holding);
  if (!access.view.empty()) text += fmt::format("    used in this section: {}\n", List(access.view));
  for (const std::string& line : FoldStack(access.stack)) {
    std::string clean = ForTerminal(line);
    text += fmt::format("    {}\n", line.starts_with("... ") ? style.Dim(clean) : clean);
  }
  if (!access.stack_exact) text += fmt::format("    {}\n", style.Dim("(this stack is cut short, or of another time that the thread was there)"));
  return text;
}

// Where the program itself started the thread: executors have a few frames of the JDK in between.
std::string StartFrame(const Access& access) {
  auto own = std::find_if(access.started.begin(), access.started.end(),
                          [](const std::string& frame) { return !IsJdkFrame(frame); });
  if (own == access.started.end()) own = access.started.begin();
  return ForTerminal(WithoutModule(*own));
}

std::string StartsText(const Finding& finding) {
  std::vector<std::string> lines;
  for (const Access& access : finding.accesses) {
    if (access.started.empty()) continue;
    std::string starter = access.starter.empty() ? "" : fmt::format(" by {}", ForTerminal(access.starter));
    std::string line = fmt::format("  {} was started{} at {}\n", Thread(access), starter, StartFrame(access));
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
  }
  return lines.empty() ? "" : fmt::format("\n{}", fmt::join(lines, ""));
}

// The other pairs of paths, a line an access.
std::string PairsText(const Finding& finding) {
  if (finding.pairs.size() < 2) return "";
  std::string text = fmt::format("\n  {}:\n", Plural(finding.pairs.size() - 1, "more pair") + " of paths");
  for (size_t i = 1; i < finding.pairs.size(); ++i) {
    for (const Access& access : finding.pairs[i]) {
      std::vector<std::string> frames;
      for (const std::string& frame : access.stack) frames.push_back(ForTerminal(WithoutModule(frame)));
      text += fmt::format("  {} {:<5} {}\n", &access == finding.pairs[i].data() ? "-" : " ", NameOf(access.op),
                          fmt::join(frames, " < "));
    }
  }
  return text;
}

std::string Remarks(const Finding& finding, const Style& style) {
  std::string text;
  auto add = [&](std::string_view title, const std::string& remark) {
    if (!remark.empty())
      text += fmt::format("  {}  {}\n", style.Bold(fmt::format("{:<9}", title)), ForTerminal(remark));
  };
  add("advice", finding.advice);
  add("reproduce", finding.reproduce);
  add("sections", fmt::format("{}", fmt::join(finding.sections, ", ")));
  return text.empty() ? "" : "\n" + text;
}

std::string Hidings(const FindingsFile& file) {
  std::string text;
  for (const Hidden& hidden : file.suppressions) {
    if (hidden.ids.empty()) continue;
    text += fmt::format("suppressed: {} by {} ({})\n", Plural(hidden.ids.size(), "finding"),
                        ForTerminal(hidden.suppression), ForTerminal(hidden.reason));
  }
  return text;
}

}  // namespace

std::string FindingText(const Finding& finding, const Style& style) {
  std::string text = Header(finding, style);
  text += fmt::format("  {}\n", ForTerminal(finding.message));
  std::string_view verb = finding.grade == Grade::kSuspected ? "found" : "seen";
  text += fmt::format("  {} {}", verb, Times(finding.count));
  if (!finding.detectors.empty()) text += fmt::format(" by {}", List(finding.detectors));
  if (finding.is_doubtful) text += ", doubtful";
  text += finding.object.empty() ? "\n" : fmt::format("; object: {}\n", ForTerminal(finding.object));
  for (const Access& access : finding.accesses) text += AccessText(finding, access, style);
  return text + PairsText(finding) + StartsText(finding) + Remarks(finding, style) + "\n";
}

std::string FindingLine(const Finding& finding) {
  std::string text = fmt::format("{} on {}", What(finding), ForTerminal(Subject(finding)));
  std::string_view before = ": ";
  for (const Access& access : finding.accesses) {
    text += fmt::format("{}{} at {}", before, ForTerminal(ThreadName(access)), Place(access));
    before = " and ";
  }
  return text;
}

std::string SummaryText(const FindingsFile& file, const Style& style) {
  std::string text;
  for (const std::string& note : file.notes) text += fmt::format("note: {}\n", ForTerminal(note));
  text += Hidings(file);
  const Summary& summary = file.summary;
  std::string line;
  auto add = [&](uint64_t count, std::string_view what) {
    if (count > 0) line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, what);
  };
  add(summary.observed, "observed");
  add(summary.predicted, "predicted");
  add(summary.suspected, "suspected");
  std::string counts = line.empty() ? style.Green("no findings")
                                    : style.Bold(fmt::format("{}: {}", Plural(file.findings.size(), "finding"), line));
  line.clear();
  add(summary.suppressed, "suppressed");
  add(summary.known, "known from the baseline");
  return text + counts + (line.empty() ? "" : fmt::format(" ({})", line)) + "\n";
}

std::string WriteText(const FindingsFile& file, const Style& style) {
  std::string text;
  for (const Finding& finding : file.findings) text += FindingText(finding, style);
  return text + SummaryText(file, style);
}

}  // namespace raddle::report
