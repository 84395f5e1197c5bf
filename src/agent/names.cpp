#include "agent/names.h"

#include "agent/agent.h"
#include "agent/class_hook.h"
#include "agent/waits.h"
#include "classfile/descriptor.h"

namespace raddle::agent {

event::ThreadName AgentNames::Of(ThreadId thread) const {
  return g_agent->threads.NameOf(Env(), thread);
}

event::SiteName AgentNames::Of(SiteId site) const {
  if (!site.valid() || site.value() == 0) return {};  // 0: only the JDK was on the stack
  const weave::Site& at = Sites()[site.value()];
  return {.class_name = classfile::DottedName(at.method->class_name),
          .method = at.method->method,
          .descriptor = at.method->descriptor,
          .file = at.method->source_file,
          .line = at.line};
}

std::string AgentNames::Of(VariableId variable) const {
  return g_agent->variables.NameOf(variable);
}

std::string AgentNames::Of(LockId lock) const {
  return g_agent->variables.NameOf(lock);
}

std::vector<std::string> AgentNames::Of(StackId stack) const {
  return g_agent->stacks.Describe(stack);
}

StackId AgentNames::RecentStack(ThreadId thread, SiteId site) const {
  return g_agent->threads.RecentStack(thread, site.value());
}

}  // namespace raddle::agent
