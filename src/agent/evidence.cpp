#include "agent/evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent/agent.h"
#include "agent/class_hook.h"

namespace raddle::agent {

thread_local Evidence::Touched Evidence::current_;

std::string Evidence::ObjectOfClass(const std::string& class_name) {
  std::string internal = class_name;
  std::replace(internal.begin(), internal.end(), '.', '/');
  // The JDK makes objects of its own classes too, at places that are not known.
  if (IsJdkClass(internal)) return class_name;
  std::string text = class_name;
  for (const weave::Allocations::Place& place : g_agent->allocations.Of(internal)) {
    const std::string_view before = text.size() == class_name.size() ? " allocated at" : " or";
    text += fmt::format("{} {}:{}", before, place.file, place.line);
  }
  return text;
}

std::string Evidence::ObjectOf(const std::string& variable) {
  const auto [env, object] = current_;
  if (object != nullptr) {
    const jclass type = env->GetObjectClass(object);
    const std::string name = ClassNameOf(type);
    const jclass cloneable = env->FindClass("java/lang/Cloneable");
    return env->IsInstanceOf(object, cloneable) ? name : ObjectOfClass(name);
  }
  const size_t dot = variable.rfind('.');
  return variable.ends_with("[]") || dot == std::string::npos ? variable : "class " + variable.substr(0, dot);
}

void Evidence::SetStack(report::Access& current) {
  std::vector<std::string> frames = g_agent->stacks.Describe(g_agent->stacks.Capture());
  const std::string method = fmt::format("{}.{}(", current.class_name, current.method);
  const auto own =
      std::find_if(frames.begin(), frames.end(), [&](const std::string& frame) { return frame.starts_with(method); });
  if (own == frames.end()) return;
  // Accesses of a loop are told when the loop is over. So the frame is that of the access, but its line is not.
  const bool known = !current.file.empty() && current.line != 0;
  if (known) *own = fmt::format("{}{}:{})", method, current.file, current.line);
  current.stack.assign(own, frames.end());
  current.stack_exact = true;
}

}  // namespace raddle::agent
