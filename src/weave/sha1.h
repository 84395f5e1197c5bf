// SHA-1, for the one thing that still asks for it: the serial version of a Java class that does not state its own.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace raddle::weave {

std::array<uint8_t, 20> Sha1(std::span<const uint8_t> message);

}  // namespace raddle::weave
