// What the fuzz targets demand of the code under test. A demand that is not met ends the process with a line that says
// which; libFuzzer then keeps the input.
#pragma once

#include <cstdio>
#include <cstdlib>

#define FUZZ_CHECK(condition, text)                                                     \
  do {                                                                                  \
    if (!(condition)) {                                                                 \
      std::fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, text, #condition);   \
      std::abort();                                                                     \
    }                                                                                   \
  } while (false)
