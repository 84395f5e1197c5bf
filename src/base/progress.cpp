#include "base/progress.h"

#include <sys/ioctl.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/terminal.h"

namespace raddle {
namespace {

constexpr auto kInterval = std::chrono::milliseconds(100);

unsigned Columns(std::FILE* stream) {
  winsize size{};
  return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

// The first line waits one interval: a job that is over by then flickers for nobody.
Progress::Progress(std::string label, uint64_t total, std::FILE* stream)
    : label_(std::move(label)),
      total_(total),
      stream_(stream),
      shown_(IsTerminal(stream)),
      next_draw_((Clock::now() + kInterval).time_since_epoch().count()) {}

void Progress::Advance(uint64_t steps) {
  uint64_t done = done_.fetch_add(steps, std::memory_order_relaxed) + steps;
  if (!shown_) return;
  Clock::time_point now = Clock::now();
  if (now.time_since_epoch().count() < next_draw_.load(std::memory_order_relaxed)) return;
  std::unique_lock lock(drawing_, std::try_to_lock);
  if (!lock) return;
  next_draw_.store((now + kInterval).time_since_epoch().count(), std::memory_order_relaxed);
  Draw(done);
}

void Progress::Draw(uint64_t done) {
  fmt::print(stream_, "\r{}\x1b[K", Line(label_, done, total_, Columns(stream_)));
  std::fflush(stream_);
  on_screen_ = true;
}

void Progress::Finish() {
  std::lock_guard lock(drawing_);
  if (!std::exchange(on_screen_, false)) return;
  fmt::print(stream_, "\r\x1b[K");
  std::fflush(stream_);
}

std::string Progress::Line(const std::string& label, uint64_t done, uint64_t total, unsigned columns) {
  done = std::min(done, total);
  double part = total == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(total);
  std::string counts = fmt::format("{:3}%  {}/{}", static_cast<int>(part * 100), done, total);
  size_t taken = label.size() + counts.size() + 6;  // two gaps of two, two brackets
  size_t width = columns > taken + 10 ? std::min<size_t>(columns - taken - 1, 40) : 0;
  if (width == 0) return fmt::format("{}  {}", label, counts);
  size_t filled = static_cast<size_t>(part * static_cast<double>(width));
  return fmt::format("{}  [{:.<{}}]  {}", label, std::string(filled, '#'), width, counts);
}

}  // namespace raddle
