#include "classfile/opcodes.h"
