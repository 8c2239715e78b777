// In every test program: tells the seconds of processors that its tests took, for scripts/check_times.
#include <cstdio>
#include <sys/resource.h>

#include <gtest/gtest.h>

namespace unda::cpu_seconds {
namespace {

double seconds(const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); }

/// Of this process and all that it has waited for.
double used() {
  double sum = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    sum += seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }
  return sum;
}

class Teller final : public testing::EmptyTestEventListener {
  void OnTestProgramEnd(const testing::UnitTest& /*tests*/) override { std::printf("CPU seconds: %.2f\n", used()); }
};

/// Google Test owns it.
[[maybe_unused]] const bool is_listening =
    (testing::UnitTest::GetInstance()->listeners().Append(new Teller), true);  // NOLINT(cert-err58-cpp)

}  // namespace
}  // namespace unda::cpu_seconds
