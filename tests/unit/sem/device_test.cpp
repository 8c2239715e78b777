// Steps on the simulated device against those of the host: absorbing layers, whose elements and points have loops of their own there,
// and a rank that exchanges with itself, in all modes.
#include <gtest/gtest.h>

#include "sem/propagator.hpp"
#include "unit/sem/support.hpp"

namespace unda::sem::test::device_test {
namespace {

class Device : public SemTest {
 protected:
  /// Velocities after some steps from a smooth field.
  static std::vector<float> velocities(scenario::Scenario s, scenario::Device device,
                                       parallel::CommunicationMode mode = parallel::CommunicationMode::overlap,
                                       bool asks_for_forces = false) {
    s.solver.device = device;
    const auto propagator = make_propagator(s, model::make_model(s), parallel::Communicator::world());
    propagator->set_communication(mode);
    propagator->set_step(0.9 * propagator->max_step().dt, 20);
    const auto bump = [](const Vector& x, double shift) {
      return std::exp(-(std::pow((x[0] - 700 - shift) / 500, 2) + std::pow((x[1] - 50) / 600, 2) +
                        std::pow((x[2] + 700) / 400, 2)));
    };
    propagator->start_from({[](const Vector&, double) { return Vector{}; },
                            [](const Vector&, double) { return std::array<double, 6>{}; },
                            [bump](const Vector& x, double t) {
                              return Vector{bump(x, 1000 * t), 0.5 * bump(x, 300 + 500 * t), -bump(x, -200)};
                            },
                            [bump](const Vector& x, double t) { return bump(x, 1000 * t); }});
    for (int n = 0; n < 12; ++n) {
      propagator->advance();
      if (asks_for_forces && n % 3 == 0) propagator->keep_wavefield();
      propagator->let_go();
    }
    const std::size_t n = propagator->n_snapshot_points();
    std::vector<float> values(n * static_cast<std::size_t>(s.domain.dim));
    propagator->snapshot(scenario::Quantity::velocity, values);
    return values;
  }
  static double difference(const std::vector<float>& one, const std::vector<float>& other) {
    double largest = 0, off = 0;
    for (std::size_t n = 0; n < one.size(); ++n) {
      largest = std::max(largest, static_cast<double>(std::abs(one[n])));
      const double here = std::abs(static_cast<double>(one[n]) - static_cast<double>(other[n]));
      if (!(here <= off)) off = here;
    }
    return off / largest;
  }
  scenario::Scenario small(const Case& c, int layers) {
    scenario::Scenario s = scenario(c);
    s.solver.precision = scenario::Precision::double_precision;
    s.solver.sem.degree = 3;
    s.solver.sem.absorbing_elements = layers;
    return s;
  }
  /// The host, the device, and the bits of the device however it is asked.
  void compare(const scenario::Scenario& s) {
    using Mode = parallel::CommunicationMode;
    const std::vector<float> host = velocities(s, scenario::Device::cpu),
                             device = velocities(s, scenario::Device::debug);
    EXPECT_LT(difference(host, device), 2e-7);  // snapshots are in single precision
    EXPECT_EQ(device, velocities(s, scenario::Device::debug, Mode::blocking));
    EXPECT_EQ(device, velocities(s, scenario::Device::debug, Mode::overlap, true));
  }
};

TEST_F(Device, AbsorbingLayers) {
  for (const bool solid : {true, false})
    for (const int dim : {2, 3})
      for (const bool hill : {false, true})
        if (dim == 2 || solid == hill) compare(small({dim, solid, hill, false, "top = 'free'"}, 2));
}

TEST_F(Device, LayersOfVaryingAndTiltedMedia) {
  compare(small({3, true, false, true, "top = 'free'"}, 1));
  compare(small({3, true, true, false, "top = 'free'\nwest = 'free'", tilted(3)}, 1));
}

TEST_F(Device, PeriodicFacesAcrossLayers) {
  compare(small({3, true, false, false, "south = 'periodic'\nnorth = 'periodic'\ntop = 'free'"}, 1));
}

TEST_F(Device, ExchangeWithItself) {
  const std::string y = "south = 'periodic'\nnorth = 'periodic'\n", x = "west = 'periodic'\neast = 'periodic'\n",
                    z = "bottom = 'periodic'\ntop = 'periodic'\n";
  for (const auto& [sides, layers, dim] : {std::tuple{y + "top = 'free'\n", 1, 3},
                                           {x + y + "default = 'free'\n", 0, 3},
                                           {y + z, 2, 3},
                                           {y + z + x, 0, 3},
                                           {z, 2, 2}}) {
    scenario::Scenario s = small({dim, true, false, false, sides}, layers);
    const std::vector<float> copies = velocities(s, scenario::Device::cpu);
    s.parallel.exchange_with_self = true;
    EXPECT_LT(difference(copies, velocities(s, scenario::Device::cpu)), 2e-7) << sides;
    EXPECT_LT(difference(copies, velocities(s, scenario::Device::debug)), 2e-7) << sides;
    compare(s);
  }
}

}  // namespace
}  // namespace unda::sem::test::device_test
