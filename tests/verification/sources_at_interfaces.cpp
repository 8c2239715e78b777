// Moments and forces at the interface of soft ground and rock, a fraction of a cell above and below it, against exact seismograms by
// wavenumber integration. The soft ground's slow waves hardly strain the rock: a moment in the rock that also read strains of the soft ground,
// or the ripples that differences of high order make beside kinks, would send them out several times too strong.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification::sources_at_interfaces_test {
namespace {

constexpr const char* soft = "vp = 3038.6\nvs = 651.5\nrho = 2107.7\n";
constexpr const char* rock = "vp = 5411.1\nvs = 3092.0\nrho = 2582.2\n";
constexpr double spacing = 2;  // 24 points per shortest wavelength, 47.7 m

/// Where an interface lies above a plane of nodes and the source above the interface, in cells.
struct Place {
  double interface, source;
};

double misfit_of(bool soft_above, const Place& place, const std::string& source) {
  // Turned over, rock over soft ground has the same places in its cells.
  const double turn = soft_above ? 1 : -1, interface = turn * place.interface * spacing;
  const std::string text = fmt::format(
      "[domain]\nx = [-40, 110]\nz = [-70, 70]\n[model]\nkind = 'layers'\n[[model.layer]]\ntop = 70\n{}"
      "[[model.layer]]\ntop = {}\n{}[[source]]\n{}\nposition = [0.7, {}]\n"
      "time_function = {{ kind = 'ricker', frequency = 5.4646, delay = 0.27 }}\n"
      "[[receivers]]\nname = 'above'\nline = {{ from = [25, 31], to = [85, 31], count = 3 }}\nquantities = "
      "['velocity']\n"
      "[[receivers]]\nname = 'below'\nline = {{ from = [25, -31], to = [85, -31], count = 3 }}\nquantities = "
      "['velocity']\n"
      "[time]\nduration = 0.66\nsample_interval = 0.01\n[mesh]\nspacing = {}\n[solver]\nfd = {{ absorbing_points = 16 "
      "}}\n",
      soft_above ? soft : rock, interface, soft_above ? rock : soft, source, interface + turn * place.source * spacing,
      spacing);
  return closed_form_misfit(scenario_from(text)).misfit;
}

void expect_exact(const Place& place, std::initializer_list<const char*> sources) {
  for (const bool soft_above : {true, false})
    for (const char* source : sources) {
      const double misfit = misfit_of(soft_above, place, source);
      std::printf("soft ground %s, source %+.2f cells from the interface, %s: misfit %.4f\n",
                  soft_above ? "above" : "below", place.source, source, misfit);
      EXPECT_LT(misfit, 0.05) << soft_above << place.interface << source;
    }
}

constexpr const char* xx = "kind = 'moment_tensor'\nmoment = { xx = 1e12 }";
constexpr const char* zz = "kind = 'moment_tensor'\nmoment = { zz = 1e12 }";
constexpr const char* xz = "kind = 'moment_tensor'\nmoment = { xz = 1e12 }";
constexpr const char* explosion = "kind = 'explosion'\nmoment = 1e12";
constexpr const char* force = "kind = 'force'\nforce = [1e9, 3e8]";

TEST(SourcesAtInterfaces, AtTheInterface) { expect_exact({0, 0}, {xx, xz, force}); }
TEST(SourcesAtInterfaces, OnAPlaneOfNodesInTheRock) { expect_exact({0.25, -0.25}, {xx, zz, xz, explosion}); }
TEST(SourcesAtInterfaces, InTheSoftGround) { expect_exact({0.5, 0.25}, {xx, xz, force}); }

}  // namespace
}  // namespace unda::verification::sources_at_interfaces_test
