// The free surface of an elastic half-space against Garvin's and Lamb's closed forms.
#include <cmath>

#include <gtest/gtest.h>

#include "reference/garvin.hpp"
#include "reference/lamb.hpp"
#include "reference/misfit.hpp"
#include "run/time_functions.hpp"
#include "support.hpp"

namespace unda::verification::half_space_test {
namespace {

reference::Pulse pulse_of(const scenario::Scenario& s) {
  const auto f = run::make_time_function(s.sources[0].time_function, s, "source[0].time_function");
  return {[f](double t) { return f->value(t); }, [f](double t) { return f->derivative(t); }, 0, f->end()};
}

std::vector<double> component(const output::Traces& traces, std::size_t receiver, std::size_t c) {
  const auto& array = traces.groups[0].quantities.at(scenario::Quantity::velocity);
  const std::size_t nt = traces.time.size();
  const auto first = array.values.begin() + static_cast<long>((receiver * array.n_components + c) * nt);
  return {first, first + static_cast<long>(nt)};
}

double garvin_misfit(const std::vector<std::string>& overrides) {
  const auto s = example_scenario("verification/garvin_2d.toml", overrides);
  const output::Traces traces = traces_of(s);
  const auto& earth = s.model.uniform;
  const reference::Medium solid{earth.vp, earth.vs, earth.rho};
  const Vector& source = s.sources[0].position;
  double worst = 0;
  for (std::size_t r = 0; r < traces.groups[0].positions.size(); ++r) {
    std::vector<double> exact, computed;
    for (const std::size_t c : {0, 1}) {
      for (const double t : traces.time) {
        const Vector v = reference::garvin_velocity(solid, s.sources[0].moment[0], pulse_of(s), -source[2],
                                                    traces.groups[0].positions[r][0] - source[0], t);
        exact.push_back(v[c == 0 ? 0 : 2]);
      }
      const auto trace = component(traces, r, c);
      computed.insert(computed.end(), trace.begin(), trace.end());
    }
    const double misfit = reference::l2_misfit(computed, exact);
    std::printf("receiver %zu: misfit %.4f\n", r, misfit);
    worst = std::max(worst, misfit);
  }
  return worst;
}

TEST(HalfSpace, Garvin) { EXPECT_LT(garvin_misfit({}), 0.005); }
TEST(HalfSpace, GarvinInDoublePrecision) { EXPECT_LT(garvin_misfit({"solver.precision=double"}), 0.005); }
TEST(HalfSpace, GarvinWithTheSourceBesideTheSurface) {
  // From under half a cell to four cells deep: nearly all is Rayleigh wave. 3 and 9 shortest wavelengths away.
  for (const char* depth : {"-6", "-13.9", "-30", "-60"})
    EXPECT_LT(garvin_misfit({std::string("source.position=[800, ") + depth + "]",
                             "receivers.positions=[[1203.3, 0], [2001.7, 0]]"}),
              0.02)
        << depth;
}

TEST(HalfSpace, GarvinBySpectralElements) {
  const std::vector<std::string> wide{"domain.x=[-2500, 5500]", "domain.z=[-4000, 0]"};
  EXPECT_LT(garvin_misfit(by_elements(55.6, wide)), 0.01);
  auto beside_surface = wide;
  for (const char* more : {"source.position=[800, -6]", "receivers.positions=[[1203.3, 0], [2001.7, 0]]"})
    beside_surface.emplace_back(more);
  EXPECT_LT(garvin_misfit(by_elements(55.6, beside_surface)), 0.02);
}

double lamb_misfit(const std::vector<std::string>& overrides) {
  const auto s = example_scenario("verification/lamb_3d.toml", overrides);
  const output::Traces traces = traces_of(s);
  const auto& earth = s.model.uniform;
  const reference::Medium solid{earth.vp, earth.vs, earth.rho};
  double worst = 0;
  for (std::size_t r = 0; r < traces.groups[0].positions.size(); ++r) {
    std::vector<double> exact;
    const double distance = norm(traces.groups[0].positions[r] - s.sources[0].position);
    for (const double t : traces.time)
      exact.push_back(reference::lamb_velocity(solid, s.sources[0].force[2], pulse_of(s), distance, t));
    const double misfit = reference::l2_misfit(component(traces, r, 2), exact);
    std::printf("receiver %zu: misfit %.4f\n", r, misfit);
    worst = std::max(worst, misfit);
  }
  return worst;
}

/// A part of the example, with its nearest receiver and one across the grid.
TEST(HalfSpace, Lamb) {
  for (const char* precision : {"solver.precision=single", "solver.precision=double"})
    EXPECT_LT(lamb_misfit({precision, "domain.x=[200, 1000]", "domain.y=[250, 750]", "domain.z=[-300, 0]",
                           "time.duration=1.1", "receivers.positions=[[803.3, 400, 0], [700, 700, 0]]"}),
              0.05)
        << precision;
}
TEST(HalfSpace, LambBySpectralElements) {
  EXPECT_LT(lamb_misfit(by_elements(86.6, {"solver.sem.absorbing_elements=0", "domain.x=[-400, 1600]",
                                           "domain.y=[-400, 1500]", "domain.z=[-1100, 0]", "time.duration=1.2",
                                           "receivers.positions=[[803.3, 400, 0], [700, 700, 0]]"})),
            0.02);
}
TEST(HalfSpace, LambByDiscontinuousGalerkin) {
  // 8 points per shortest Rayleigh wavelength; the source stands in a corner of boxes. Faces that absorb are far enough away.
  EXPECT_LT(lamb_misfit({"solver.method=dg", "solver.dg.absorbing_elements=0", "domain.x=[-100, 1300]",
                         "domain.y=[-200, 1000]", "domain.z=[-700, 0]", "mesh.dg.spacing=100",
                         "source.time_function.delay=0.3", "time.duration=0.8",
                         "receivers.positions=[[803.3, 400, 0], [733.3, 651.7, 0]]"}),
            0.02);
}

}  // namespace
}  // namespace unda::verification::half_space_test
