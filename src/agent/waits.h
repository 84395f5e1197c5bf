// Which thread waits for which, and which thread holds what, as far as the JVM shows it. A thread that parks for a lock
// of java.util.concurrent says which lock it is (LockSupport's blocker), and such a lock says who owns it. A thread
// that waits to be notified waits for anybody.
//
// It asks all threads, so it is only for threads that wait in any case. Virtual threads are not seen. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agent/jvm.h"

namespace raddle::agent {

// Of the thread that calls; null where it is none of the JVM's.
JNIEnv* Env();
int64_t ThreadIdOf(JNIEnv* env, jobject thread);

// The owner of the lock that the thread parks for; 0 if it does not park, and Sections::kAnybody if it parks for
// something that has no owner.
uint64_t ParksFor(uint64_t tid);

// Whether some thread parks for a lock that this one owns.
bool IsParkedFor(uint64_t tid);

// The monitors that a thread holds, outermost last, as findings name locks.
std::vector<std::string> MonitorsOf(jobject thread);

}  // namespace raddle::agent
