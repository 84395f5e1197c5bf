// How much a method may cost before the builder gives up on it. All limits lie far above what compilers produce (the
// largest methods of the JDK stay below a tenth of each). Without them, 64 KiB of hostile bytecode could ask for
// gigabytes.
#pragma once

#include <cstdint>

namespace raddle::ir {

inline constexpr uint32_t kMaxTypes = 1 << 20;  // of a class
inline constexpr uint32_t kMaxNodes = 1 << 17;  // blocks after subroutines have been copied
inline constexpr uint32_t kMaxCopiedInstructions = 1 << 18;
inline constexpr uint32_t kMaxSubroutines = 1024;
inline constexpr uint32_t kMaxEdges = 1 << 22;         // jumps, switch cases and exception edges
inline constexpr uint32_t kMaxStateWords = 1 << 24;    // registers held in locals and stacks at the ends of blocks
inline constexpr uint32_t kMaxLiveWords = 1 << 22;     // words of the bit sets of live locals
inline constexpr uint64_t kMaxLivenessWork = 1 << 30;  // words combined until the sets are stable
inline constexpr uint64_t kMaxMergeWork = 1 << 28;     // values compared where states meet
inline constexpr uint32_t kMaxPhiOperands = 1 << 22;
inline constexpr uint64_t kMaxPhiWork = 1 << 26;  // beyond it, phis that only rename may stay: correct, but larger

}  // namespace raddle::ir
