#include "detect/hb/hb.h"

#include <algorithm>

namespace raddle::detect {

bool Hb::CanForget(std::span<const Past> past, const Now& now) const {
  for (const Past& each : past) {
    if (!now.thread.Knows(each.mark.moment) || !AtLeastAsStrong(now.mark, each.mark)) return false;
  }
  return true;
}

bool Hb::IsSettled(const void* memory, const runtime::Settled& settled) const {
  const Part& part = *static_cast<const Part*>(memory);
  auto is_settled = [&](const Mark& mark) { return !mark || settled.Covers(mark.moment); };
  return is_settled(part.write) && is_settled(part.read) && std::ranges::all_of(part.reads.all(), is_settled);
}

void Hb::Remember(void* memory, const Past& past) {
  Part& part = *static_cast<Part*>(memory);
  if (past.mark.IsWrite()) {
    part.write = past.mark;
    part.writers_clock = past.writers_clock;
  } else {
    part.read = past.mark;
  }
}

void Hb::OnAccess(void* memory, const Now& now) {
  Part& part = *static_cast<Part*>(memory);
  if (now.mark.IsWrite()) {
    OnWrite(part, now);
  } else {
    OnRead(part, now);
  }
}

void Hb::OnRead(Part& part, const Now& now) const {
  if (part.write && !now.thread.Knows(part.write.moment)) {
    Report(now.variable, part.write, now.mark);
    // Of an epoch whose steps are not known only the epochs before it are sure to have come first.
    Moment seen = part.write.exact
                      ? part.write.moment
                      : Moment(part.write.moment.slot(), runtime::Time(part.write.moment.time().clock(), 0));
    now.thread.ComeAfter(seen, part.writers_clock);
  }
  if (part.reads.empty()) {
    if (!part.read || now.thread.Knows(part.read.moment)) {
      part.read = now.mark;
      return;
    }
    part.reads.Add(part.read);
  }
  // A read that came before this one says nothing more: a write behind this one is behind that one.
  for (uint32_t i = part.reads.size(); i > 0; --i) {
    if (now.thread.Knows(part.reads[i - 1].moment)) part.reads.Erase(i - 1);
  }
  if (part.reads.empty()) {
    part.read = now.mark;
  } else {
    part.reads.Add(now.mark);
  }
}

void Hb::OnWrite(Part& part, const Now& now) const {
  if (part.write && !now.thread.Knows(part.write.moment)) Report(now.variable, part.write, now.mark);
  if (part.reads.empty()) {
    if (part.read && !now.thread.Knows(part.read.moment)) Report(now.variable, part.read, now.mark);
  } else {
    for (const Mark& read : part.reads.all()) {
      if (!now.thread.Knows(read.moment)) Report(now.variable, read, now.mark);
    }
  }
  part.write = now.mark;
  part.writers_clock = now.thread.full_clock();
  part.read = {};
  part.reads.Free();
}

}  // namespace raddle::detect
