#include "classfile/class_file.h"
