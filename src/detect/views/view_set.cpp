#include "detect/views/view_set.h"

#include <algorithm>
#include <iterator>

namespace raddle::detect {
namespace {

bool Contains(const View& larger, const View& smaller) {
  return std::ranges::includes(larger, smaller);
}

const View& CountedOf(Section& section, const ViewSet::Rules& rules) {
  if (rules.counts == nullptr) return *section.view;
  if (std::exchange(section.counted_at, rules.version) != rules.version) {
    section.counted.clear();
    std::ranges::copy_if(*section.view, std::back_inserter(section.counted), rules.counts);
  }
  return section.counted;
}

void Overlap(Section& a, Section& b, const ViewSet::Rules& rules, View& both) {
  both.clear();
  if ((a.sketch & b.sketch) == 0) return;
  std::ranges::set_intersection(CountedOf(a, rules), CountedOf(b, rules), std::back_inserter(both));
}

uint64_t SketchOf(const View& view) {
  uint64_t sketch = 0;
  for (uint32_t each : view) sketch |= uint64_t{1} << (each * 0x9E3779B97F4A7C15u >> 58);
  return sketch;
}

// Each contains the next smaller one.
bool IsChain(std::vector<const View*> views) {
  std::ranges::sort(views, {}, [](const View* view) { return view->size(); });
  for (size_t i = 1; i < views.size(); ++i) {
    if (!Contains(*views[i], *views[i - 1])) return false;
  }
  return true;
}

bool HaveGate(const Section& a, const Section& b, const Section& c) {
  return std::ranges::any_of(a.gates, [&](LockId each) {
    return std::ranges::binary_search(b.gates, each) && std::ranges::binary_search(c.gates, each);
  });
}

bool IsEnough(const ViewSet::Rules& rules, const Section& whole, const Section& part) {
  return rules.enough != nullptr && rules.enough(whole, part);
}

bool Before(const Section& a, const Section& b) {
  return a.last.slot() == b.last.slot() || b.seen.Get(a.last.slot()) >= a.last.time();
}

}  // namespace

const View* ViewSet::Intern(const View& view) {
  auto found = std::ranges::find(views_, view);
  if (found != views_.end()) return &*found;
  if (!HasRoom()) return nullptr;
  variables_ += view.size();
  return &views_.emplace_back(view);
}

Section* ViewSet::Find(ThreadId thread, const View& view) {
  auto owner = std::ranges::find(threads_, thread, &Thread::id);
  if (owner == threads_.end()) return nullptr;
  const uint64_t sketch = SketchOf(view);
  auto found = std::ranges::find_if(owner->sections,
                                    [&](const Section& each) { return each.sketch == sketch && *each.view == view; });
  return found == owner->sections.end() ? nullptr : &*found;
}

Section* ViewSet::Note(ThreadId thread, const View& view, runtime::Moment last, const runtime::VectorClock& seen,
                       std::vector<LockId> gates) {
  std::ranges::sort(gates);
  Section* section = Find(thread, view);
  if (section == nullptr) {
    auto owner = std::ranges::find(threads_, thread, &Thread::id);
    const View* interned = Intern(view);
    if (interned == nullptr || (owner == threads_.end() && threads_.size() == kMostThreads)) return nullptr;
    Thread& home = owner == threads_.end() ? threads_.emplace_back(Thread{thread, {}}) : *owner;
    section = &home.sections.emplace_back();
    section->thread = thread;
    section->view = interned;
    section->gates = gates;
    Rank(home, *section);
  }
  if (std::erase_if(section->gates, [&](LockId each) { return !std::ranges::binary_search(gates, each); }) > 0) {
    section->nearly = true;
  }
  section->last = last;
  section->seen = seen;
  ++section->count;
  return section;
}

void ViewSet::AddPlace(Section& section, const Place& place) {
  const bool known = std::ranges::any_of(
      section.places, [&](const Place& at) { return at.method == place.method && at.method.valid(); });
  if (known || !place.known() || section.places.size() == kMostPlaces) return;
  section.places.push_back(place);
  if (place.method.valid()) by_method_[place.method].push_back(&section);
}

// Among the thread's views.
void ViewSet::Rank(Thread& thread, Section& section) {
  section.sketch = SketchOf(*section.view);
  auto is_inside = [](const Section& small, const Section& large) {
    return (small.sketch & ~large.sketch) == 0 && small.view->size() < large.view->size() &&
           Contains(*large.view, *small.view);
  };
  for (Section& other : thread.sections) {
    if (other.maximal && is_inside(other, section)) other.maximal = false;
    if (is_inside(section, other)) section.maximal = false;
  }
}

// Whether others went through the part's methods with a view that has what is missing, too.
bool ViewSet::Excused(const Section& part, const View& missing, Section& whole, const Rules& rules) {
  View overlap;
  auto went_further = [&](const Place& place) {
    const auto there = by_method_.find(place.method);
    if (there == by_method_.end()) return false;
    return std::ranges::any_of(there->second, [&](Section* other) {
      if ((part.sketch & ~other->sketch) != 0 || !Contains(*other->view, *part.view)) return false;
      Overlap(*other, whole, rules, overlap);
      return Contains(overlap, missing);
    });
  };
  return !part.places.empty() && std::ranges::all_of(part.places, went_further);
}

bool ViewSet::Diverge(Section& whole, const Part& a, const Part& b, const Rules& rules) {
  if (Contains(a.overlap, b.overlap) || Contains(b.overlap, a.overlap)) return false;  // an empty one is contained too
  if (rules.gate && HaveGate(whole, *a.section, *b.section)) return false;
  if (rules.conditional &&
      (Excused(*a.section, b.overlap, whole, rules) || Excused(*b.section, a.overlap, whole, rules))) {
    return false;
  }
  if (rules.order && ((Before(whole, *a.section) && Before(whole, *b.section)) ||
                      (Before(*a.section, whole) && Before(*b.section, whole)))) {
    for (Section* each : {&whole, a.section, b.section}) {
      if (!std::exchange(each->nearly, true)) nearly_.push_back(each->thread);
    }
    return false;
  }
  return true;
}

bool ViewSet::IsPart(Section& section, Section& whole, const Rules& rules, Part& part) {
  part.section = &section;
  Overlap(section, whole, rules, part.overlap);
  return !part.overlap.empty();
}

// All of them, and none if they cannot conflict.
std::vector<ViewSet::Part> ViewSet::PartsOf(Section& whole, Thread& other, const Rules& rules) const {
  std::vector<Part> parts;
  std::vector<const View*> overlaps;
  Part part;
  for (Section& section : other.sections) {
    if (IsPart(section, whole, rules, part)) parts.push_back(part);
  }
  for (const Part& each : parts) overlaps.push_back(&each.overlap);
  if (IsChain(std::move(overlaps))) parts.clear();
  return parts;
}

void ViewSet::CheckParts(Section& whole, Thread& other, const Rules& rules, const Report& report) {
  auto is_enough = [&](const Section& part) { return IsEnough(rules, whole, part); };
  if (std::ranges::all_of(other.sections, is_enough)) return;
  const std::vector<Part> parts = PartsOf(whole, other, rules);
  std::vector<bool> diverges(parts.size());
  for (size_t a = 0; a < parts.size(); ++a) {
    if (is_enough(*parts[a].section)) continue;
    for (size_t b = 0; b < parts.size(); ++b) {
      if ((!diverges[a] || !diverges[b]) && Diverge(whole, parts[a], parts[b], rules)) diverges[a] = diverges[b] = true;
    }
  }
  Divergence conflict{&whole, {}};
  for (size_t i = 0; i < parts.size(); ++i) {
    if (diverges[i]) conflict.parts.push_back(parts[i].section);
  }
  if (!conflict.parts.empty()) report(conflict);
}

void ViewSet::Check(Section& section, const Rules& rules, const Report& report) {
  section.nearly = false;
  auto owner = std::ranges::find(threads_, section.thread, &Thread::id);
  for (Thread& other : threads_) {
    if (&other == &*owner) continue;
    if (section.maximal) CheckParts(section, other, rules, report);
    for (Section& whole : other.sections) {
      if (whole.maximal && !IsEnough(rules, whole, section)) CheckAsPart(section, *owner, whole, rules, report);
    }
  }
}

void ViewSet::CheckAsPart(Section& section, Thread& owner, Section& whole, const Rules& rules, const Report& report) {
  Part its, other;
  if (!IsPart(section, whole, rules, its)) return;
  Divergence conflict{&whole, {&section}};
  for (Section& each : owner.sections) {
    if (IsPart(each, whole, rules, other) && Diverge(whole, its, other, rules)) conflict.parts.push_back(&each);
  }
  if (conflict.parts.size() > 1) report(conflict);
}

void ViewSet::CheckAll(const Rules& rules, const Report& report, uint32_t variable) {
  if (threads_.size() < 2) return;
  for (Thread& thread : threads_) {
    for (Section& whole : thread.sections) {
      if (!whole.maximal || (variable != kAny && !std::ranges::binary_search(*whole.view, variable))) continue;
      for (Thread& other : threads_) {
        if (&other != &thread) CheckParts(whole, other, rules, report);
      }
    }
  }
}

}  // namespace raddle::detect
