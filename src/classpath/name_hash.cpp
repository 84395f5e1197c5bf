#include "classpath/name_hash.h"

#include <cstring>
#include <random>

namespace raddle::classpath {
namespace {

struct Seed {
  uint64_t first;
  uint64_t second;
};

Seed DrawSeed() {
  std::random_device device;
  auto draw = [&] { return (uint64_t{device()} << 32 | device()) | 1; };
  return {draw(), draw()};
}

uint64_t Fold(uint64_t a, uint64_t b) {
  unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

}  // namespace

uint64_t HashName(std::string_view name) {
  static const Seed seed = DrawSeed();
  uint64_t hash = seed.first ^ name.size();
  const char* at = name.data();
  size_t left = name.size();
  for (; left >= 8; at += 8, left -= 8) {
    uint64_t word;
    std::memcpy(&word, at, 8);
    hash = Fold(hash ^ word, seed.second);
  }
  uint64_t last = 0;
  if (left != 0) std::memcpy(&last, at, left);
  return Fold(hash ^ last ^ (uint64_t{left} << 56), seed.second ^ 0xA0761D6478BD642Fu);
}

}  // namespace raddle::classpath
