#include "check/checker.h"

#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include <malloc.h>
#include <unistd.h>

#include <fmt/format.h>

#include "check/closed_facts.h"
#include "classfile/descriptor.h"
#include "escape/still_local.h"
#include "escape/thread_escape.h"
#include "harness/harness.h"
#include "locks/lock_state.h"
#include "order/hand_over.h"
#include "pointer/pointer_analysis.h"
#include "race/findings.h"
#include "race/guards.h"
#include "race/stages.h"
#include "threads/split_by_root.h"
#include "threads/thread_model.h"

namespace raddle::check {
namespace {

using Clock = std::chrono::steady_clock;
using pointer::PointerAnalysis;
using pointer::Policy;

uint64_t ResidentBytes() {
  unsigned long total = 0, resident = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  if (std::fscanf(file, "%lu %lu", &total, &resident) != 2) resident = 0;
  std::fclose(file);
  return uint64_t{resident} * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

// Deep contexts tell apart what a small library keeps in objects within objects, and blow a large program up. Small is
// meant in methods in their contexts and in sets passed along edges; not in time, or a busy machine would find
// something else.
struct Choice {
  Policy policy;
  size_t most_instances, most_work;
};
constexpr uint32_t kMostAMethod = 8, kDeep = 5;
constexpr Choice kChoices[] = {{{.objects = kDeep, .calls = true}, 12'000, 1'500'000},
                               {{.objects = kDeep}, 12'000, 1'500'000},
                               {{.objects = 2, .most = kMostAMethod}, 40'000, 5'000'000},
                               {{.calls = true}, 0, 0}};

std::optional<Policy> Weaker(Policy policy) {
  if (policy.objects > 0 && policy.most == 0) {
    policy.most = kMostAMethod;
  } else if (policy.objects > 0) {
    if (--policy.objects == 0) policy.most = 0;
  } else if (policy.origins) {
    policy.origins = false;
  } else if (policy.calls) {
    policy.calls = false;
  } else {
    return std::nullopt;
  }
  return policy;
}

// The weakest contexts and what comes after may take so many times the budget, each: results that are cut short miss
// what they miss without a word on where, so this is for what would not end otherwise.
constexpr int kPatience = 4;

constexpr std::string_view kStopped = "stopped before the end: what follows is from the part that was analysed";

class Checker {
 public:
  Checker(const classpath::ClassPath& class_path, const Settings& settings)
      : class_path_(class_path), settings_(settings) {}

  Result<Outcome> Run() {
    for (const Error& note : class_path_.notes()) outcome_.notes.push_back(note.ToString());
    Result<void> solved = Solve(Purpose::kFindings);
    if (!solved) {
      // What is wrong with the class path is likely to be why.
      Error error = std::move(solved).error();
      for (const std::string& note : outcome_.notes) error.reason += "; " + note;
      return error;
    }
    Finish();
    return std::move(outcome_);
  }

  Result<facts::ProgramFacts> RunForFacts() {
    RADDLE_CHECK(Solve(Purpose::kFacts));
    if (was_stopped_ || was_cut_) return Error{.reason = outcome_.notes.back()};
    (void)threads::SplitByRoot(*analysis_);
    return FindClosedFacts(*analysis_, threads::ThreadModel(*analysis_));
  }

 private:
  template <typename Work>
  auto Step(std::string_view name, Work work) {
    if (settings_.progress) settings_.progress(name);
    auto start = Clock::now();
    struct Timer {
      std::vector<std::pair<std::string, double>>& all;
      std::string name;
      Clock::time_point start;
      ~Timer() { all.push_back({name, std::chrono::duration<double>(Clock::now() - start).count()}); }
    } timer{outcome_.statistics.seconds, std::string(name), start};
    return work();
  }

  bool IsStopped() const { return settings_.stop != nullptr && settings_.stop->load(std::memory_order_relaxed); }

  bool IsLarge(const Choice& choice) const {
    return analysis_->instances().size() > choice.most_instances || analysis_->solver().work() > choice.most_work;
  }

  Result<void> AddEntries() {
    if (settings_.main.empty()) {
      RADDLE_TRY(size_t calls, harness::AddCallers(*analysis_, settings_.api));
      if (calls == 0) {
        return Error{.reason =
                         "there is nothing to call: the class path has "
                         "no public method but main in a public class (is it the right one?)"};
      }
      return {};
    }
    ClassId id = harness::FindClass(*program_, settings_.main);
    if (!id) return Error{.reason = fmt::format("no class {} on the class path", settings_.main)};
    const auto& types = program_->types();
    if (types[id].state != classpath::ClassState::kLoaded) {
      return Error{.reason = fmt::format("class {}: {}", settings_.main, types[id].problem)};
    }
    // As the launcher looks for it: with arguments or without, and since Java
    // 25 on an object too.
    for (std::string_view descriptor : {"([Ljava/lang/String;)V", "()V"}) {
      auto main = types.ResolveMethod(id, "main", descriptor);
      if (!main.id || types[main.id].Has(classfile::kPrivate) || program_->CodeOf(main.id) == nullptr) continue;
      MethodId constructor = types.DeclaredMethod(id, "<init>", "()V");
      bool is_static = types[main.id].Has(classfile::kStatic);
      if (!is_static && !constructor) continue;
      analysis_->AddMain(main.id, id, is_static ? MethodId() : constructor);
      return {};
    }
    return Error{.reason = fmt::format("class {} has no method public static void main(String[])", settings_.main)};
  }

  // Facts decide what is not watched in a run, so what reflection may set counts as set for them.
  enum class Purpose : uint8_t { kFindings, kFacts };

  Result<void> Solve(Purpose purpose) {
    const Choice* choice = settings_.chooses ? kChoices : nullptr;
    std::optional<Policy> policy = choice != nullptr ? choice->policy : settings_.policy;
    std::chrono::nanoseconds left = settings_.budget;
    const bool is_limited = left.count() > 0;
    bool was_large = false;  // else no more than the budget was too small
    program_ = std::make_unique<program::Program>(class_path_);
    for (const std::string& prefix : settings_.analyse) program_->Analyse(prefix);
    while (true) {
      analysis_ = std::make_unique<PointerAnalysis>(*program_, *policy);
      if (purpose == Purpose::kFindings) analysis_->LeaveOutUnset();
      RADDLE_CHECK(AddEntries());
      const bool is_last = choice == std::end(kChoices) - 1;
      std::optional<Policy> next = is_last ? std::nullopt : choice != nullptr ? choice[1].policy : Weaker(*policy);
      // Half of what is left for each, so that all of them together keep to it.
      left /= 2;
      const auto deadline = Clock::now() + (next ? left : kPatience * settings_.budget);
      std::string_view reason;
      uint32_t asked = 0;
      bool done = Step("points-to", [&] {
        return analysis_->Run([&] {
          if (IsStopped()) return true;
          ShowProgress();
          if (next && choice != nullptr && IsLarge(*choice)) return true;
          if (is_limited && Clock::now() > deadline) reason = "time";
          const bool asks = next && settings_.memory > 0 && asked++ % 256 == 0;
          if (asks && ResidentBytes() > settings_.memory) reason = "memory";
          return !reason.empty();
        });
      });
      outcome_.statistics.contexts = policy->ToString();
      if (IsStopped()) {
        outcome_.notes.push_back(std::string(kStopped));
        was_stopped_ = true;
        return {};
      }
      if (!done && !next) {
        NoteCut("the points-to analysis");
        return {};
      }
      if (done) {
        // A library's callers share its objects, as far as is known; a program's threads mostly do not. Two objects as
        // contexts are too few to tell apart what the parts of a large program keep in objects within objects.
        tells_objects_apart_ = !was_large || policy->objects >= kDeep || settings_.main.empty();
        return {};
      }
      was_large = was_large || reason.empty();
      if (!reason.empty()) {
        outcome_.notes.push_back(fmt::format("contexts {} took more {} than the budget allows: {} used instead",
                                             policy->ToString(), reason, next->ToString()));
      }
      if (choice != nullptr) ++choice;
      policy = next;
      analysis_.reset();
      malloc_trim(0);  // or what was just freed would count against the next try
    }
  }

  void Finish() {
    Statistics& statistics = outcome_.statistics;
    const bool has_end = settings_.budget.count() > 0;
    const auto end = Clock::now() + kPatience * settings_.budget;
    auto still_local = Step("locality", [&] { return std::make_unique<escape::StillLocal>(*analysis_); });
    still_local->AddCopies(threads::SplitByRoot(*analysis_));
    auto threads = Step("threads", [&] { return std::make_unique<threads::ThreadModel>(*analysis_); });
    SetApart(*threads);
    program::Annotations annotations(*program_);
    pointer::ObjectSet escaping = Step("escape", [&] { return escape::FindEscaping(*analysis_); });
    auto locks = Step("locks", [&] { return std::make_unique<locks::LockState>(*analysis_, *threads, annotations); });
    auto hand_over = Step("order", [&] { return std::make_unique<order::HandOver>(*analysis_, *threads); });
    auto all_stages = Step("ownership", [&] {
      return std::make_unique<race::Stages>(*analysis_, *threads, *locks, *hand_over, *still_local, escaping,
                                            annotations, settings_.assumptions);
    });
    race::Stages& stages = *all_stages;
    bool done = Step("pairs", [&] {
      return stages.Run([&] { return (!was_stopped_ && IsStopped()) || (has_end && Clock::now() > end); });
    });
    if (!done && IsStopped()) {
      outcome_.notes.push_back(std::string(kStopped));
    } else if (!done) {
      NoteCut("the search for pairs");
    }
    const race::Doubts doubts = tells_objects_apart_ ? race::Doubts::kNone
                                : settings_.doubtful ? race::Doubts::kShown
                                                     : race::Doubts::kLeftOut;
    std::string main = settings_.main;
    std::replace(main.begin(), main.end(), '.', '/');
    race::Findings findings = Step(
        "findings", [&] { return race::MakeFindings(*analysis_, *threads, stages, settings_.limit, doubts, main); });
    outcome_.findings = std::move(findings.shown);
    for (std::string& note : race::CheckGuards(*analysis_, *threads, stages)) outcome_.notes.push_back(std::move(note));
    for (std::string& note : stages.ownership().Notes()) outcome_.notes.push_back(std::move(note));
    for (const std::string& line : settings_.assumptions.Unused()) {
      outcome_.notes.push_back(fmt::format("--annotations: nothing matches '{}'", line));
    }
    if (findings.left_out > 0) {
      outcome_.notes.push_back(
          fmt::format("{} more findings, lower in rank, are left out; --limit "
                      "shows more, --api "
                      "says what callers really call",
                      findings.left_out));
    }
    if (findings.doubtful > 0) {
      const bool is_one = findings.doubtful == 1;
      outcome_.notes.push_back(
          fmt::format("{} more finding{} doubtful and left out: the program is too large to tell objects apart that "
                      "the same code makes, so that two threads have the same one is a guess; --doubtful shows {}",
                      findings.doubtful, is_one ? " is" : "s are", is_one ? "it" : "them"));
    }
    for (size_t i = 0; i < race::kStages; ++i) statistics.pairs[i] = stages.Count(static_cast<race::Stage>(i));
    statistics.instances = analysis_->instances().size();
    std::vector<bool> seen;
    for (const pointer::Instance& instance : analysis_->instances()) {
      if (seen.size() <= instance.method.value()) seen.resize(instance.method.value() + 1);
      statistics.methods += !seen[instance.method.value()];
      seen[instance.method.value()] = true;
    }
    statistics.objects = analysis_->object_count();
    statistics.edges = analysis_->edges().size();
    statistics.roots = threads->roots().size();
    statistics.nodes = analysis_->solver().node_count();
    for (std::string& note : program_->Notes()) outcome_.notes.push_back(std::move(note));
    std::set<std::string> unresolved;  // a method is there once for each of its contexts
    for (pointer::InstanceId id : analysis_->unresolved()) {
      const auto& types = program_->types();
      MethodId method = (*analysis_)[id].method;
      unresolved.insert(fmt::format("{}.{} loads a class by a name that is not a constant: not followed",
                                    classfile::DottedName(types[types[method].owner].name), types.NameOf(method)));
    }
    outcome_.notes.insert(outcome_.notes.end(), unresolved.begin(), unresolved.end());
  }

  void NoteCut(std::string_view what) {
    was_cut_ = true;
    outcome_.notes.push_back(
        fmt::format("{} took {} times the budget and was cut short: races in what it did not come to are missed; a "
                    "larger --budget, or 0 for none, goes on",
                    what, kPatience));
  }

  // A line now and then: how much of the program was reached.
  void ShowProgress() {
    auto now = Clock::now();
    if (!settings_.progress || now < next_progress_) return;
    next_progress_ = now + std::chrono::milliseconds(200);
    settings_.progress(fmt::format("points-to: {} methods in their contexts, {} objects", analysis_->instances().size(),
                                   analysis_->object_count()));
  }

  void SetApart(threads::ThreadModel& threads) const {
    if (!settings_.assumptions.HasApart()) return;
    for (threads::RootId a = 0; a < threads.roots().size(); ++a) {
      for (threads::RootId b = 0; b <= a; ++b) {
        if (settings_.assumptions.AreApart(threads.NameOf(a), threads.NameOf(b))) threads.SetApart(a, b);
      }
    }
  }

  const classpath::ClassPath& class_path_;
  const Settings& settings_;
  std::unique_ptr<program::Program> program_;
  std::unique_ptr<PointerAnalysis> analysis_;
  Outcome outcome_;
  Clock::time_point next_progress_ = {};
  bool tells_objects_apart_ = true;
  bool was_stopped_ = false;  // in the middle of the points-to analysis: what
                              // there is, is looked at all the same
  bool was_cut_ = false;      // likewise, by the budget
};

}  // namespace

Result<facts::ProgramFacts> CheckForFacts(const classpath::ClassPath& class_path, const Settings& settings) {
  return Checker(class_path, settings).RunForFacts();
}

Result<Outcome> Check(const classpath::ClassPath& class_path, const Settings& settings) {
  return Checker(class_path, settings).Run();
}

}  // namespace raddle::check
