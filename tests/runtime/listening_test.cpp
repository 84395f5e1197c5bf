#include "runtime/listening.h"

#include <gtest/gtest.h>

namespace raddle::runtime {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kListen{100};

// A program for so long, which has something to tell now and then or all the time. Gives for how long it was hushed.
class Program {
 public:
  // Of the processor's time it uses one part in so many.
  explicit Program(int idle = 1) : idle_(idle) {}

  milliseconds Run(milliseconds time, bool tells) {
    milliseconds hushed{0};
    for (const milliseconds end = now_ + time; now_ < end; now_ += Listening::kLook) {
      if (tells) Tell();
      if (listening_.IsOver(now_, now_ / idle_, kListen, hushed_)) hushed_ = true;
      if (tells) Tell();
      if (hushed_) hushed += Listening::kLook;
    }
    return hushed;
  }

 private:
  void Tell() {
    listening_.Tell();
    if (listening_.MayBegin()) hushed_ = false;
  }

  const int idle_;
  Listening listening_;
  milliseconds now_{1000};
  bool hushed_ = false;
};

TEST(ListeningTest, EndsAWhileBehindTheLastThingThatWasTold) {
  Program program;
  EXPECT_EQ(program.Run(kListen, true), milliseconds{0});
  EXPECT_GE(program.Run(10 * kListen, false), 8 * kListen);
}

TEST(ListeningTest, GoesOnAtFirstWhileThereIsSomethingToTell) {
  EXPECT_EQ(Program().Run(19 * kListen, true), milliseconds{0});
}

TEST(ListeningTest, TakesANinthOfTheTimeOfAProgramThatAlwaysHasSomethingToTell) {
  Program program;
  program.Run(20 * kListen, true);
  const milliseconds time{18'000};
  const milliseconds hushed = program.Run(time, true);
  EXPECT_GE(hushed, time * 8 / 9 - kListen);
  EXPECT_LE(hushed, time * 8 / 9 + 9 * kListen);
}

TEST(ListeningTest, EarnsNothingInItsSleep) {
  Program program(10);
  program.Run(10 * 20 * kListen, true);
  program.Run(20 * kListen, false);
  EXPECT_EQ(program.Run(5 * kListen, true), 5 * kListen);
}

TEST(ListeningTest, BeginsAtOnceBehindALongHush) {
  Program program;
  program.Run(20 * kListen, true);
  program.Run(200 * kListen, false);
  EXPECT_EQ(program.Run(5 * kListen, true), milliseconds{0});
}

}  // namespace
}  // namespace raddle::runtime
