// One method's code woven. See weaver.h for what is put where.
#pragma once

#include "classfile/class_file.h"
#include "weave/method_context.h"
#include "weave/site_table.h"
#include "weave/weaver.h"

namespace raddle::weave {

// What object_analysis.h found in it; null where nobody looked.
struct MethodObjects {
  const ObjectMethod* found = nullptr;
  bool declares_word = false;  // the class does, for its objects
  bool has_word = false;       // it or one above it, as a field that can be read
};

// Whether there was anything to weave. On an error the method is as it was.
Result<bool> WeaveMethod(classfile::ClassFile& file, classfile::Member& method, const Plan& plan,
                         const SiteMethod& place, SiteTable& sites, SectionContext& sections,
                         const MethodObjects& objects);

}  // namespace raddle::weave
