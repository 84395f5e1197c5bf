#include "event/event.h"

namespace raddle::event {
namespace {

template <typename Tag>
std::string Name(const char* letter, Id<Tag> id) {
  return id ? letter + std::to_string(id.value()) : letter + std::string("?");
}

std::string Mode(LockMode mode) {
  return mode == LockMode::kRead ? " for reading" : "";
}

struct Printer {
  std::string operator()(const Access& e) const {
    std::string verb = e.kind == AccessKind::kRead ? "reads " : "writes ";
    std::string object = e.variable.object == 0 ? "" : "@" + std::to_string(e.variable.object);
    return verb + Name("V", e.variable.name) + object;
  }
  std::string operator()(const Acquire& e) const {
    const char* verb = e.manner == Manner::kWaits ? "acquires " : "tries and acquires ";
    return verb + Name("L", e.lock) + Mode(e.mode);
  }
  std::string operator()(const Release& e) const { return "releases " + Name("L", e.lock) + Mode(e.mode); }
  std::string operator()(const Wait& e) const { return "waits for " + Name("L", e.lock); }
  std::string operator()(const Woken& e) const {
    return "is woken at " + Name("L", e.lock) + (e.notified ? "" : " by nobody");
  }
  std::string operator()(const Notify& e) const { return "notifies " + Name("L", e.lock); }
  std::string operator()(const Fork& e) const { return "forks " + Name("T", e.child); }
  std::string operator()(const Begin&) const { return "begins"; }
  std::string operator()(const End&) const { return "ends"; }
  std::string operator()(const Join& e) const { return "joins " + Name("T", e.ended); }
  std::string operator()(const Volatile& e) const {
    const char* verb = e.kind == VolatileKind::kRead    ? "reads volatile "
                       : e.kind == VolatileKind::kWrite ? "writes volatile "
                                                        : "updates atomic ";
    return verb + Name("C", e.channel);
  }
  std::string operator()(const Publish& e) const { return "publishes to " + Name("C", e.channel); }
  std::string operator()(const Receive& e) const { return "receives from " + Name("C", e.channel); }
  std::string operator()(const ClassInitialised& e) const { return "initialised class " + Name("C", e.channel); }
  std::string operator()(const ClassUsed& e) const { return "uses class " + Name("C", e.channel); }
  std::string operator()(const MethodEnter& e) const { return "enters " + Name("M", e.method); }
  std::string operator()(const MethodExit& e) const { return "leaves " + Name("M", e.method); }
};

}  // namespace

ThreadId ThreadOf(const Event& event) {
  return std::visit([](const auto& e) { return e.thread; }, event);
}

std::string ToString(const Event& event) {
  return Name("T", ThreadOf(event)) + " " + std::visit(Printer(), event);
}

}  // namespace raddle::event
