// Every small trace, engine against twins. What a thread does first decides nothing about its name, so of traces that
// differ only in the names of threads, variables and locks one is run.
#include <gtest/gtest.h>

#include <functional>

#include "script.h"

namespace raddle::detect {
namespace {

using event::AccessKind;
using event::VolatileKind;

struct Shape {
  uint32_t threads, variables, locks, channels;
  size_t length;
};

class Enumerator {
 public:
  explicit Enumerator(const Shape& shape) : shape_(shape), holder_(shape.locks, -1) {}

  size_t Run() {
    Extend(0, 0, 0);
    return count_;
  }

 private:
  void Extend(uint32_t threads, uint32_t variables, uint32_t locks) {
    if (::testing::Test::HasFailure()) return;
    if (trace_.size() == shape_.length) {
      ++count_;
      std::string differences = Compare(trace_);
      EXPECT_EQ(differences, "") << Print(trace_);
      return;
    }
    for (uint32_t t = 0; t < std::min(threads + 1, shape_.threads); ++t) {
      ThreadId thread(t);
      uint32_t now = std::max(threads, t + 1);
      for (uint32_t v = 0; v < std::min(variables + 1, shape_.variables); ++v) {
        for (AccessKind kind : {AccessKind::kRead, AccessKind::kWrite}) {
          With(event::Access{thread, kind, {VariableId(v), 0}},
               [&] { Extend(now, std::max(variables, v + 1), locks); });
        }
      }
      for (uint32_t l = 0; l < std::min(locks + 1, shape_.locks); ++l) {
        if (holder_[l] == -1) {
          holder_[l] = static_cast<int>(t);
          With(event::Acquire{thread, LockId(l)}, [&] { Extend(now, variables, std::max(locks, l + 1)); });
          holder_[l] = -1;
        } else if (holder_[l] == static_cast<int>(t)) {
          holder_[l] = -1;
          With(event::Release{thread, LockId(l)}, [&] { Extend(now, variables, locks); });
          holder_[l] = static_cast<int>(t);
        }
      }
      for (uint32_t c = 0; c < shape_.channels; ++c) {
        for (VolatileKind kind : {VolatileKind::kRead, VolatileKind::kWrite}) {
          With(event::Volatile{thread, kind, ChannelId(c)}, [&] { Extend(now, variables, locks); });
        }
      }
    }
  }

  void With(event::Event event, const std::function<void()>& then) {
    trace_.push_back(event);
    then();
    trace_.pop_back();
  }

  const Shape shape_;
  Trace trace_;
  std::vector<int> holder_;
  size_t count_ = 0;
};

TEST(AllTraces, OfTwoThreadsTwoVariablesAndALock) {
  EXPECT_GT(Enumerator({2, 2, 1, 0, 6}).Run(), 50000u);
}
TEST(AllTraces, OfTwoThreadsOneVariableAndTwoLocks) {
  EXPECT_GT(Enumerator({2, 1, 2, 0, 7}).Run(), 50000u);
}
TEST(AllTraces, OfThreeThreadsAndTwoVariables) {
  EXPECT_GT(Enumerator({3, 2, 0, 0, 6}).Run(), 50000u);
}
TEST(AllTraces, OfTwoThreadsTwoVariablesAndAVolatile) {
  EXPECT_GT(Enumerator({2, 2, 0, 1, 6}).Run(), 50000u);
}
TEST(AllTraces, OfThreeThreadsOneVariableALockAndAVolatile) {
  EXPECT_GT(Enumerator({3, 1, 1, 1, 5}).Run(), 20000u);
}

}  // namespace
}  // namespace raddle::detect
