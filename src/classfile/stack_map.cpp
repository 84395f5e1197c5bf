#include "classfile/stack_map.h"
