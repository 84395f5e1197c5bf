#include "classfile/constant_pool.h"
