#include "classfile/attributes.h"
