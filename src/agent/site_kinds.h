// Questions about sites that atomrace knows, answered by the kind of the site: is it a write, of an array, of a static?
#pragma once

#include "weave/site_table.h"

namespace raddle::agent {

inline bool IsArraySite(const weave::Site& site) {
  return site.kind == weave::SiteKind::kArrayRead || site.kind == weave::SiteKind::kArrayWrite;
}

inline bool IsStatic(const weave::Site& site) {
  return site.kind == weave::SiteKind::kStaticRead || site.kind == weave::SiteKind::kStaticWrite;
}

inline bool IsWrite(const weave::Site& site) {
  using weave::SiteKind;
  return site.kind == SiteKind::kFieldWrite || site.kind == SiteKind::kStaticWrite ||
         site.kind == SiteKind::kArrayWrite;
}

}  // namespace raddle::agent
