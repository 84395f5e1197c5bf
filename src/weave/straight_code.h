// Helpers for walks along straight stretches of code: where a stretch ends, and whether local 0 stays `this`.
#pragma once

#include <vector>

#include "classfile/code.h"

namespace raddle::weave {

// By instruction, and one more for the end: where execution may come from elsewhere than the instruction before.
std::vector<bool> MeetingPoints(const classfile::Code& code);

bool OverwritesThis(const classfile::Code& code);

}  // namespace raddle::weave
