// The names of the agent's ids. They come from the tables that the agent fills as it weaves classes, meets locks and
// takes stacks.
#pragma once

#include "agent/stacks.h"
#include "event/names.h"

namespace raddle::agent {

class AgentNames : public event::Names {
 public:
  event::ThreadName Of(ThreadId thread) const override;
  event::SiteName Of(SiteId site) const override;
  std::string Of(VariableId variable) const override;
  std::string Of(LockId lock) const override;
  std::vector<std::string> Of(StackId stack) const override;
  bool IsExact(StackId stack) const override { return Stacks::IsExact(stack); }
  StackId RecentStack(ThreadId thread, SiteId site) const override;
};

}  // namespace raddle::agent
