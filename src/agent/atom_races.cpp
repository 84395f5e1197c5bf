// Threads that are held up at an access, and the threads that meet them there.
#include <sched.h>

#include <algorithm>

#include "agent/agent.h"
#include "agent/atoms.h"
#include "agent/evidence.h"
#include "agent/waits.h"
#include "explain/explain.h"

namespace raddle::agent {
namespace {

using detect::atomrace::Mark;
using std::chrono::steady_clock;

void Spin(noise::Nanos time) {
  const auto end = steady_clock::now() + time;
  while (steady_clock::now() < end) __builtin_ia32_pause();
}

}  // namespace

// The thread that left a mark.
struct Owner {
  jobject thread;
};

noise::ThreadNoise& Atoms::NoiseOf(const Arrival& arrival) {
  ThreadLine& line = threads_[static_cast<uint64_t>(arrival.tid) % kThreadLines];
  if (line.tid != arrival.tid) {
    const std::string name = NameOfThread(arrival.thread);
    const std::lock_guard lock(mutex_);
    line.noise = noise::NewThread(options_.seed, name, noisy_threads_[name]++);
    line.tid = arrival.tid;
  }
  return line.noise;
}

std::optional<noise::Hold> Atoms::DecideNoise(const Arrival& arrival, const noise::Rule& rule) {
  noise::ThreadNoise& thread = NoiseOf(arrival);
  std::optional<noise::Hold> hold = noise::Decide(rule, thread);
  if (!hold) return hold;
  const noise::Nanos left = options_.budget.LeftFor(thread, steady_clock::now());
  if (left == noise::Nanos(0)) return std::nullopt;
  hold->longest = std::min(hold->longest, left);
  return hold;
}

void Atoms::Meet(const Mark& other, Visit& visit) {
  const auto& owner = *static_cast<const Owner*>(other.owner);
  visit.caught.push_back({.site = other.access.site,
                          .write = other.access.write,
                          .tid = static_cast<int64_t>(other.access.thread),
                          .thread = {},
                          .stack = {},
                          .locks = {}});
  if (IsNew(visit, other.access.site)) {  // stacks are expensive, and are shown once
    visit.caught.back().thread = NameOfThread(owner.thread);
    visit.caught.back().stack = g_agent->stacks.Capture(static_cast<jthread>(owner.thread));
    visit.caught.back().locks = MonitorsOf(owner.thread);
  }
}

void Atoms::Look(Visit& visit) {
  if (MayBeRace(visit)) marks_.Look(visit.access, [&](const Mark& other) { Meet(other, visit); });
}

// Rests bit by bit, since a thread for which another one waits must not be held up. A thread that waits for a monitor
// cuts the mark short (Contended). Threads that park for a lock have to be looked for.
template <typename Pause>
void Atoms::Rest(const Visit& visit, const Mark& mark, noise::Nanos longest, Pause pause) {
  constexpr noise::Nanos kBit = std::chrono::milliseconds(1);
  const auto until = steady_clock::now() + longest;
  for (noise::Nanos left = longest; left.count() > 0; left = until - steady_clock::now()) {
    pause(std::min(left, kBit));
    if (marks_.IsOver(mark) || left <= kBit || IsParkedFor(visit.access.thread)) return;
  }
}

void Atoms::Hold(Visit& visit, const noise::Hold& hold) {
  JNIEnv* env = visit.arrival.env;
  Owner owner{env->NewGlobalRef(visit.arrival.thread)};
  Mark mark{.access = visit.access, .owner = &owner};
  const jobject object = visit.arrival.object == nullptr ? nullptr : env->NewGlobalRef(visit.arrival.object);
  mark.access.variable.object = object;
  const bool met = marks_.Enter(mark, [&](const Mark& other) {
    if (MayBeRace(visit)) Meet(other, visit);
  });
  switch (hold.kind) {
    case noise::Kind::kYield:
      sched_yield();
      if (hold.longest <= kLinger) Spin(hold.longest);
      break;
    case noise::Kind::kSpin:
      Rest(visit, mark, hold.longest, [](noise::Nanos time) { Spin(time); });
      break;
    case noise::Kind::kSleep:
      Rest(visit, mark, hold.longest, [&](noise::Nanos time) { marks_.Hold(mark, time, false); });
      break;
    case noise::Kind::kWait:
      if (met) break;
      Rest(visit, mark, hold.longest, [&](noise::Nanos time) { marks_.Hold(mark, time, true); });
  }
  marks_.Leave(mark);
  if (object != nullptr) env->DeleteGlobalRef(object);
  env->DeleteGlobalRef(owner.thread);
}

Atoms::Key Atoms::KeyOf(const Visit& visit, uint32_t other) const {
  return {visit.info.variable, std::min(visit.access.site, other), std::max(visit.access.site, other)};
}

bool Atoms::IsNew(const Visit& visit, uint32_t other) {
  const std::lock_guard lock(mutex_);
  return !seen_.contains(KeyOf(visit, other));
}

void Atoms::Report(const Visit& visit) {
  try {
    for (const Caught& other : visit.caught) {
      const Key key = KeyOf(visit, other.site);
      {
        const std::lock_guard lock(mutex_);
        const auto [seen, is_new] = seen_.try_emplace(key);
        if (!is_new) {
          ++seen->second.again;
          continue;
        }
      }
      report::Finding finding;
      finding.kind = report::Kind::kDataRace;
      finding.grade = report::Grade::kObserved;
      finding.detectors = {"atomrace"};
      finding.variable = g_agent->variables.NameOf(VariableId(visit.info.variable));
      report::Access there = explain::AccessAt(SiteId(other.site), g_agent->names),
                     here = explain::AccessAt(SiteId(visit.access.site), g_agent->names);
      there.op = other.write ? report::Op::kWrite : report::Op::kRead;
      there.thread = other.thread;
      there.thread_id = static_cast<uint64_t>(other.tid);
      there.stack = g_agent->stacks.Describe(other.stack);
      there.locks = other.locks;
      here.op = visit.access.write ? report::Op::kWrite : report::Op::kRead;
      here.thread = NameOfThread(visit.arrival.thread);
      here.thread_id = visit.access.thread;
      here.stack = g_agent->stacks.Describe(g_agent->stacks.Capture());
      here.locks = MonitorsOf(visit.arrival.thread);
      finding.accesses = {std::move(there), std::move(here)};
      const Evidence::Scope evidence(visit.arrival.env, visit.arrival.object);
      finding.object = Evidence::ObjectOf(finding.variable);
      const std::string id = g_agent->findings.Add(finding);
      const std::lock_guard lock(mutex_);
      seen_[key].id = id;
    }
  } catch (...) {  // out of memory; no exception may reach the program
  }
}

}  // namespace raddle::agent
