// Random traces that a Java program could have: locks exclude, waits give up monitors, the dead do not act.
#pragma once

#include <cstdint>
#include <random>

#include "twins.h"

namespace raddle::detect {

struct Mix {
  size_t length = 40;
  uint32_t threads = 4;  // alive at once
  uint32_t variables = 3;
  uint32_t locks = 2;
  uint32_t channels = 2;
  uint32_t access_percent = 50;
  bool reads_with_locks = true;  // read/write locks and re-entrance
};

Trace RandomTrace(std::mt19937& random, const Mix& mix);

}  // namespace raddle::detect
