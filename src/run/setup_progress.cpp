// Telling what is set up.
#include "run/setup_progress.hpp"

#include <chrono>
#include <system_error>

#include <fmt/format.h>

#include "run/progress.hpp"

namespace unda::run {
namespace {

constexpr double silent_for = 2;  // s: most runs are ready before
constexpr std::chrono::milliseconds nap{100};

std::atomic<const char*> stage{""};

void tell(const Timer& timer, const std::atomic<bool>& over) {
  ProgressLine line;
  for (; !over; std::this_thread::sleep_for(nap))
    if (const char* what = stage; timer.seconds() > silent_for && *what != 0)
      line.show([&] { return fmt::format("setting up {}: {:.0f} s", what, timer.seconds()); });
  line.clear();
}

}  // namespace

SetupStage::SetupStage(const char* what) : before_(stage.exchange(what)) {}
SetupStage::~SetupStage() { stage = before_; }

SetupProgress::SetupProgress(bool shown, Timer since_start) : since_start_(since_start) {
  if (shown) try {
      teller_ = std::thread([this] { tell(since_start_, over_); });
    } catch (const std::system_error&) {  // no room for a thread: the run itself says what it lacks
    }
}

SetupProgress::~SetupProgress() {
  over_ = true;
  if (teller_.joinable()) teller_.join();
}

}  // namespace unda::run
