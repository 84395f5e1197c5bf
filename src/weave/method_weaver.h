// Weaves the code of one method. See weaver.h for what is put where.
#pragma once

#include "classfile/class_file.h"
#include "weave/method_context.h"
#include "weave/site_table.h"
#include "weave/weaver.h"

namespace raddle::weave {

// What object_analysis.h found in the method.
struct MethodObjects {
  const ObjectMethod* found = nullptr;
  bool declares_word = false;  // the class declares a word for its objects
  bool has_word = false;       // the class or one above it has one, as a field that can be read
};

// Returns whether there was anything to weave. On an error, the method stays as it was.
Result<bool> WeaveMethod(classfile::ClassFile& file, classfile::Member& method, const Plan& plan,
                         const SiteMethod& place, SiteTable& sites, SectionContext& sections,
                         const MethodObjects& objects);

}  // namespace raddle::weave
