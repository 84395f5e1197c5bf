// What an advice can know of a join point before the program runs, as the text that the run-time class Place reads.
#pragma once

#include <string>
#include <string_view>

#include "pointcut/shadow.h"
#include "pointcut/types.h"

namespace raddle::aspect {

std::string PlaceText(const pointcut::Shadow& shadow, std::string_view source_file, const pointcut::Types& types);
// Of the method, constructor or static initialiser that the shadow lies in.
std::string EnclosingPlaceText(const pointcut::Shadow& shadow, std::string_view source_file,
                               const pointcut::Types& types);

}  // namespace raddle::aspect
