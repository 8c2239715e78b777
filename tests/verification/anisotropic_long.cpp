// Point sources in tilted solids by discontinuous Galerkin, and absorbing layers over many steps.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "anisotropic_sources.hpp"

namespace unda::verification::anisotropic_long_test {
namespace {

TEST(AnisotropicLong, PointSourcesByDiscontinuousGalerkin) {
  const std::string dg = "[mesh]\nspacing = 225\n[solver]\nmethod = 'dg'\norder = 5\n";
  EXPECT_LT(closed_form_misfit(scenario_from(point_source(force, tilted_shale, dg))).worst, 0.02);
  EXPECT_LT(closed_form_misfit(scenario_from(point_source(moment, tilted_shale, dg))).worst, 0.02);
}

/// A solid whose SV waves have crests and energy that go opposite ways along z (moduli of Becache, Fauqueux and Joly 2003). Layers without
/// plain damping ended this run by sem after 18,200 steps, by fd after 4,600.
std::string backward_waves(const std::string& method) {
  return "[domain]\nx = [-200, 200]\nz = [-200, 200]\n[model]\nkind = 'uniform'\nrho = 1000\n"
         "c = [4e9, 2e9, 7.5e9, 0, 0, 0, 4e9, 7.5e9, 0, 0, 0, 20e9, 0, 0, 0, 2e9, 0, 0, 2e9, 0, 1e9]\n"
         "[[source]]\nkind = 'force'\nposition = [0, 0]\nforce = [1e6, 1e6]\n"
         "time_function = { kind = 'ricker', frequency = 10 }\n"
         "[[receivers]]\npositions = [[100, 100], [190, 0], [0, 190]]\nquantities = ['velocity']\n"
         "[time]\nduration = 20\nsample_interval = 0.02\n[mesh]\nmax_frequency = 25\n[solver]\nmethod = '" +
         method + "'\n";
}

TEST(AnisotropicLong, BackwardWavesDoNotGrowInLayers) {
  for (const std::string method : {"sem", "fd"}) {
    const auto s = scenario_from(backward_waves(method));
    const run::Experiment e = run::prepare(s);
    EXPECT_TRUE(std::any_of(e.warnings.begin(), e.warnings.end(),
                            [](const std::string& w) { return w.find("energy that goes the other") != w.npos; }));
    const output::Traces traces = traces_of(s);
    const auto& v = traces.groups[0].quantities.at(scenario::Quantity::velocity).values;
    const std::size_t nt = traces.time.size();
    double peak = 0, late = 0;
    for (std::size_t n = 0; n < v.size(); ++n) {
      peak = std::max(peak, std::abs(v[n]));
      if (n % nt > 3 * nt / 4) late = std::max(late, std::abs(v[n]));
    }
    EXPECT_LT(late, 1e-3 * peak) << method;
  }
}

}  // namespace
}  // namespace unda::verification::anisotropic_long_test
