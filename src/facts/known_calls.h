// What a few methods of the JDK do with the references that are passed to them. All of them are static, final, or of
// final classes, so the method that a call names is the method that runs.
#pragma once

#include <cstdint>

#include "classfile/constant_pool.h"

namespace raddle::facts {

enum class Keeps : uint8_t {
  kNotKnown,
  kNothing,   // the result, if any, has nothing to do with the arguments
  kContents,  // arrays: what the elements of one refer to, those of another may afterwards; the result is a new array
};

Keeps WhatKeeps(const classfile::MemberRef& method);

}  // namespace raddle::facts
