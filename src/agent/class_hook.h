// Weaves each class as the JVM loads it (JVMTI ClassFileLoadHook).
//
// Called on the thread that loads the class, on many threads at once. Nothing here calls into Java. Whatever goes wrong
// leaves the class as it was, with a note.
#pragma once

#include <string>
#include <vector>

#include "agent/jvm.h"
#include "weave/site_table.h"

namespace raddle::agent {

void JNICALL OnClassFileLoad(jvmtiEnv* jvmti, JNIEnv* env, jclass redefined, jobject loader, const char* name,
                             jobject protection_domain, jint length, const unsigned char* bytes, jint* new_length,
                             unsigned char** new_bytes);

// The JDK's classes that hooks go into; those that are loaded already have to be retransformed.
std::vector<std::string> HookedClasses();

weave::SiteTable& Sites();
// The loader of the class that a site is in; null for the boot loader, or if it is gone. A local reference.
jobject LoaderOfSite(JNIEnv* env, uint32_t site);

}  // namespace raddle::agent
