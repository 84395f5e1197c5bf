// What is woven for the elements of arrays. T is the local that has the thread, S the site's number.
//
//   xaload             array and index copied, T S arrayRead                          before
//   xastore            array and index brought up, T S arrayWrite                     before
//   either, in a loop  the same, with a local that keeps the array's shadow from the last time
//   all of a loop's    array, first and last index, step, shadow, T S loopRead, ...   on each way out (loop_ranges.h)
#pragma once

#include "weave/covered.h"
#include "weave/method_context.h"

namespace raddle::weave {

// `told`: by instruction, up to its end: whether it is told at all.
void WeaveArrays(MethodContext& context, const Coverage& coverage, const std::vector<bool>& told);

}  // namespace raddle::weave
