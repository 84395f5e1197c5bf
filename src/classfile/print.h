// A class file as text for people: what `raddle dump` shows.
//
// Any class that ReadClass() accepts can be printed. What is inside an attribute is decoded here for the first time, so
// it may turn out to be broken: then <error: ...> stands in its place and the rest follows. Text from the file is made
// printable, and cut where it is long, so that neither a terminal nor the size of the output is at its mercy.
#pragma once

#include <cstddef>
#include <string>

#include "classfile/class_file.h"

namespace raddle::classfile {

struct PrintOptions {
  bool constants = false;  // the constant pool
  bool code = true;        // instructions, exception tables, frames
  bool debug = true;       // line numbers and local variables
  size_t hex_bytes = 16;   // of an attribute that is not known
};

// Appends to out.
void PrintClass(const ClassFile& file, const PrintOptions& options, std::string& out);

}  // namespace raddle::classfile
