// Sources by discontinuous Galerkin against their closed forms, at 8 points per shortest wavelength: an explosion in a fluid,
// five wavelengths away and under a free surface; a double couple with a force in a solid. Sources stand in corners of
// elements, where round coordinates put them, on edges, on faces and within. The domains are so large that nothing comes back
// from their absorbing faces in time: they need no absorbing layers, which would be most of the elements.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification::dg_sources_test {
namespace {

/// A domain of whole boxes with edges h: so many to either side of the source, which stands at `part` of its box.
struct Boxes {
  Vector source;
  double h;
  std::array<int, 3> before, beyond;
  Vector part{0, 0, 0};

  std::vector<std::string> overrides() const {
    std::vector<std::string> list{fmt::format("mesh.dg.spacing={}", 1.0001 * h), "solver.method=dg",
                                  "solver.dg.absorbing_elements=0"};
    for (int a = 0; a < 3; ++a) {
      const double low = source[a] - (before[a] + part[a]) * h;
      list.push_back(fmt::format("domain.{}=[{}, {}]", axis_names[a], low, low + (before[a] + beyond[a]) * h));
    }
    return list;
  }
};

double worst(const std::string& example, const Boxes& boxes, const std::vector<std::string>& more) {
  std::vector<std::string> overrides = boxes.overrides();
  overrides.insert(overrides.end(), more.begin(), more.end());
  const auto report = closed_form_misfit(example_scenario(std::string("verification/") + example, overrides));
  std::printf("%s: misfit %.1e, worst %.1e at %s\n", example.c_str(), report.misfit, report.worst,
              report.worst_label.c_str());
  return report.worst;
}

TEST(DgSources, ExplosionInAFluid) {
  EXPECT_LT(
      worst("explosion_3d.toml", {{141.7, 151.3, -398.1}, 37.5, {3, 6, 6}, {12, 6, 6}},
            {"source.time_function.delay=0.12", "time.duration=0.4", "receivers.positions=[[441.7, 151.3, -398.1]]"}),
      0.01);
}

/// Two wavelengths away.
TEST(DgSources, ExplosionOnAnEdgeOnAFaceAndWithinAnElement) {
  for (const Vector& part : {Vector{0.5, 0, 0}, Vector{0.5, 0.25, 0}, Vector{0.37, 0.21, 0.68}})
    EXPECT_LT(worst("explosion_3d.toml", {{141.7, 151.3, -398.1}, 37.5, {3, 4, 4}, {7, 5, 5}, part},
                    {"source.time_function.delay=0.12", "time.duration=0.24",
                     "receivers.positions=[[261.7, 151.3, -398.1], [231.7, 171.3, -378.1]]"}),
              0.01)
        << part[0] << " " << part[1] << " " << part[2];
}

TEST(DgSources, ExplosionUnderAFreeSurface) {
  // The surface lies two boxes above the source.
  EXPECT_LT(worst("free_surface_3d.toml", {{141.7, 151.3, -75}, 37.5, {6, 7, 8}, {12, 8, 2}},
                  {"source.position=[141.7, 151.3, -75]", "source.time_function.delay=0.12", "time.duration=0.34",
                   "receivers.positions=[[321.7, 181.3, -58.1], [301.7, 231.3, -3]]"}),
            0.02);
}

TEST(DgSources, DoubleCoupleAndForce) {
  EXPECT_LT(
      worst("full_space_3d.toml", {{601.7, 651.3, -1398.1}, 144, {6, 7, 7}, {9, 8, 8}},
            {"source[0].time_function.delay=0.3", "source[1].time_function.delay=0.3", "time.duration=0.64",
             "receivers.positions=[[1063.7, 651.3, -1398.1], [963.7, 851.3, -1198.1], [1020.3, 780.2, -1560.9]]"}),
      0.02);
}

}  // namespace
}  // namespace unda::verification::dg_sources_test
