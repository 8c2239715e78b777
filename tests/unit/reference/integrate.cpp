// Quadrature: polynomials, peaks, kinks, complex values.
// The values are known in closed form.
#include "reference/integrate.hpp"

#include <complex>
#include <numbers>

#include <gtest/gtest.h>

namespace unda::reference::integrate_test {
namespace {

TEST(Integrate, PanelIsExactToDegree23) {
  double unused = 0;
  const auto power = [](int n) { return [n](double x) { return std::pow(x, n); }; };
  for (int n = 0; n <= 23; ++n)
    EXPECT_NEAR(detail::integrate_panel(power(n), 0.0, 1.0, unused), 1.0 / (n + 1), 1e-15) << n;
  EXPECT_GT(std::abs(detail::integrate_panel(power(24), -1.0, 1.0, unused) - 2.0 / 25), 1e-9);
}

TEST(Integrate, NarrowPeak) {
  const double width = 1e-3;
  const auto peak = [&](double x) { return width / (width * width + (x - 0.3) * (x - 0.3)); };
  EXPECT_NEAR(integrate(peak, 0, 1), std::atan(0.7 / width) + std::atan(0.3 / width), 1e-10);
}

TEST(Integrate, KinkWithAndWithoutBreak) {
  const auto kink = [](double x) { return std::abs(x - 0.3); };
  EXPECT_NEAR(integrate(kink, 0, 1), 0.29, 1e-10);
  EXPECT_NEAR(integrate(kink, 0, 1, {0.3, 7.0}), 0.29, 1e-15);
}

TEST(Integrate, ComplexAndEmpty) {
  const auto wave = [](double x) { return std::polar(1.0, x); };
  EXPECT_NEAR(std::abs(integrate(wave, 0, std::numbers::pi) - std::complex<double>(0, 2)), 0, 1e-13);
  EXPECT_EQ(integrate(wave, 1, 1), 0.0);
  EXPECT_EQ(integrate(wave, 2, 1), 0.0);
}

}  // namespace
}  // namespace unda::reference::integrate_test
