#include "detect/views/view_set.h"

#include <algorithm>

namespace raddle::detect {
namespace {

bool Contains(const View& larger, const View& smaller) {
  return std::ranges::includes(larger, smaller);
}

View Overlap(const View& a, const View& b, const ViewSet::Rules& rules) {
  View both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  if (rules.counts != nullptr) std::erase_if(both, [&](uint32_t variable) { return !rules.counts(variable); });
  return both;
}

bool Before(const Section& a, const Section& b) {
  return a.last.slot() == b.last.slot() || b.seen.Get(a.last.slot()) >= a.last.time();
}

}  // namespace

const View* ViewSet::Intern(const View& view) {
  auto found = std::ranges::find(views_, view);
  if (found != views_.end()) return &*found;
  return views_.size() < kMostViews ? &views_.emplace_back(view) : nullptr;
}

Section* ViewSet::Find(ThreadId thread, const View& view) {
  auto owner = std::ranges::find(threads_, thread, &Thread::id);
  if (owner == threads_.end()) return nullptr;
  auto found = std::ranges::find_if(owner->sections, [&](const Section& each) { return *each.view == view; });
  return found == owner->sections.end() ? nullptr : &*found;
}

Section* ViewSet::Note(ThreadId thread, const View& view, runtime::Moment last, const runtime::VectorClock& seen) {
  Section* section = Find(thread, view);
  if (section == nullptr) {
    auto owner = std::ranges::find(threads_, thread, &Thread::id);
    const View* interned = Intern(view);
    if (interned == nullptr || (owner == threads_.end() && threads_.size() == kMostThreads)) return nullptr;
    Thread& home = owner == threads_.end() ? threads_.emplace_back(Thread{thread, {}}) : *owner;
    section = &home.sections.emplace_back();
    section->thread = thread;
    section->view = interned;
  }
  section->last = last;
  section->seen = seen;
  ++section->count;
  return section;
}

bool ViewSet::IsMaximal(const Thread& thread, const Section& section) const {
  return std::ranges::none_of(thread.sections, [&](const Section& other) {
    return other.view->size() > section.view->size() && Contains(*other.view, *section.view);
  });
}

// Whether others went through the part's methods with a view that has what is missing, too.
bool ViewSet::Excused(const Section& part, const View& missing, const Section& whole, const Rules& rules) const {
  auto went_further = [&](const Place& place) {
    for (const Thread& thread : threads_) {
      for (const Section& other : thread.sections) {
        bool same_method = std::ranges::any_of(
            other.places, [&](const Place& at) { return at.method.valid() && at.method == place.method; });
        if (same_method && Contains(*other.view, *part.view) &&
            Contains(Overlap(*other.view, *whole.view, rules), missing)) {
          return true;
        }
      }
    }
    return false;
  };
  return !part.places.empty() && std::ranges::all_of(part.places, went_further);
}

bool ViewSet::Diverge(Section& whole, Section& a, Section& b, const Rules& rules) {
  const View in_a = Overlap(*a.view, *whole.view, rules), in_b = Overlap(*b.view, *whole.view, rules);
  if (Contains(in_a, in_b) || Contains(in_b, in_a)) return false;  // an empty one is contained too
  if (rules.conditional && (Excused(a, in_b, whole, rules) || Excused(b, in_a, whole, rules))) return false;
  if (rules.order && ((Before(whole, a) && Before(whole, b)) || (Before(a, whole) && Before(b, whole)))) {
    whole.nearly = a.nearly = b.nearly = true;
    return false;
  }
  return true;
}

void ViewSet::CheckParts(Section& whole, Thread& other, const Rules& rules, const Report& report) {
  Divergence conflict{&whole, {}};
  for (Section& a : other.sections) {
    bool diverges = std::ranges::any_of(other.sections, [&](Section& b) { return Diverge(whole, a, b, rules); });
    if (diverges) conflict.parts.push_back(&a);
  }
  if (!conflict.parts.empty()) report(conflict);
}

void ViewSet::Check(Section& section, const Rules& rules, const Report& report) {
  section.nearly = false;
  auto owner = std::ranges::find(threads_, section.thread, &Thread::id);
  const bool maximal = IsMaximal(*owner, section);
  for (Thread& other : threads_) {
    if (&other == &*owner) continue;
    if (maximal) CheckParts(section, other, rules, report);
    for (Section& whole : other.sections) {
      if (!IsMaximal(other, whole)) continue;
      Divergence conflict{&whole, {&section}};
      for (Section& each : owner->sections) {
        if (Diverge(whole, section, each, rules)) conflict.parts.push_back(&each);
      }
      if (conflict.parts.size() > 1) report(conflict);
    }
  }
}

void ViewSet::CheckAll(const Rules& rules, const Report& report) {
  for (Thread& thread : threads_) {
    for (Section& whole : thread.sections) {
      if (!IsMaximal(thread, whole)) continue;
      for (Thread& other : threads_) {
        if (&other != &thread) CheckParts(whole, other, rules, report);
      }
    }
  }
}

}  // namespace raddle::detect
