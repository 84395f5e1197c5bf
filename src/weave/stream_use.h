// Streams read their source where they are used, not where they are made. The weaver tells the read at the call that
// makes the stream. That is right only where nothing of the program's happens between making and using it.
#pragma once

#include <cstdint>

#include "classfile/class_file.h"
#include "classfile/code.h"
#include "classfile/constant_pool.h"

namespace raddle::weave {

// Whether the method gives a stream.
bool GivesStream(const classfile::MemberRef& method);

// Whether the stream that the call at `instruction` gives is used up before anything else happens: the next calls are
// those of streams and of what makes their functions, up to one that gives no stream. May say no where it is.
bool IsUsedAtOnce(const classfile::ClassFile& file, const classfile::Code& code, uint32_t instruction);

// The same, and each element of what the stream is made of is read.
bool ReadsAllAtOnce(const classfile::ClassFile& file, const classfile::Code& code, uint32_t instruction);

}  // namespace raddle::weave
