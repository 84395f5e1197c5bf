#include "classfile/code.h"
