// A plane P wave at normal incidence on a contrast, wherever it lies between the grid points: reflected and transmitted
// amplitudes from the impedances. A sheet of vertical forces F per area makes the wave v = F/(2 rho vp) s(t - |z - zs|/vp).
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "reference/misfit.hpp"
#include "reference/reflection.hpp"
#include "run/time_functions.hpp"
#include "support.hpp"

namespace unda::verification::contrast_test {
namespace {

struct Earth {
  reference::Medium upper, lower;
  const char* physics = "auto";
};

constexpr double spacing = 10, source_z = -250, force = 1e6;
constexpr int n_across = 20;

std::string column(const Earth& earth, double interface) {
  std::string text = fmt::format(
      "[domain]\nx = [0, {}]\nz = [-1500, 0]\n[boundary]\nwest = 'periodic'\neast = 'periodic'\n"
      "[model]\nkind = 'layers'\n[[model.layer]]\ntop = 0\nvp = {}\nvs = {}\nrho = {}\n"
      "[[model.layer]]\ntop = {}\nvp = {}\nvs = {}\nrho = {}\n"
      "[time]\nduration = 1.0\nsample_interval = 0.002\n[mesh]\nspacing = {}\n[solver]\nphysics = '{}'\n"
      "[[receivers]]\nname = 'column'\npositions = [[0, -500], [0, -1100]]\nquantities = ['velocity']\n",
      n_across * spacing, earth.upper.vp, earth.upper.vs, earth.upper.rho, interface, earth.lower.vp, earth.lower.vs,
      earth.lower.rho, spacing, earth.physics);
  for (int n = 0; n < n_across; ++n)
    text += fmt::format(
        "[[source]]\nkind = 'force'\nposition = [{}, {}]\nforce = [0, {}]\n"
        "time_function = {{ kind = 'ricker', frequency = 10, delay = 0.15 }}\n",
        n * spacing, source_z, force * spacing);
  return text;
}

/// The worse of the two receivers, one above and one below the interface.
double misfit(const Earth& earth, double interface, const std::vector<std::string>& overrides) {
  const auto s = scenario_from(column(earth, interface), overrides);
  const output::Traces traces = traces_of(s);
  const auto f = run::make_time_function(s.sources[0].time_function, s, "source[0].time_function");
  const auto coefficients = reference::normal_incidence(earth.upper, earth.lower);
  const double amplitude = force / (2 * earth.upper.rho * earth.upper.vp);
  const double down = (source_z - interface) / earth.upper.vp;
  std::vector<double> above, below;
  for (const double t : traces.time) {
    above.push_back(amplitude *
                    (f->value(t - (source_z + 500) / earth.upper.vp) +
                     coefficients.velocity_reflected * f->value(t - down - (-500 - interface) / earth.upper.vp)));
    below.push_back(amplitude * coefficients.velocity_transmitted *
                    f->value(t - down - (interface + 1100) / earth.lower.vp));
  }
  const auto& v = traces.groups[0].quantities.at(scenario::Quantity::velocity).values;
  const std::size_t nt = traces.time.size();
  return std::max(reference::l2_misfit({v.data() + nt, nt}, above),
                  reference::l2_misfit({v.data() + 3 * nt, nt}, below));
}

void check(const Earth& earth, double tolerance, const std::vector<std::string>& overrides = {}) {
  for (const double interface : {-750.0, -752.0, -755.0, -757.5})
    EXPECT_LT(misfit(earth, interface, overrides), tolerance) << "interface at " << interface;
}

// 8 points per shortest P wavelength in the slower medium.
TEST(Contrast, FluidOnFluid) { check({{2000, 0, 1500}, {3000, 0, 2300}}, 0.01); }
TEST(Contrast, FluidOnFluidInTheSecondOrderScheme) {
  check({{2000, 0, 2000}, {3000, 0, 2000}, "acoustic_second_order"}, 0.01);
}
TEST(Contrast, SolidOnSolid) { check({{2000, 1155, 2000}, {3000, 1700, 2300}}, 0.01); }
TEST(Contrast, BySpectralElements) {
  check({{2000, 0, 1500}, {3000, 0, 2300}}, 0.01, by_elements(40));
  check({{2000, 1155, 2000}, {3000, 1700, 2300}}, 0.01, by_elements(40));
}
TEST(Contrast, FluidOnSolid) { check({{2000, 0, 1500}, {3000, 1700, 2300}}, 0.01); }

}  // namespace
}  // namespace unda::verification::contrast_test
