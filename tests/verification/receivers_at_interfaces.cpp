// Stresses and pressure read at the interface of soft ground and rock, a fraction of a cell above and below it, against exact seismograms.
// Stresses along an interface jump, here 27-fold, and cells that it cuts have their mean.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification::receivers_at_interfaces_test {
namespace {

constexpr const char* soft = "vp = 3038.6\nvs = 651.5\nrho = 2107.7\n";
constexpr const char* rock = "vp = 5411.1\nvs = 3092.0\nrho = 2582.2\n";
constexpr double spacing = 2;  // 24 points per shortest wavelength, 47.7 m

/// Above, at and below an interface `place` cells above a plane of nodes; the source is 40 m above or below it.
double misfit_of(bool soft_above, double place, double source) {
  const double turn = soft_above ? 1 : -1, interface = turn * place * spacing;
  std::string text = fmt::format(
      "[domain]\nx = [-40, 110]\nz = [-70, 70]\n[model]\nkind = 'layers'\n[[model.layer]]\ntop = 70\n{}"
      "[[model.layer]]\ntop = {}\n{}[[source]]\nkind = 'moment_tensor'\nmoment = {{ xx = 8e11, zz = -8e11, xz = 6e11 "
      "}}\n"
      "position = [0.7, {}]\ntime_function = {{ kind = 'ricker', frequency = 5.4646, delay = 0.27 }}\n",
      soft_above ? soft : rock, interface, soft_above ? rock : soft, source);
  for (const int quarter : {1, 0, -1})
    text += fmt::format(
        "[[receivers]]\nname = 'at{}'\nline = {{ from = [45, {}], to = [85, {}], count = 3 }}\n"
        "quantities = ['velocity', 'stress', 'pressure']\n",
        quarter + 1, interface + 0.25 * quarter * spacing, interface + 0.25 * quarter * spacing);
  text += fmt::format("[time]\nduration = 0.66\nsample_interval = 0.01\n[mesh]\nspacing = {}\n", spacing);
  return closed_form_misfit(scenario_from(text, {"solver.fd.absorbing_points=16"})).misfit;
}

TEST(ReceiversAtInterfaces, StressesAreThoseOfTheirLayer) {
  for (const bool soft_above : {true, false})
    for (const double place : {0.0, 0.5})
      for (const double source : {40.0, -40.0}) {
        const double misfit = misfit_of(soft_above, place, source);
        std::printf("soft ground %s, interface %.1f cells above a plane of nodes, source at %g m: misfit %.4f\n",
                    soft_above ? "above" : "below", place, source, misfit);
        EXPECT_LT(misfit, 0.05) << soft_above << place << source;
      }
}

}  // namespace
}  // namespace unda::verification::receivers_at_interfaces_test
