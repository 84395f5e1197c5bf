#include "agent/stacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <shared_mutex>
#include <unordered_map>

namespace raddle::agent {
namespace {

std::string DescribeFrame(jmethodID method, jlocation location) {
  Allocated<char> name, file;
  jclass owner = nullptr;
  if (g_jvmti->GetMethodName(method, &name, nullptr, nullptr) != JVMTI_ERROR_NONE ||
      g_jvmti->GetMethodDeclaringClass(method, &owner) != JVMTI_ERROR_NONE) {
    return "?";
  }
  std::string text = ClassNameOf(owner) + "." + name.get();
  if (location < 0) return text + "(Native Method)";
  if (g_jvmti->GetSourceFileName(owner, &file) != JVMTI_ERROR_NONE) return text + "(Unknown Source)";
  const int line = LineOf(method, location);
  return line < 0 ? fmt::format("{}({})", text, file.get()) : fmt::format("{}({}:{})", text, file.get(), line);
}

}  // namespace

namespace {

// The shim's own frames are on top of each stack. They are few and always of the same methods, so each method is looked
// up once.
bool IsShims(jmethodID method) {
  static std::shared_mutex mutex;
  static std::unordered_map<jmethodID, bool> known;
  {
    const std::shared_lock lock(mutex);
    if (const auto found = known.find(method); found != known.end()) return found->second;
  }
  jclass owner = nullptr;
  Allocated<char> signature;
  bool is = false;
  if (g_jvmti->GetMethodDeclaringClass(method, &owner) == JVMTI_ERROR_NONE &&
      g_jvmti->GetClassSignature(owner, &signature, nullptr) == JVMTI_ERROR_NONE) {
    const std::string_view name = signature.get();
    is = name.starts_with("Ljava/lang/Raddle") || name.starts_with("Ljava/lang/invoke/Raddle");
  }
  const std::lock_guard lock(mutex);
  return known[method] = is;
}

}  // namespace

int LineOf(jmethodID method, jlocation location) {
  jint count = 0;
  Allocated<jvmtiLineNumberEntry> lines;
  if (g_jvmti->GetLineNumberTable(method, &count, &lines) != JVMTI_ERROR_NONE) return -1;
  int line = -1;
  jlocation best = -1;
  for (jint i = 0; i < count; ++i) {
    if (lines[i].start_location <= location && lines[i].start_location >= best) {
      best = lines[i].start_location;
      line = lines[i].line_number;
    }
  }
  return line;
}

StackId Stacks::Capture(jthread thread) {
  jvmtiFrameInfo frames[kMaxFrames];
  jint count = 0;
  if (g_jvmti->GetStackTrace(thread, 0, kMaxFrames, frames, &count) != JVMTI_ERROR_NONE) return {};
  jint first = 0;
  while (first < count && IsShims(frames[first].method)) ++first;
  runtime::CallTree::Frame stack[kMaxFrames];
  for (jint i = first; i < count; ++i) {
    // A location is an index into at most 65,535 bytes, or -1.
    stack[i - first] = {reinterpret_cast<uint64_t>(frames[i].method), static_cast<int32_t>(frames[i].location)};
  }
  const std::lock_guard lock(mutex_);
  return StackId(2 * tree_.Add({stack, static_cast<size_t>(count - first)}));
}

std::vector<std::string> Stacks::Describe(StackId id) {
  std::vector<std::string> text;
  if (!id.valid()) return text;
  std::vector<runtime::CallTree::Frame> frames;
  {
    const std::lock_guard lock(mutex_);
    frames = tree_.Get(id.value() / 2);
  }
  for (const auto& [method, location] : frames) {
    std::string frame = DescribeFrame(reinterpret_cast<jmethodID>(method), location);
    // A frame between a lambda and its caller says nothing; the JVM leaves it out of its own traces, too.
    if (frame.find("$$Lambda") == std::string::npos) text.push_back(std::move(frame));
  }
  return text;
}

RecentStacks::Line& RecentStacks::Table::PlaceOf(uint32_t site) {
  const size_t mask = lines_.size() - 1;
  size_t i = (site * 0x9E3779B1u >> 7) & mask;
  while (lines_[i].site != site && lines_[i].site != 0) i = (i + 1) & mask;
  return lines_[i];
}

const RecentStacks::Line* RecentStacks::Table::Find(uint32_t site) {
  if (lines_.empty()) return nullptr;
  const Line& place = PlaceOf(site);
  return place.site == 0 ? nullptr : &place;
}

void RecentStacks::Table::Put(const Line& line) {
  if (size_ * 2 >= lines_.size()) {
    std::vector<Line> old(std::max<size_t>(64, lines_.size() * 2));
    old.swap(lines_);
    for (const Line& each : old) {
      if (each.site != 0) PlaceOf(each.site) = each;
    }
  }
  Line& place = PlaceOf(line.site);
  size_ += place.site == 0;
  place = line;
}

void RecentStacks::Change(Line& line, uint32_t site) {
  if (evicted_.size() > kMostEvicted) evicted_.Clear();
  if (line.stack.valid()) evicted_.Put(line);
  const Line* found = evicted_.Find(site);
  line = found == nullptr ? Line{.site = site} : *found;
  line.noted = 0;
}

std::vector<std::pair<uint32_t, StackId>> RecentStacks::All() const {
  std::vector<std::pair<uint32_t, StackId>> all;
  for (const Line& line : lines_) {
    if (line.stack.valid()) all.emplace_back(line.site, line.stack);
  }
  for (const Line& line : evicted_.all()) {
    if (line.stack.valid()) all.emplace_back(line.site, line.stack);
  }
  std::ranges::sort(all, {}, [](const auto& each) { return each.first; });
  return all;
}

StackId RecentStacks::At(uint32_t site, Stacks& stacks) {
  Line& line = lines_[site % kLines];
  if (line.site != site) Change(line, site);
  ++line.count;
  // A stack is taken now and then, whoever the caller is: at the 1st time, the 4th, the 16th ...
  if (std::has_single_bit(line.count) && std::countr_zero(line.count) % 2 == 0) return line.stack = stacks.Capture();
  return Stacks::AtAnotherTime(line.stack);
}

}  // namespace raddle::agent
