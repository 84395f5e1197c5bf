// Weaves each class as the JVM loads it (JVMTI ClassFileLoadHook).
//
// Called on the thread that loads the class, on many threads at once. Nothing here calls into Java. If anything goes
// wrong, the class stays as it was, and a note says so.
#pragma once

#include <string>
#include <vector>

#include "agent/jvm.h"
#include "base/result.h"
#include "weave/site_table.h"

namespace raddle::agent {

void JNICALL OnClassFileLoad(jvmtiEnv* jvmti, JNIEnv* env, jclass redefined, jobject loader, const char* name,
                             jobject protection_domain, jint length, const unsigned char* bytes, jint* new_length,
                             unsigned char** new_bytes);

// Our own contracts and those of the files. Before the first class is loaded.
Result<void> LoadContracts(const std::vector<std::string>& files);
// Classes with a contract that were loaded before there was anything to tell it to.
void HookLoadedClasses();

// Classes that belong to the JDK, whatever loader they come from.
bool IsJdkClass(std::string_view internal_name);

weave::SiteTable& Sites();
// The loader of the class that a site is in; null for the boot loader, or if it is gone. A local reference.
jobject LoaderOfSite(JNIEnv* env, uint32_t site);

}  // namespace raddle::agent
