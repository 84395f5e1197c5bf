#include "classfile/descriptor.h"
